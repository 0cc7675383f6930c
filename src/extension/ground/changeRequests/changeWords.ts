import * as vscode from 'vscode';
import { pictureOf } from '../../../model/shared/emoji.ts';
import type { FieldChange, PageChange } from '../../../model/changeRequests/changes.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import { titleText } from '../../../model/shared/titleText.ts';

/** A sentence for each change of a page that the diff of its text doesn't show. */
export function changeSentences(change: PageChange): string[] {
  const { before, after, isMoved, isReordered, isRenamed, fields } = change;
  if (!before) return [vscode.l10n.t('New page.')];
  if (!after) return [vscode.l10n.t('Deleted page.')];
  const from = before.above.at(-1);
  return [
    isMoved
      ? from === undefined
        ? vscode.l10n.t('Moved from the top level.')
        : vscode.l10n.t('Moved from “{0}”.', from)
      : undefined,
    isReordered ? vscode.l10n.t('Reordered among its siblings.') : undefined,
    isRenamed && before.path ? vscode.l10n.t('Renamed from {0}.', lastSegmentOf(before.path)) : undefined,
    ...fields.filter(({ name }) => name !== 'slug' || !isRenamed).map(fieldSentence),
  ].filter((sentence) => sentence !== undefined);
}

/** The same changes in a few words: `was install.md · title, icon`. Empty if only the text changed. */
export function changeMarks(change: PageChange): string[] {
  const { before, after, isMoved, isReordered, isRenamed, fields } = change;
  if (!before || !after) return [];
  const was = isMoved ? before.path : isRenamed && before.path ? lastSegmentOf(before.path) : undefined;
  const nouns = fields.filter(({ name }) => name !== 'slug').map(({ name }) => fieldNoun(name));
  return [
    was ? vscode.l10n.t('was {0}', was) : isMoved ? vscode.l10n.t('moved') : undefined,
    isReordered ? vscode.l10n.t('reordered') : undefined,
    [...new Set(nouns)].join(', ') || undefined,
  ].filter((mark) => mark !== undefined);
}

export function incompleteText(): string {
  return vscode.l10n.t("This server doesn't list the changes of a change request. Open it in the browser to see them.");
}

function fieldSentence(change: FieldChange): string {
  const [before, after] = [inWords(change.before), inWords(change.after)];
  switch (change.name) {
    case 'hidden':
      return change.after
        ? vscode.l10n.t('Now hidden from the published table of contents.')
        : vscode.l10n.t('Now shown in the published table of contents.');
    case 'noIndex':
      return change.after ? vscode.l10n.t('Now excluded from search.') : vscode.l10n.t('Now included in search.');
    case 'noRobotsIndex':
      return change.after
        ? vscode.l10n.t('Now hidden from search engines.')
        : vscode.l10n.t('Now visible to search engines.');
    case 'emoji': {
      const [one, other] = [change.before, change.after].map((each) => pictureOf(each as string | undefined));
      return changed(fieldNoun('emoji'), one ?? before, other ?? after);
    }
    case 'layout':
      return vscode.l10n.t('Layout: {0}.', layoutWords(change.before, change.after).join(', '));
    case 'cover':
    case 'target':
    case 'variables':
    case 'computed':
      return after === undefined
        ? vscode.l10n.t('Removed: {0}.', fieldNoun(change.name))
        : before === undefined
          ? vscode.l10n.t('Added: {0}.', fieldNoun(change.name))
          : vscode.l10n.t('Changed: {0}.', fieldNoun(change.name));
    default:
      return changed(fieldNoun(change.name), before, after);
  }
}

function changed(noun: string, before: string | undefined, after: string | undefined): string {
  const name = noun.charAt(0).toLocaleUpperCase(vscode.env.language) + noun.slice(1);
  if (before === undefined) return vscode.l10n.t('{0}: “{1}” (previously none).', name, after ?? '');
  if (after === undefined) return vscode.l10n.t('{0}: none (previously “{1}”).', name, before);
  return vscode.l10n.t('{0}: “{1}” (previously “{2}”).', name, after, before);
}

function fieldNoun(name: FieldChange['name']): string {
  switch (name) {
    case 'title':
      return vscode.l10n.t('title');
    case 'type':
      return vscode.l10n.t('type');
    case 'slug':
      return vscode.l10n.t('URL slug');
    case 'emoji':
    case 'icon':
      return vscode.l10n.t('icon');
    case 'description':
      return vscode.l10n.t('description');
    case 'hidden':
    case 'noIndex':
    case 'noRobotsIndex':
      return vscode.l10n.t('visibility');
    case 'layout':
      return vscode.l10n.t('layout');
    case 'cover':
      return vscode.l10n.t('cover image');
    case 'href':
    case 'target':
      return vscode.l10n.t('link target');
    case 'variables':
      return vscode.l10n.t('variables');
    case 'computed':
      return vscode.l10n.t('content source');
  }
}

/** The changed parts of a layout, by the platform's names. */
function layoutWords(before: unknown, after: unknown): string[] {
  const [one, other] = [before, after].map((layout) => (layout ?? {}) as Record<string, unknown>);
  const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  return names.flatMap((name) => {
    const now = other?.[name];
    if (one?.[name] === now) return [];
    const value = now === true ? vscode.l10n.t('shown') : now === false ? vscode.l10n.t('hidden') : inWords(now);
    return [`${titleText(name)} ${value ?? vscode.l10n.t('default')}`];
  });
}

function inWords(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return titleText(typeof value === 'string' ? value : JSON.stringify(value));
}
