import * as vscode from 'vscode';

export function lockedText(): string {
  return vscode.l10n.t('The space is locked, so nobody can change its content.');
}

export function unlockFirstText(): string {
  return vscode.l10n.t('The space is locked, so nobody can change its content. Unlock the space first.');
}
