import * as vscode from 'vscode';

/** Code that is loaded on first use is gone: the extension was updated or removed while the window was open. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

export function missingCodeText(): string {
  return vscode.l10n.t(
    'Part of this extension is missing. It may have been updated or removed while this window was open. Reload the window to continue.',
  );
}
