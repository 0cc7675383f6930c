import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import { answerTo, type Choice, type Question } from '../../src/extension/ground/services/prompts.ts';
import type { Testing } from '../../src/extension.ts';

/**
 * A fake user. Answers the extension's questions with the prepared answers, in order, dismisses all others, and records
 * everything that was shown.
 */
export interface Person {
  /** Answers for input boxes. After a refused text, the next one goes into the same box; `goingBack` presses Back. */
  types(...texts: (string | typeof goingBack)[]): void;
  /** Buttons of questions. */
  presses(...buttons: string[]): void;
  /** Entries of quick picks, by a part of their label. */
  picks(...entries: string[]): void;
  readonly questions: readonly Question<unknown>[];
  readonly choices: readonly Choice<string>[];
  /** The refusals that input boxes showed. */
  readonly refusals: readonly string[];
  /** Messages, of every severity. */
  readonly messages: readonly string[];
  /** Labels of each quick pick. */
  readonly offered: readonly (readonly string[])[];
  /** URLs that were opened in the browser. */
  readonly visited: readonly string[];
  /** Forgets what was shown, and the prepared answers. */
  startOver(): void;
  /** Removes the fake, so that VS Code asks the user again. */
  leave(): void;
}

export const goingBack = Symbol('going back');

export function sitDown({ prompts }: Testing): Person {
  const before = { prompts: { ...prompts }, window: { ...vscode.window }, commands: { ...vscode.commands } };
  const ready = { texts: [] as (string | typeof goingBack)[], buttons: [] as string[], entries: [] as string[] };
  const seen = {
    questions: [] as Question<unknown>[],
    choices: [] as Choice<string>[],
    refusals: [] as string[],
    messages: [] as string[],
    offered: [] as string[][],
    visited: [] as string[],
  };

  prompts.ask = async (question) => {
    seen.questions.push(question);
    for (let text = ready.texts.shift(); text !== undefined; text = ready.texts.shift()) {
      if (text === goingBack) {
        assert.ok(question.back !== undefined, `There is no way back from: ${question.title}`);
        return question.back;
      }
      question.changed?.(text);
      const answer = await answerTo(question, text, new AbortController().signal);
      if ('value' in answer) return answer.value;
      seen.refusals.push(answer.problem);
    }
    return undefined;
  };
  prompts.choose = async <Action extends string>(choice: Choice<Action>) => {
    seen.choices.push(choice);
    const button = ready.buttons.shift();
    if (button === undefined) return undefined;
    const action = choice.actions.find((each) => each === button);
    assert.ok(action, `There is no button ${button} in: ${choice.actions.join(', ')}`);
    return action;
  };

  const show = async (message: string): Promise<undefined> => void seen.messages.push(message);
  const showQuickPick = async (
    given: readonly vscode.QuickPickItem[] | PromiseLike<readonly vscode.QuickPickItem[]>,
    options?: vscode.QuickPickOptions,
  ): Promise<unknown> => {
    const items = await given;
    seen.offered.push(items.map(({ label }) => label));
    const entry = ready.entries.shift();
    if (entry === undefined) return undefined;
    const item = items.find(({ label }) => label.includes(entry));
    assert.ok(item, `There is no entry ${entry} in: ${items.map(({ label }) => label).join(', ')}`);
    return options?.canPickMany ? [item] : item;
  };
  Object.assign(vscode.window, {
    showQuickPick,
    showInformationMessage: show,
    showWarningMessage: show,
    showErrorMessage: show,
  });
  const executeCommand = async (command: string, ...given: unknown[]): Promise<unknown> => {
    const [address] = given;
    if (command === 'vscode.open' && typeof address === 'string') return void seen.visited.push(address);
    return before.commands.executeCommand(command, ...given);
  };
  Object.assign(vscode.commands, { executeCommand });

  return {
    ...seen,
    types: (...texts) => void ready.texts.push(...texts),
    presses: (...buttons) => void ready.buttons.push(...buttons),
    picks: (...entries) => void ready.entries.push(...entries),
    startOver() {
      for (const list of [...Object.values(ready), ...Object.values(seen)]) list.length = 0;
    },
    leave() {
      Object.assign(prompts, before.prompts);
      const { showQuickPick, showInformationMessage, showWarningMessage, showErrorMessage } = before.window;
      Object.assign(vscode.window, {
        showQuickPick,
        showInformationMessage,
        showWarningMessage,
        showErrorMessage,
      });
      Object.assign(vscode.commands, { executeCommand: before.commands.executeCommand });
    },
  };
}

/** Signs in with the command, as the user. */
export async function signIn(person: Person, server: string, token: string): Promise<Account> {
  person.types(server, token);
  const account = await vscode.commands.executeCommand<Account | undefined>('docsPlatform.signIn');
  assert.ok(account, `Not signed in: ${person.refusals.join(' ')}`);
  return account;
}
