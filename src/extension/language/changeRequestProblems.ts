import * as vscode from 'vscode';
import type { Version } from '../../model/shared/address.ts';
import { isKind } from '../../model/shared/failure.ts';
import type { CheckedChangeRequest, CheckedPage } from '../../store/changeRequestContent/checks.ts';
import type { ChangeRequestContent, ChangeRequestContentChange } from '../../store/changeRequestContent/content.ts';
import { addressKey, editUriOf, uriOf } from '../addresses/pageUri.ts';
import type { Account } from '../services/accounts.ts';
import type { Uses } from '../services/services.ts';
import { checkOptions } from './checkSettings.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { openTexts } from './pageSurroundings.ts';
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
  show(at: CheckedPlace, checked: CheckedChangeRequest, unsent: ReadonlyMap<string, string>): void;
  /** An editable page shows its problems itself, or no longer does. */
  hide(uri: vscode.Uri): void;
  showAgain(uri: vscode.Uri): void;
}

interface Shown {
  readonly at: CheckedPlace;
  readonly page: string;
  readonly uri: vscode.Uri;
}

export function createChangeRequestProblems(
  parts: Uses<'accounts' | 'edge' | 'stores' | 'checkText'>,
  isShownByEditor: Problems['has'],
): ChangeRequestProblems {
  const diagnostics = vscode.languages.createDiagnosticCollection('docs-platform-checks');
  /** By the key of the editable page. */
  const shown = new Map<string, Shown>();
  const followed = new Map<ChangeRequestContent, vscode.Disposable>();

  function put(at: CheckedPlace, { node, text, problems, context }: CheckedPage, isUnsent: boolean): void {
    const address = { account: at.account.key, space: at.space, path: node.path ?? '' };
    const version = { kind: 'changeRequest', number: at.number } as const satisfies Version;
    const edit = editUriOf({ ...address, version });
    const key = addressKey(edit);
    remove(key);
    if (problems.length === 0) return;
    const uri = isUnsent ? edit : uriOf({ ...address, version });
    shown.set(key, { at, page: node.id, uri });
    if (!isShownByEditor(edit)) diagnostics.set(uri, diagnosticsOf(text, problems, context));
  }

  function remove(key: string): void {
    const before = shown.get(key);
    if (before) diagnostics.delete(before.uri);
    shown.delete(key);
  }

  function removeAll(isOne: (at: CheckedPlace) => boolean): void {
    for (const [key, { at }] of [...shown]) if (isOne(at)) remove(key);
  }

  /** Checks the page again: it may have been fixed. */
  async function renew(key: string): Promise<void> {
    const before = shown.get(key);
    if (!before) return;
    const { at, page } = before;
    try {
      const { stores } = parts;
      const [content, unsent] = [await stores(at.account).changeRequestContent(), await unsentTexts(parts, at)];
      const newFiles = await (await stores(at.account).edits()).files.of(at);
      const checked = await content.checkPage(at.space, at.number, page, { ...checkOptions(parts), unsent, newFiles });
      if (shown.get(key) !== before) return;
      remove(key);
      put(at, checked, unsent.has(page));
    } catch (error) {
      if (shown.get(key) === before) remove(key);
      if (!isKind(error, 'missing')) parts.edge.note('Problems of a change request', error);
    }
  }

  function follow({ account }: CheckedPlace, content: ChangeRequestContent): void {
    if (followed.has(content)) return;
    followed.set(
      content,
      content.onDidChange((change) => {
        const isOne = (at: CheckedPlace) =>
          at.account.key === account.key && at.space === change.space && at.number === numberOf(change);
        const isClosed = change.kind === 'gone' || (change.kind === 'changed' && !isOpen(change.after.status));
        if (isClosed) removeAll(isOne);
        if (isClosed || change.kind !== 'changed') return;
        for (const [key, { at }] of shown) if (isOne(at)) void renew(key);
      }),
    );
  }

  const accountsGone = parts.accounts.onDidChange(({ removed }) => {
    for (const { key } of removed) removeAll(({ account }) => account.key === key);
  });

  return {
    show(at, { pages }, unsent) {
      removeAll(
        ({ account, space, number }) => account.key === at.account.key && space === at.space && number === at.number,
      );
      for (const page of pages) put(at, page, unsent.has(page.node.id));
      void parts
        .stores(at.account)
        .changeRequestContent()
        .then((content) => follow(at, content));
    },
    hide(uri) {
      const before = shown.get(addressKey(uri));
      if (before) diagnostics.delete(before.uri);
    },
    showAgain: (uri) => void renew(addressKey(uri)),
    dispose() {
      accountsGone.dispose();
      for (const subscription of followed.values()) subscription.dispose();
      diagnostics.dispose();
    },
  };
}

/** The texts of a change request that the server doesn't have, by page: those of open editors, and drafts. */
export async function unsentTexts(
  { stores }: Uses<'stores'>,
  { account, space, number }: CheckedPlace,
): Promise<Map<string, string>> {
  const [edits, content] = await Promise.all([stores(account).edits(), stores(account).changeRequestContent()]);
  const drafts = await edits.drafts.of({ space, number });
  const texts = new Map(drafts.map(({ target, text }) => [target.page, text]));
  const version = { kind: 'changeRequest', number } as const;
  for (const [path, text] of openTexts({ account: account.key, space, version }, { isDirty: true })) {
    const entry = await content.entry(space, version, path);
    if (entry?.kind === 'page') texts.set(entry.node.id, text);
  }
  return texts;
}

function isOpen(status: string | null | undefined): boolean {
  return status === 'open' || status === 'draft';
}

function numberOf(change: ChangeRequestContentChange): number {
  return change.kind === 'changed' ? change.after.number : change.number;
}
