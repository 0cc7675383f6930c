import * as vscode from 'vscode';
import type { ContextKey } from './contextKeys.ts';

/** The signature of each command, by id without the prefix `docsPlatform.`. Contribution tables add their commands. */
export interface Signatures {
  'library.focus': () => void;
  'inbox.focus': () => void;
  'findInPages.focus': () => void;
}

/** The signatures of a table's commands. A command without a `call` is run without arguments. */
export type SignaturesOf<Table> = {
  readonly [Id in keyof Table]: Table[Id] extends { readonly call: Call<infer Signature> } ? Signature : () => unknown;
};

/** A command's arguments and result when code runs it. Only the compiler uses it. */
export interface Call<Signature> {
  readonly signature?: Signature;
}

export type CommandId = keyof Signatures;

/** The full id, as VS Code knows it. */
export type CommandName = `docsPlatform.${CommandId}`;

/** Runs a command of the extension, from this feature or another one. */
export async function run<Id extends CommandId>(
  id: Id,
  ...given: Parameters<Signatures[Id]>
): Promise<Awaited<ReturnType<Signatures[Id]>>> {
  return vscode.commands.executeCommand<Awaited<ReturnType<Signatures[Id]>>>(`docsPlatform.${id}`, ...given);
}

/**
 * Whether VS Code hides the two buttons for its own preview of Markdown. The key is one that extensions with a preview of
 * their own share.
 */
export function hidePreviewButtons(isHidden: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', 'hasCustomMarkdownPreview', isHidden);
}

export function setContext<Value extends string | boolean | readonly string[]>(
  key: ContextKey<Value>,
  value: Value | undefined,
): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', `docsPlatform.${key}`, value);
}
