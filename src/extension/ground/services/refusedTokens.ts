import * as vscode from 'vscode';

const keys = new Set<string>();
const changed = new vscode.EventEmitter<void>();

/** The accounts whose token their server no longer accepts, by key. */
export const refusedTokens = {
  has: (key: string): boolean => keys.has(key),
  onDidChange: changed.event,
  note(key: string, isRefused: boolean): void {
    if (isRefused === keys.has(key)) return;
    if (isRefused) keys.add(key);
    else keys.delete(key);
    changed.fire();
  },
};
