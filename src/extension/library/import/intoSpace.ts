import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import type { ImportResult } from '../../../contract/spaces/content.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { mayPropose } from '../../../model/library/lockedSpace.ts';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import { localImportSources } from '../../../model/pages/importSources.ts';
import { isReadable } from '../../../model/pages/readable.ts';
import { isKind } from '../../../model/shared/failure.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Library } from '../../../store/library/library.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { sentenceOf, serverWordsIn } from '../../ground/messages/sentence.ts';
import { isLibraryRowOf } from '../../ground/places/place.ts';
import { pageUri } from '../../ground/places/pageUri.ts';
import { pickSpace } from '../../ground/prompts/pickSpace.ts';
import { ensureUnlocked } from '../../ground/prompts/ensureUnlocked.ts';
import { showInformation, showProgress } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { plural } from '../../ground/words/plural.ts';
import type { ImportContext } from './context.ts';
import { openReport, showReport, summaryOf } from './report.ts';
import { sourceItems, type SourceItem } from './sources.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** Asks what to import, has the platform do it, and shows the new pages in the Library. */
export async function importIntoSpace(parts: ImportContext, given: unknown): Promise<void> {
  const account = await activeAccount(parts);
  if (!account) return;
  const library = await parts.stores(account).library();
  const question = vscode.l10n.t('Select a space to import into');
  const none = vscode.l10n.t('There are no spaces you can edit.');
  const space = isSpaceRow(given) ? given.space : await pickSpace(parts, library, question, mayPropose, none);
  if (!space || !(await ensureUnlocked(parts, account, space.id))) return;
  const title = vscode.l10n.t('Import into “{0}”', withoutIcons(titleText(space.title)));
  const kind = await showQuickPick(sourceItems(readableBy(parts, account)), {
    title,
    placeHolder: vscode.l10n.t('Choose what to import'),
  });
  if (!kind) return;
  const before = await library.pages(space.id);
  const from = kind.source === 'file' || kind.source === 'folder' ? kind.source : undefined;
  if (from && account.kind !== 'sample') {
    return (await importFiles()).importAsChangeRequest(parts, from, { account, space, title });
  }
  const result = from
    ? await (await importFiles()).importWhole(parts, from, { account, space, title })
    : await imported(parts, account, { space, kind, title });
  if (result) await notify(parts, { account, library, space, before, result });
}

const importFiles = () => import('./files.ts');

const isSpaceRow = isLibraryRowOf('space');

/**
 * The sample workspace reports which sources it can read. Other servers are only known to lack a source once they have
 * refused it.
 */
function readableBy({ refusedSources }: ImportContext, { key, kind }: Account): (source: string) => boolean {
  return (source) =>
    !refusedSources.has(`${key} ${source}`) &&
    (kind !== 'sample' || ['file', 'folder', ...localImportSources].includes(source));
}

interface Wanted {
  readonly space: Space;
  readonly kind: SourceItem;
  readonly title: string;
}

/** Asks again for an address that couldn't be imported, prefilled with what the user typed. */
async function imported(parts: ImportContext, account: Account, wanted: Wanted): Promise<ImportResult | undefined> {
  const change = vscode.l10n.t('Change URL…');
  for (let typed = ''; ;) {
    const url = await askAddress(parts, wanted, typed);
    if (url === undefined) return undefined;
    try {
      return await runImport(parts, account, wanted, url);
    } catch (error) {
      if (!isKind(error, 'invalid')) throw error;
      parts.edge.note('docsPlatform.importIntoSpace', error);
      const message = vscode.l10n.t('Nothing was imported. {0}', sentenceOf(error));
      if (/\bbody\.source\b/.test(serverWordsIn(error))) {
        parts.refusedSources.add(`${account.key} ${wanted.kind.source}`);
        await parts.prompts.choose({ message, severity: 'error', actions: [] });
        return undefined;
      }
      if ((await parts.prompts.choose({ message, severity: 'error', actions: [change] })) !== change) return undefined;
      typed = url;
    }
  }
}

function askAddress({ prompts }: ImportContext, { kind, title }: Wanted, value: string): Promise<string | undefined> {
  return prompts.ask({
    title,
    prompt: vscode.l10n.t('URL to import from ({0})', kind.label),
    placeholder: 'https://',
    value,
    accept: async (text) => {
      const url = text.trim();
      return URL.canParse(url) && /^https?:\/\//i.test(url)
        ? { value: url }
        : { problem: vscode.l10n.t('Enter a URL that starts with https:// or http://.') };
    },
  });
}

async function runImport(
  { stores }: ImportContext,
  account: Account,
  { space, kind, title }: Wanted,
  url: string,
): Promise<ImportResult> {
  const api = await stores(account).api();
  return showProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      progress.report({ message: vscode.l10n.t('the server is reading the URL…') });
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      const body = { url, source: kind.source };
      return api.content.import({ spaceId: space.id, body }, { signal: stop.signal });
    },
  );
}

interface Outcome {
  readonly account: Account;
  readonly library: Library;
  readonly space: Space;
  readonly before: PageTree;
  readonly result: ImportResult;
}

async function notify({ edge }: ImportContext, { account, library, space, before, result }: Outcome): Promise<void> {
  const first = await firstNewPage(library, space.id, before).catch((error: unknown) => {
    edge.note('docsPlatform.importIntoSpace', error);
    return undefined;
  });
  const place = first && (await library.placeOf(space.id, first.id));
  if (place) await run('library.reveal', place);
  const openPage = vscode.l10n.t('Open Page');
  const summary = account.kind === 'sample' || result.notes ? summaryOf(titleText(space.title), result) : undefined;
  const actions = [...(first && isReadable(first) ? [openPage] : []), ...(summary ? [showReport()] : [])];
  void showInformation(sentence(space, result), ...actions).then(async (action) => {
    if (summary && action === showReport()) await openReport(summary);
    if (action !== openPage || !first?.path) return;
    await vscode.window.showTextDocument(pageUri(account.key, space.id, first.path));
  });
}

async function firstNewPage(library: Library, spaceId: string, before: PageTree): Promise<PageNode | undefined> {
  const space = await library.placeOf(spaceId);
  await library.refresh(space);
  const { byId } = await library.pages(spaceId);
  return [...byId.values()].find(({ id }) => !before.byId.has(id));
}

function sentence(space: Space, { importedResources, totalResources }: ImportResult): string {
  const title = titleText(space.title);
  if (importedResources == null || totalResources == null) return vscode.l10n.t('Imported into “{0}”.', title);
  if (importedResources < totalResources) {
    return plural(
      vscode.l10n.t(
        'Imported {1} of {0} file into “{2}”. The rest is unused or unreadable.|Imported {1} of {0} files into “{2}”. The rest are unused or unreadable.',
      ),
      totalResources,
      importedResources,
      title,
    );
  }
  return plural(
    vscode.l10n.t('Imported {0} page into “{1}”.|Imported {0} pages and files into “{1}”.'),
    importedResources,
    title,
  );
}
