import * as vscode from 'vscode';

// VS Code may show an input without the focus, which a webview then has. Letters are meant for the input nevertheless.

/** How long an input counts as open after it closed, in ms: the next one of a sequence may be on its way. */
const pause = 300;

const emitter = new vscode.EventEmitter<boolean>();
/** VS Code shows one at a time. One that takes the place of another opens before the other closes. */
let open: object | undefined;
let closing: NodeJS.Timeout | undefined;

/** Notifies of inputs that open and close: quick picks and input boxes. */
export const onDidOpenInput = emitter.event;

export function isInputOpen(): boolean {
  return open !== undefined || closing !== undefined;
}

export function createInputBox(): vscode.InputBox {
  return followed(vscode.window.createInputBox());
}

export function createQuickPick<Item extends vscode.QuickPickItem>(): vscode.QuickPick<Item> {
  return followed(vscode.window.createQuickPick<Item>());
}

/** Before others listen: one that disposes the input ends the event. */
function followed<Input extends vscode.QuickInput>(input: Input): Input {
  input.onDidHide(() => inputClosed(input));
  return input;
}

/** Shows an input that was created here. It counts as open until it hides. */
export function showInput(input: vscode.QuickInput): void {
  inputOpened(input);
  input.show();
}

export function inputOpened(input: object): void {
  const wasOpen = isInputOpen();
  clearTimeout(closing);
  closing = undefined;
  open = input;
  if (!wasOpen) emitter.fire(true);
}

export function inputClosed(input: object): void {
  if (open !== input) return;
  open = undefined;
  closing = setTimeout(() => {
    closing = undefined;
    emitter.fire(false);
  }, pause);
}
