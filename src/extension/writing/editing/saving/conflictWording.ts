import * as vscode from 'vscode';
import type { ConflictMarkers } from '../../../../model/merge/conflictMarkers.ts';
import { withoutIcons } from '../../../ground/words/plainText.ts';
import type { Contributor } from './lastEditor.ts';
import { plural } from '../../../ground/words/plural.ts';

export function theirVersion({ name, isUser }: Contributor): string {
  if (isUser) return vscode.l10n.t('Your other version');
  return name === undefined ? vscode.l10n.t('Their version') : vscode.l10n.t("{0}'s version", name);
}

/** The side of the change request. Someone else's isn't the user's own. */
export function ourVersion(othersNumber: number | undefined): string {
  return othersNumber === undefined ? vscode.l10n.t('Yours') : `#${othersNumber}`;
}

export function acceptOurs(ours: string): string {
  return ours.startsWith('#') ? vscode.l10n.t('Accept {0}', ours) : vscode.l10n.t('Accept Yours');
}

/** The title of a code lens, in which VS Code would render icons. */
export function acceptTheirs({
  name,
  withMain,
  isUser,
}: Pick<ConflictMarkers, 'name' | 'withMain' | 'isUser'>): string {
  if (isUser) return vscode.l10n.t('Accept Your Other Version');
  if (withMain) return vscode.l10n.t('Accept Main');
  return name === undefined
    ? vscode.l10n.t('Accept Their Version')
    : vscode.l10n.t("Accept {0}'s Version", withoutIcons(name));
}

export function conflictInWords({ name, isUser }: Contributor): string {
  if (isUser) return vscode.l10n.t('You changed the same lines elsewhere. Choose what to keep, then save again.');
  return name === undefined
    ? vscode.l10n.t('Someone else changed the same lines. Choose what to keep, then save again.')
    : vscode.l10n.t('{0} changed the same lines. Choose what to keep, then save again.', name);
}

/** Undefined if there are none. */
export function countInWords(count: number): string | undefined {
  if (count === 0) return undefined;
  return plural(vscode.l10n.t('{0} conflict|{0} conflicts'), count);
}

export function resolveFirst(count: number): string {
  return plural(vscode.l10n.t('Resolve {0} conflict first.|Resolve {0} conflicts first.'), count);
}

export function combinedInWords({ name, isUser }: Contributor, pages: readonly string[], number: number): string {
  const names = pages.join(', ');
  if (isUser) return vscode.l10n.t('Combined with your other changes to {0}. Saved to #{1}.', names, number);
  const who = name === undefined ? vscode.l10n.t("someone else's") : vscode.l10n.t("{0}'s", name);
  return vscode.l10n.t('Combined with {0} changes to {1}. Saved to #{2}.', who, names, number);
}
