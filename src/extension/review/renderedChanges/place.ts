import { main, type Version } from '../../../model/shared/address.ts';

/** What a view shows. The webview stores it, so that it can be shown again after a reload. */
export interface PanelPlace {
  /** The account's key. */
  readonly account: string;
  readonly space: string;
  /** The title of the tab. */
  readonly title: string;
  readonly of: ChangeRequestPlace | VersionsPlace;
}

export interface ChangeRequestPlace {
  readonly kind: 'changeRequest';
  readonly number: number;
}

/** A page in two versions. */
export interface VersionsPlace {
  readonly kind: 'versions';
  readonly page: string;
  readonly before: Version;
  readonly after: Version;
}

export function keyOf({ account, space, of }: PanelPlace): string {
  return JSON.stringify([account, space, of]);
}

/** The stored state may be anything. */
export function placeOf(stored: unknown): PanelPlace | undefined {
  const { account, space, title, of } = recordOf(stored);
  if (typeof account !== 'string' || typeof space !== 'string' || typeof title !== 'string') return undefined;
  const shown = shownOf(recordOf(of));
  return shown && { account, space, title, of: shown };
}

function shownOf({ kind, number, page, before, after }: Record<string, unknown>): PanelPlace['of'] | undefined {
  if (kind === 'changeRequest') return isNumber(number) ? { kind, number } : undefined;
  if (kind !== 'versions' || typeof page !== 'string') return undefined;
  const [former, present] = [versionOf(before), versionOf(after)];
  return former && present && { kind, page, before: former, after: present };
}

function versionOf(stored: unknown): Version | undefined {
  // An earlier version of the extension stored nothing for published content.
  if (stored === undefined) return main;
  const { kind, number, revision } = recordOf(stored);
  if (kind === 'main') return main;
  if (kind === 'revision') return typeof revision === 'string' ? { kind, revision } : undefined;
  return (kind === 'changeRequest' || kind === 'base') && isNumber(number) ? { kind, number } : undefined;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
