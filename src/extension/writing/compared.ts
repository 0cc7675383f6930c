import type * as vscode from 'vscode';
import type { OpenPage } from './openPages.ts';

type Page = Pick<OpenPage, 'desk' | 'target'>;

/** Which pages one has seen compared before they were sent first. */
export interface Compared {
  has(page: Page): boolean;
  add(page: Page): void;
}

export function createCompared(state: vscode.Memento): Compared {
  const pages = new Set(state.get<readonly string[]>(name) ?? []);
  return {
    has: (page) => pages.has(keyOf(page)),
    add(page) {
      pages.add(keyOf(page));
      void state.update(name, [...pages].slice(-atMost));
    },
  };
}

const name = 'writing.compared';
const atMost = 500;

function keyOf({ desk, target }: Page): string {
  return [desk.account.key, target.space, target.number, target.page].join('/');
}
