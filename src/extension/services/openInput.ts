import * as vscode from 'vscode';

// VS Code may show an input box without the focus, which a webview then has. Letters are meant for the box nevertheless.

const emitter = new vscode.EventEmitter<boolean>();
let isOpen = false;

/** Notifies of input boxes that open and close. */
export const onDidOpenInput = emitter.event;

export function isInputOpen(): boolean {
  return isOpen;
}

/** Shows an input box, which reports when it hides. */
export function showInput(input: vscode.InputBox): void {
  input.show();
  report(true);
}

export function inputHidden(): void {
  report(false);
}

function report(isNowOpen: boolean): void {
  isOpen = isNowOpen;
  emitter.fire(isNowOpen);
}
