import * as vscode from 'vscode';
import { mentionBefore, type Mention, type MentionSign } from '../../../model/comments/mentions.ts';
import type { CommentsPlace } from '../../../model/comments/place.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Uses } from '../../ground/services/services.ts';
import { mentionsAt } from '../../ground/threads/mentions.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { createQuickPick, showInput } from '../../ground/services/openInput.ts';

type Item = vscode.QuickPickItem & { readonly mention: Mention };

/**
 * VS Code completes nothing in input boxes, so a picker opens once a sign for a mention is typed. Gives the text with
 * the chosen mention; without one, with what was typed in the picker. Undefined if the text doesn't end with a sign.
 */
export function pickMention(
  parts: Uses<'edge' | 'stores'>,
  at: { readonly account: Account; readonly place: CommentsPlace },
  text: string,
): Promise<string> | undefined {
  const typed = mentionBefore(text);
  return typed?.written === '' ? pick(parts, at, text, typed.sign) : undefined;
}

async function pick(
  parts: Uses<'edge' | 'stores'>,
  at: { readonly account: Account; readonly place: CommentsPlace },
  text: string,
  sign: MentionSign,
): Promise<string> {
  const picker = createQuickPick<Item>();
  picker.title = sign === '@' ? vscode.l10n.t('Mention Someone') : vscode.l10n.t('Mention a Change Request');
  picker.placeholder = vscode.l10n.t('Press Escape to continue without a suggestion');
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  const chosen = Promise.withResolvers<string>();
  picker.onDidAccept(() => {
    const [item] = picker.selectedItems;
    chosen.resolve(item ? text.slice(0, -1) + item.mention.insert : text + picker.value);
    picker.hide();
  });
  picker.onDidHide(() => {
    chosen.resolve(text + picker.value);
    picker.dispose();
  });
  async function fill(written: string): Promise<void> {
    picker.busy = true;
    const mentions = await mentionsAt(parts, at, { sign, written }, most);
    if (picker.value !== written) return;
    picker.busy = false;
    const offered = new Set(picker.items.map(({ mention }) => mention.insert));
    const added = mentions.filter(({ insert }) => !offered.has(insert));
    // VS Code tells which one is chosen by its place in the list that it shows: those there stay where they are.
    if (added.length > 0) picker.items = [...picker.items, ...added.map(itemOf)];
  }
  const fillSoon = (written: string): void =>
    void fill(written).catch((error: unknown) => {
      picker.busy = false;
      parts.edge.note('Mentions', error);
    });
  picker.onDidChangeValue(fillSoon);
  showInput(picker);
  fillSoon('');
  return chosen.promise;
}

const itemOf = (mention: Mention): Item => ({
  label: withoutIcons(mention.label),
  description: withoutIcons(mention.description),
  mention,
});

/** How many mentions are offered at once. */
const most = 100;
