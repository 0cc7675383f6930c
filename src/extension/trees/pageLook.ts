import * as vscode from 'vscode';
import type { PageNode } from '../../model/pages/tree.ts';

const icons = new Map([
  ['document', 'file'],
  ['group', 'list-tree'],
  ['link', 'link-external'],
  ['computed', 'sparkle'],
]);

/** The codicon of a page of this type, for those without an emoji. */
export function pageIcon(type: string): string {
  return icons.get(type) ?? 'question';
}

/** What is said in grey of every page: that it is hidden, and its type where the icon does not tell. */
export function pageMarks({ hidden, type: given }: PageNode['page']): (string | undefined)[] {
  const type = given ?? 'document';
  return [
    hidden ? vscode.l10n.t('hidden') : undefined,
    type === 'computed' ? vscode.l10n.t('computed') : icons.has(type) ? undefined : type,
  ];
}
