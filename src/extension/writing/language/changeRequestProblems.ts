import * as vscode from 'vscode';
import type { Version } from '../../../model/shared/address.ts';
import { isKind } from '../../../model/shared/failure.ts';
import type { CheckedChangeRequest, CheckedPage, CheckOptions } from '../../../store/content/checks.ts';
import type { ContentChange } from '../../../store/content/content.ts';
import { addressKey, editUriOf, uriOf } from '../../ground/places/pageUri.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Uses } from '../../ground/services/services.ts';
import { checkOptions } from './checkSettings.ts';
import { diagnosticsOf, isNews } from './diagnostics.ts';
import { openForEditing } from '../../ground/places/pageUri.ts';
import type { Problems } from './problems.ts';

/** A change request, by account. */
export interface CheckedPlace {
  readonly account: Account;
  readonly space: string;
  readonly number: number;
}

/** The problems of change requests that were checked, until they are checked again, closed, or gone. */
export interface ChangeRequestProblems extends vscode.Disposable {
  /** Replaces the earlier problems of the change request. */
  show(at: CheckedPlace, checked: CheckedChangeRequest, unsent: Unsent['unsent']): void;
  /** An editable page shows its problems itself, or no longer does. */
  hide(uri: vscode.Uri): void;
  showAgain(uri: vscode.Uri): void;
}

/** What the server doesn't have of a change request. */
interface Unsent {
  readonly unsent: ReadonlyMap<string, string>;
  readonly newFiles: NonNullable<CheckOptions['newFiles']>;
}

interface Shown {
  readonly at: CheckedPlace;
  readonly page: string;
  readonly uri: vscode.Uri;
}

/** Limit of pages that are checked again at the same time, so that the threads stay free for the page being edited. */
const atOnce = 2;

export function createChangeRequestProblems(
  parts: Uses<'accounts' | 'reachability' | 'edge' | 'stores' | 'checkText'>,
  isShownByEditor: Problems['has'],
): ChangeRequestProblems {
  const diagnostics = vscode.languages.createDiagnosticCollection('docs-platform-checks');
  /** By the key of the editable page. */
  const shown = new Map<string, Shown>();
  /** Keys of pages that will be checked again, that are being, and that couldn't be. */
  const waiting = new Set<string>();
  const renewing = new Map<string, AbortController>();
  const behind = new Set<string>();

  function put(at: CheckedPlace, { node, text, problems: all, context }: CheckedPage, isUnsent: boolean): void {
    const address = { account: at.account.key, space: at.space, path: node.path ?? '' };
    const version = { kind: 'changeRequest', number: at.number } as const satisfies Version;
    const edit = editUriOf({ ...address, version });
    const key = addressKey(edit);
    remove(key);
    const problems = all.filter((each) => isNews(each, edit));
    if (problems.length === 0) return;
    const uri = isUnsent ? edit : uriOf({ ...address, version });
    shown.set(key, { at, page: node.id, uri });
    if (!isShownByEditor(edit)) diagnostics.set(uri, diagnosticsOf(text, problems, context));
  }

  function remove(key: string): void {
    const before = shown.get(key);
    if (before) diagnostics.delete(before.uri);
    shown.delete(key);
    behind.delete(key);
  }

  function removeAll(isOne: (at: CheckedPlace) => boolean): void {
    for (const key of keysOf(isOne)) remove(key);
  }

  function keysOf(isOne: (at: CheckedPlace) => boolean): string[] {
    return [...shown].flatMap(([key, { at }]) => (isOne(at) ? [key] : []));
  }

  /** Checks pages again: they may have been fixed. */
  function renewSoon(keys: Iterable<string>): void {
    for (const key of keys) {
      // It may have read the page before the last change.
      renewing.get(key)?.abort();
      waiting.add(key);
    }
    startRenewing();
  }

  function startRenewing(): void {
    for (const key of waiting) {
      if (renewing.size >= atOnce) return;
      if (renewing.has(key)) continue;
      waiting.delete(key);
      const stop = new AbortController();
      renewing.set(key, stop);
      void renew(key, stop.signal).finally(() => {
        renewing.delete(key);
        startRenewing();
      });
    }
  }

  async function renew(key: string, signal: AbortSignal): Promise<void> {
    const before = shown.get(key);
    if (!before) return;
    const { at, page } = before;
    behind.delete(key);
    try {
      const { stores } = parts;
      const [content, unsent] = [await stores(at.account).contents(), await unsentOf(parts, at)];
      const checked = await content.checkPage(at.space, at.number, page, { ...checkOptions(parts), ...unsent, signal });
      if (signal.aborted || !shown.has(key)) return;
      remove(key);
      put(at, checked, unsent.unsent.has(page));
    } catch (error) {
      if (signal.aborted) return;
      if (isKind(error, 'missing')) return remove(key);
      // They were right a moment ago.
      behind.add(key);
      parts.edge.note('Problems of a change request', error);
    }
  }

  const following = vscode.Disposable.from(
    parts.stores.onDidChange('content', ({ key: account }, change) => {
      const isOne = (at: CheckedPlace) =>
        at.account.key === account && at.space === change.space && at.number === numberOf(change);
      const isClosed = change.kind === 'gone' || (change.kind === 'changed' && !isOpen(change.after.status));
      if (isClosed) removeAll(isOne);
      if (isClosed || change.kind !== 'changed') return;
      renewSoon(keysOf(isOne));
    }),
    parts.accounts.onDidChange(({ removed }) => {
      for (const { key } of removed) removeAll(({ account }) => account.key === key);
    }),
    parts.reachability.onDidRecover(() => renewSoon([...behind])),
  );

  return {
    show(at, { pages }, unsent) {
      removeAll(
        ({ account, space, number }) => account.key === at.account.key && space === at.space && number === at.number,
      );
      for (const page of pages) put(at, page, unsent.has(page.node.id));
      // The check may have read these pages before the change that renews them.
      renewSoon([...renewing.keys()].filter((key) => shown.has(key)));
    },
    hide(uri) {
      const before = shown.get(addressKey(uri));
      if (before) diagnostics.delete(before.uri);
    },
    showAgain: (uri) => renewSoon([addressKey(uri)]),
    dispose() {
      following.dispose();
      waiting.clear();
      for (const stop of renewing.values()) stop.abort();
      diagnostics.dispose();
    },
  };
}

/** The texts of open editors, drafts, and new files of a change request. */
export async function unsentOf({ stores }: Uses<'stores'>, { account, space, number }: CheckedPlace): Promise<Unsent> {
  const [edits, content] = await Promise.all([stores(account).edits(), stores(account).contents()]);
  const [drafts, newFiles] = await Promise.all([edits.drafts.of({ space, number }), edits.files.of({ space, number })]);
  const texts = new Map(drafts.map(({ target, text }) => [target.page, text]));
  const version = { kind: 'changeRequest', number } as const;
  for (const [path, document] of openForEditing({ account: account.key, space, version }, { isDirty: true })) {
    const entry = await content.entry(space, version, path);
    if (entry?.kind === 'page') texts.set(entry.node.id, document.getText());
  }
  return { unsent: texts, newFiles };
}

function isOpen(status: string | null | undefined): boolean {
  return status === 'open' || status === 'draft';
}

function numberOf(change: ContentChange): number | undefined {
  if (change.kind === 'pages') return undefined;
  return change.kind === 'changed' ? change.after.number : change.number;
}
