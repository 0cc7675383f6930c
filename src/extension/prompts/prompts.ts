import * as vscode from 'vscode';
import { withoutLinks } from './plainText.ts';

/** A question with buttons. `modal` is for what cannot be undone, `detail` then says what will happen. */
export interface Choice<Action extends string> {
  readonly message: string;
  readonly detail?: string;
  readonly modal?: boolean;
  readonly severity?: 'information' | 'warning' | 'error';
  readonly actions: readonly Action[];
}

/** Text asked of the person; `check` gives the reason why a text cannot be taken. */
export interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  readonly step?: { readonly number: number; readonly of: number };
  readonly check?: (text: string) => string | undefined;
  /** Keeps the box open with what it says; resolves to a problem, or to undefined when the text is accepted. */
  readonly accept?: (text: string, signal: AbortSignal) => Promise<string | undefined>;
}

/**
 * Questions to the person, in one place, so that tests inside VS Code, where dialogs are refused, can answer them.
 * A dismissed question is undefined, not an error.
 */
export interface Prompts {
  choose<Action extends string>(choice: Choice<Action>): Promise<Action | undefined>;
  ask(question: Question): Promise<string | undefined>;
}

export function createPrompts(): Prompts {
  return { choose, ask };
}

async function choose<Action extends string>(choice: Choice<Action>): Promise<Action | undefined> {
  const show = {
    information: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[choice.severity ?? 'information'];
  const options = {
    modal: choice.modal ?? false,
    ...(choice.detail === undefined ? {} : { detail: withoutLinks(choice.detail) }),
  };
  return show<Action>(withoutLinks(choice.message), options, ...choice.actions);
}

function ask(question: Question): Promise<string | undefined> {
  const input = vscode.window.createInputBox();
  input.title = question.title;
  input.prompt = question.prompt;
  input.placeholder = question.placeholder;
  input.value = question.value ?? '';
  input.password = question.password ?? false;
  input.ignoreFocusOut = true;
  if (question.step) [input.step, input.totalSteps] = [question.step.number, question.step.of];

  const asking = new AbortController();
  return new Promise((resolve) => {
    let attempt = 0;
    input.onDidChangeValue((text) => {
      attempt++;
      input.busy = false;
      input.validationMessage = text === '' ? undefined : question.check?.(text);
    });
    input.onDidAccept(async () => {
      if (input.busy) return;
      const text = input.value;
      const problem = question.check?.(text);
      if (problem !== undefined) {
        input.validationMessage = withoutLinks(problem);
        return;
      }
      if (question.accept) {
        const mine = ++attempt;
        input.busy = true;
        const refusal = await question.accept(text, asking.signal);
        if (mine !== attempt) return;
        input.busy = false;
        if (refusal !== undefined) {
          input.validationMessage = withoutLinks(refusal);
          return;
        }
      }
      resolve(text);
      input.hide();
    });
    input.onDidHide(() => {
      asking.abort();
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}
