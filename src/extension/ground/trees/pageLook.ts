import * as vscode from 'vscode';
import type { PageNode } from '../../../model/pages/tree.ts';

const icons = new Map([
  ['document', 'file'],
  ['group', 'list-tree'],
  ['link', 'link-external'],
  ['computed', 'sparkle'],
]);

/** The codicon of a page of this type, if the page has no emoji. */
export function pageIcon(type: string): string {
  return icons.get(type) ?? 'question';
}

/** The gray marks of a page: that it is hidden, and its type if the icon doesn't show it. */
export function pageMarks({ hidden, type: given }: PageNode['page']): (string | undefined)[] {
  const type = given ?? 'document';
  return [
    hidden ? vscode.l10n.t('hidden') : undefined,
    type === 'computed' ? vscode.l10n.t('computed') : icons.has(type) ? undefined : type,
  ];
}
