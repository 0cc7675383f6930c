import * as vscode from 'vscode';
import { problemOf, type FindQuery } from '../../../model/find/query.ts';
import { run } from '../../ground/contributions/run.ts';
import { has } from '../../ground/contributions/given.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { askQuery, type Asked } from './ask.ts';
import type { FindContext } from './context.ts';
import { lastQueryIn, storeLastQuery } from './lastQuery.ts';
import { createWalk, openMatch } from './open.ts';
import { createResults, type Results } from './results.ts';
import { isLibraryRow } from '../../ground/places/libraryRows.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import { isMatchRow } from './rows.ts';
import { scopesAround } from './scopes.ts';
import { inFindView } from './view.ts';

/** The table of this feature's commands. `find` returns the results. */
export function findCommands(parts: FindContext) {
  let results: Results | undefined;
  let walk: ReturnType<typeof createWalk> | undefined;
  const shown = (): Results => {
    results ??= createResults(parts);
    walk ??= createWalk(parts, results);
    return results;
  };
  const replacing = () => import('./replace.ts');

  return {
    'docsPlatform.findInPages.find': async (given, query) => {
      const account = await activeAccount(parts);
      if (!account) return undefined;
      const asked = await askedFor(parts, account, isLibraryRow(given) ? given : undefined, query);
      if (!asked) return undefined;
      await storeLastQuery(parts.state, account.key, asked.query);
      const { scope } = asked;
      const found = shown();
      const running = found.run({ ...asked, account, places: await scope.places(), sentTo: new Map() });
      await run('findInPages.focus');
      await inFindView(async () => running);
      return found;
    },
    'docsPlatform.findInPages.searchAll': async () => {
      const { search } = shown();
      if (search) await inFindView(async () => shown().run({ ...search }, { all: true }));
    },
    'docsPlatform.findInPages.refresh': async () => {
      const { search } = shown();
      if (search) await inFindView(async () => shown().run({ ...search }, { again: true, all: shown().isAll }));
    },
    'docsPlatform.findInPages.stop': () => shown().stop(),
    'docsPlatform.findInPages.clear': () => shown().clear(),
    'docsPlatform.findInPages.open': async (row) => {
      if (!isMatchRow(row)) return;
      const found = shown();
      walk?.opened(row);
      await openMatch(parts, found, row, true);
    },
    'docsPlatform.findInPages.next': async () => walk?.step(1),
    'docsPlatform.findInPages.previous': async () => walk?.step(-1),
    'docsPlatform.findInPages.replace': async () => (await replacing()).askReplacement(parts, shown()),
    'docsPlatform.findInPages.preview': async () => (await replacing()).previewReplacements(parts, shown()),
    'docsPlatform.findInPages.apply': async () => (await import('./apply.ts')).applyReplacements(parts, shown()),
  } satisfies CommandTable;
}

const nothing: FindQuery = { text: '', isRegex: false, isCaseSensitive: false, isWholeWord: false };

/** Another command or extension may pass the query. */
async function askedFor(
  parts: FindContext,
  account: Parameters<typeof scopesAround>[1],
  row: Parameters<typeof scopesAround>[2],
  query: unknown,
): Promise<Asked | undefined> {
  const { scopes, first } = await scopesAround(parts, account, row);
  const scope = scopes.find(({ kind }) => kind === first) ?? scopes[0];
  if (!scope) throw new Error(vscode.l10n.t("There is nothing to search: you aren't a member of an organization."));
  if (has(query, { text: 'string' })) {
    const passed = { ...nothing, ...query };
    const problem = problemOf(passed);
    if (problem !== undefined) throw new Error(vscode.l10n.t("This regular expression isn't valid: {0}", problem));
    return { query: passed, scope };
  }
  const before = { ...nothing, ...lastQueryIn(parts.state, account.key) };
  const selected = selectedText();
  return askQuery(selected === undefined ? before : { ...before, text: selected, isRegex: false }, scopes, scope);
}

/** The selection of the editor, if it is a part of one line. */
function selectedText(): string | undefined {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  return document && selection?.isSingleLine && !selection.isEmpty ? document.getText(selection) : undefined;
}
