import * as vscode from 'vscode';
import { sentenceOf } from '../messages/sentence.ts';
import { showError, showInformation, showWarning } from '../messages/show.ts';
import type { Reason } from '../../../model/shared/reasons.ts';
import { wordsOf } from '../words/reason.ts';
import { otherAccountInWords, sameAccounts, titleWithAccount } from './otherAccount.ts';
import { createInputBox, showInput } from './openInput.ts';
import { plainText } from '../words/plainText.ts';

/** A question with buttons. `modal` is for what can't be undone; `detail` then explains the consequences. */
export interface Choice<Action extends string> {
  readonly message: string;
  readonly detail?: string;
  readonly modal?: boolean;
  readonly severity?: 'information' | 'warning' | 'error';
  readonly actions: readonly Action[];
}

/** A question that the user answers with text. */
export interface Question<Value> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  readonly step?: { readonly number: number; readonly of: number };
  /** The answer if the user goes back to the previous question. Without it there is no Back button. */
  readonly back?: Value;
  /** Called at each change of the text, so that it can be stored even if the user leaves the input box. */
  readonly changed?: (text: string) => void;
  /**
   * Set if `accept` can't be undone. While it runs, nothing else is accepted, so that nothing happens twice. If the
   * user leaves the input box in the meantime, its answer still counts; if there is a problem, the box appears again
   * with the text.
   */
  readonly isAction?: boolean;
  /**
   * Called at each change. A picker that it opens takes the place of the box, which appears again with the text that
   * it gives.
   */
  readonly picks?: (text: string) => Promise<string> | undefined;
  /** Why a text that was pasted or refused must not stay in the box, such as a token; undefined if it may. */
  readonly removes?: (text: string) => Promise<Problem | undefined>;
  /** Returns what is wrong with the text, while the user types. */
  readonly check?: (text: string) => Problem | undefined;
  /**
   * Turns the text into the answer, or returns a problem; the input box then stays open. An error counts as a problem.
   * The signal aborts if the user changes the text or leaves the box in the meantime; the result is then dropped.
   */
  accept(text: string, signal: AbortSignal): Promise<Answer<Value>>;
}

export type Answer<Value> = { readonly value: Value } | { readonly problem: Problem };

/** A sentence, or a reason that is worded. */
export type Problem = string | Reason;

/**
 * Questions to the user, in one place, so that tests inside VS Code, where dialogs are refused, can answer them. A
 * dismissed question gives undefined, not an error.
 */
export interface Prompts {
  choose<Action extends string>(choice: Choice<Action>): Promise<Action | undefined>;
  ask<Value>(question: Question<Value>): Promise<Value | undefined>;
}

export function createPrompts(): Prompts {
  return { choose, ask };
}

async function choose<Action extends string>(choice: Choice<Action>): Promise<Action | undefined> {
  const show = {
    information: showInformation,
    warning: showWarning,
    error: showError,
  }[choice.severity ?? 'information'];
  const account = otherAccountInWords();
  const [message, detail] = choice.modal
    ? [choice.message, [choice.detail, account].filter(Boolean).join('\n\n')]
    : [[choice.message, account].filter(Boolean).join(' '), choice.detail];
  const options = { modal: choice.modal ?? false, ...(detail && { detail: plainText(detail) }) };
  return show<Action>(message, options, ...choice.actions);
}

function ask<Value>(question: Question<Value>): Promise<Value | undefined> {
  const input = createInputBox();
  input.title = titleWithAccount(question.title);
  input.prompt = plainText(question.prompt);
  input.placeholder = question.placeholder;
  input.value = question.value ?? '';
  input.password = question.password ?? false;
  input.ignoreFocusOut = true;
  if (question.back !== undefined) input.buttons = [vscode.QuickInputButtons.Back];
  if (question.step) [input.step, input.totalSteps] = [question.step.number, question.step.of];

  return new Promise((resolve) => {
    // VS Code calls listeners outside of the action that asks, and an answer may lead to another question.
    const inAction = sameAccounts();
    let attempt: AbortController | undefined;
    let isLeft = false;
    let isPicking = false;
    /** The text that the last picker was opened for, or gave. */
    let pickedFor = input.value;
    /** The text before the last change. */
    let before = input.value;

    function takeBack(): void {
      attempt?.abort();
      attempt = undefined;
      input.busy = false;
    }

    async function take(): Promise<void> {
      if (attempt) return;
      const own = (attempt = new AbortController());
      input.busy = true;
      const answer = await inAction(() => answerTo(question, input.value, own.signal));
      if (own.signal.aborted) return;
      takeBack();
      if ('problem' in answer) {
        input.validationMessage = plainText(answer.problem);
        await remove();
        if (isLeft) showInput(input);
        isLeft = false;
        return;
      }
      resolve(answer.value);
      if (isLeft) input.dispose();
      else input.hide();
    }

    async function remove(): Promise<void> {
      const text = input.value;
      const problem = await question.removes?.(text);
      if (problem === undefined || input.value !== text) return;
      input.value = '';
      before = '';
      input.validationMessage = plainText(problemInWords(problem));
    }

    async function pick(picked: Promise<string>): Promise<void> {
      isPicking = true;
      pickedFor = await picked.catch(() => input.value);
      isPicking = false;
      input.value = pickedFor;
      question.changed?.(pickedFor);
      showInput(input);
    }

    const isActing = (): boolean => question.isAction === true && attempt !== undefined;
    input.onDidChangeValue(() => {
      // The input box stays enabled, because a disabled one loses the focus.
      if (isActing()) return question.changed?.(input.value);
      takeBack();
      input.validationMessage = problemIn(question, input.value);
      if (insertedLength(before, input.value) >= pastedLength) remove().catch(() => undefined);
      before = input.value;
      question.changed?.(input.value);
      const picked = input.value === pickedFor ? undefined : inAction(() => question.picks?.(input.value));
      if (picked) void pick(picked);
    });
    input.onDidAccept(() => void take());
    input.onDidTriggerButton(() => {
      if (isActing()) return;
      resolve(question.back);
      input.hide();
    });
    input.onDidHide(() => {
      if (isPicking) return;
      isLeft = isActing();
      if (isLeft) return;
      takeBack();
      resolve(undefined);
      input.dispose();
    });
    showInput(input);
  });
}

/** How many characters took the place of others. */
function insertedLength(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.length - start - end;
}

/** So many characters at once are pasted. */
const pastedLength = 8;

function problemIn(question: Question<unknown>, text: string): string | undefined {
  const problem = question.check?.(text);
  return problem === undefined ? undefined : plainText(problemInWords(problem));
}

export function problemInWords(problem: Problem): string {
  return typeof problem === 'string' ? problem : wordsOf(problem);
}

/** Never rejects: every error is shown in the input box. */
export async function answerTo<Value>(
  question: Question<Value>,
  text: string,
  signal: AbortSignal,
): Promise<{ readonly value: Value } | { readonly problem: string }> {
  try {
    const answer = await question.accept(text, signal);
    return 'problem' in answer ? { problem: problemInWords(answer.problem) } : answer;
  } catch (error) {
    return { problem: sentenceOf(error) };
  }
}
