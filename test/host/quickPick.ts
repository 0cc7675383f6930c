import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.ts';

/** An open quick pick of the extension, operated like a user does. */
export interface OpenQuickPick {
  readonly title: () => string | undefined;
  /** The prompt above the entries. */
  readonly prompt: () => string | undefined;
  /** Replaces the typed text. */
  type(text: string): void;
  labels(): string[];
  /** Waits until an entry with such a label is the active one. */
  baseOf(label: RegExp): Promise<vscode.QuickPickItem>;
  accept(): Promise<void>;
  leave(): void;
}

/** Runs a command that opens a quick pick, and returns it. */
export async function openQuickPick(command: string, ...given: unknown[]): Promise<OpenQuickPick> {
  const before = { ...vscode.window };
  const opened: vscode.QuickPick<vscode.QuickPickItem>[] = [];
  const createQuickPick = () => {
    const made = before.createQuickPick();
    opened.push(made);
    return made;
  };
  Object.assign(vscode.window, { createQuickPick });
  const running = vscode.commands.executeCommand(command, ...given);
  const picker = await until('the quick pick', () => opened[0]);
  Object.assign(vscode.window, { createQuickPick: before.createQuickPick });
  running.then(undefined, (error: unknown) => assert.fail(String(error)));
  return {
    title: () => picker.title,
    prompt: () => picker.prompt,
    type(text) {
      picker.value = text;
    },
    labels: () => picker.items.map(({ label }) => label),
    baseOf: (label) => until(`an entry like ${label}`, () => picker.activeItems.find((item) => label.test(item.label))),
    accept: async () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem'),
    leave: () => picker.hide(),
  };
}
