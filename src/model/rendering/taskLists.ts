import type { StateCore, Token } from 'markdown-it';
import type { Words } from './words.ts';

export type TaskWords = Pick<Words, 'completedTask' | 'incompleteTask'>;

/** Turns `[ ]` and `[x]` at the start of list items into read-only checkboxes. */
export function taskLists({ tokens, Token }: StateCore, words: TaskWords): void {
  for (const [index, item] of tokens.entries()) {
    if (item.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open') continue;
    const children = tokens[index + 2]?.children;
    const first = children?.[0];
    const mark = first?.type === 'text' ? /^\[([ x])\]\s/i.exec(first.content) : null;
    if (!first || !mark) continue;
    first.content = first.content.slice(mark[0].length);
    children?.unshift(checkBox(new Token('docs_platform_task', 'input', 0), mark[1] !== ' ', words));
    item.attrJoin('class', 'docs-platform-task');
  }
}

function checkBox(token: Token, isDone: boolean, { completedTask, incompleteTask }: TaskWords): Token {
  token.attrs = [
    ['type', 'checkbox'],
    ['aria-label', isDone ? completedTask : incompleteTask],
    ['disabled', ''],
  ];
  if (isDone) token.attrSet('checked', '');
  return token;
}
