import * as vscode from 'vscode';
import type { StateCore, Token } from 'markdown-it';

/** Whether a text may contain a task list. */
export function mayHoldTasks(text: string): boolean {
  return /\[[ x]\]\s/i.test(text);
}

/** Turns `[ ]` and `[x]` at the start of list items into read-only checkboxes. */
export function taskLists({ tokens, Token }: StateCore): void {
  for (const [index, item] of tokens.entries()) {
    if (item.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open') continue;
    const words = tokens[index + 2]?.children;
    const first = words?.[0];
    const mark = first?.type === 'text' ? /^\[([ x])\]\s/i.exec(first.content) : null;
    if (!first || !mark) continue;
    first.content = first.content.slice(mark[0].length);
    words?.unshift(checkBox(new Token('docs_platform_task', 'input', 0), mark[1] !== ' '));
    item.attrJoin('class', 'docs-platform-task');
  }
}

function checkBox(token: Token, isDone: boolean): Token {
  const label = isDone ? vscode.l10n.t('Completed task') : vscode.l10n.t('Incomplete task');
  token.attrs = [
    ['type', 'checkbox'],
    ['aria-label', label],
    ['disabled', ''],
  ];
  if (isDone) token.attrSet('checked', '');
  return token;
}
