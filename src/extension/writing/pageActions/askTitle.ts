import * as vscode from 'vscode';
import type { Prompts } from '../../ground/services/prompts.ts';

/**
 * Asks for the title of a page, and sends it while the input box is open, so that the typed title isn't lost if the
 * server refuses it.
 */
export function askTitle<Result>(
  prompts: Prompts,
  question: {
    readonly title: string;
    readonly value?: string;
    readonly step?: { readonly number: number; readonly of: number };
    readonly send: (title: string) => Promise<Result>;
  },
): Promise<Result | undefined> {
  const { title, value = '', step, send } = question;
  return prompts.ask<Result>({
    title,
    prompt: vscode.l10n.t('Page title'),
    placeholder: vscode.l10n.t('Title'),
    value,
    ...(step && { step }),
    isAction: true,
    async accept(text) {
      const typed = text.trim();
      return typed === '' ? { problem: vscode.l10n.t('A page needs a title.') } : { value: await send(typed) };
    },
  });
}
