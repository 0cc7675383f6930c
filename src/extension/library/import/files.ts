import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import type { ImportResult } from '../../../contract/spaces/content.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { largestFile } from '../../../model/editing/limits.ts';
import { withoutPhotoMetadata } from '../../../model/editing/photoMetadata.ts';
import { unsafeInSvg } from '../../../model/editing/unsafeSvg.ts';
import type { ImportSummary } from '../../../model/pages/importReport.ts';
import type {
  ImportedFile,
  ImportedPage,
  ImportedPages,
  ImportNote,
  SentLinks,
} from '../../../model/pages/importSources.ts';
import { typeByName } from '../../../model/shared/contentTypes.ts';
import { imageTypeOf } from '../../../model/shared/imageType.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import { cancellation, isKind } from '../../../model/shared/failure.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { SendImport } from '../../../store/editing/sendImport.ts';
import type { FileToSend } from '../../../store/editing/sendImportedFiles.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { FileToImport } from '../../ground/services/services.ts';
import { sentenceOf, serverWordsIn } from '../../ground/messages/sentence.ts';
import { nameOf as nameOfChangeRequest } from '../../ground/words/changeRequestName.ts';
import { showInformation, showProgress } from '../../ground/messages/show.ts';
import { plural } from '../../ground/words/plural.ts';
import type { ImportContext } from './context.ts';
import { isAccepted, openReport, showReport } from './report.ts';
import { pickUri, readPicked, type PickKind } from './pickedFiles.ts';

interface Into {
  readonly account: Account;
  readonly space: Space;
  readonly title: string;
}

/** Has the local platform import a file or folder. The address it gets contains the content itself. */
export async function importWhole(parts: ImportContext, kind: PickKind, into: Into): Promise<ImportResult | undefined> {
  const uri = await pickUri(kind, into.title);
  if (!uri) return undefined;
  const file = await withProgress(into.title, async (token, signal, progress) => {
    const picked = await readPicked(uri, token, progress);
    const { pages, notes } = await pagesOf(parts, { ...picked, taken: [], paths: {}, fileIds: {} }, signal);
    return { ...picked, notes: [...picked.skipped, ...notes], pages: countOf(pages) };
  });
  if (!(await isAccepted(parts, { name: file.name, pages: file.pages, files: 0, notes: file.notes }))) return undefined;
  const api = await parts.stores(into.account).api();
  return withProgress(into.title, async (_, signal) => {
    const { name, source, bytes } = file;
    const url = `data:;name=${encodeURIComponent(name.toWellFormed())};base64,${Buffer.from(bytes).toString('base64')}`;
    try {
      const result = await api.content.import({ spaceId: into.space.id, body: { url, source } }, { signal });
      return file.skipped.length === 0
        ? result
        : { ...result, notes: [...file.skipped.map((note) => ({ ...note })), ...(result.notes ?? [])] };
    } catch (error) {
      const problem = isKind(error, 'invalid') ? problemIn(serverWordsIn(error)) : undefined;
      throw problem === undefined ? error : unreadable(name, problem);
    }
  });
}

/** Reads a file as pages; an error says what is wrong with it. */
function pagesOf({ imports }: ImportContext, file: FileToImport, signal: AbortSignal): Promise<ImportedPages> {
  return imports.read(file, signal).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'Unimportable' ? unreadable(file.name, error.message) : error;
  });
}

/** Turns a file or folder into pages of a new change request, for servers that only import from addresses. */
export async function importAsChangeRequest(parts: ImportContext, kind: PickKind, into: Into): Promise<void> {
  const { account, space, title } = into;
  const edits = await parts.stores(account).edits();
  if (edits.isOffered() === false) {
    await showInformation(
      vscode.l10n.t("This server doesn't support importing files, because pages can't be edited in change requests."),
    );
    return;
  }
  const uri = await pickUri(kind, title);
  if (!uri) return;
  const library = await parts.stores(account).library();
  const taken = (await library.pages(space.id)).roots.flatMap(({ page }) => page.slug ?? []);
  const read = await withProgress(title, async (token, signal, progress) => {
    const { skipped, ...picked } = await readPicked(uri, token, progress);
    const file = { ...picked, taken, paths: {}, fileIds: {} };
    const { notes, ...content } = await pagesOf(parts, file, signal);
    return { file, ...content, notes: [...skipped, ...notes] };
  });
  const summary = { name: read.file.name, pages: countOf(read.pages), files: 0, notes: read.notes };
  if (!(await isAccepted(parts, summary))) return;
  // A change request is created for the active account.
  if (parts.accounts.active?.key !== account.key) await parts.accounts.activate(account.key);
  const at = await run('changeRequests.create', { space }, { isForEditing: true });
  if (!at) return;
  const linked = async (already: SentLinks, signal = new AbortController().signal) => {
    const again = await pagesOf(parts, { ...read.file, ...already }, signal);
    // Links make texts longer.
    read.notes.push(...again.notes.filter(({ kind }) => kind === 'limit'));
    return again.pages;
  };
  const target = { space: space.id, number: at.changeRequest.number };
  const files = read.files.flatMap(fileToSend);
  const sending = await parts.imports.send(account, { at: target, pages: read.pages, files, linked });
  for (;;) {
    const failure = await withProgress(title, (_, signal, progress) => {
      const report = (): void =>
        progress.report({
          message: plural(vscode.l10n.t('{1} of {0} page|{1} of {0} pages'), sending.total, sending.sent()),
        });
      report();
      return sending.send({ signal }, report).then(
        () => undefined,
        (error: unknown) => (signal.aborted ? cancellation() : error),
      );
    });
    if (failure === undefined) break;
    parts.edge.note('docsPlatform.importIntoSpace', failure);
    const retry = vscode.l10n.t('Try Again');
    const message = plural(
      vscode.l10n.t('Imported {1} of {0} page into {2}. {3}|Imported {1} of {0} pages into {2}. {3}'),
      sending.total,
      sending.sent(),
      nameOfChangeRequest(at.changeRequest),
      sentenceOf(failure),
    );
    const archive = vscode.l10n.t('Archive Change Request');
    const actions = sending.sent() === 0 ? [retry, archive] : [retry];
    const answer = await parts.prompts.choose({ message, severity: 'error', actions });
    if (answer === archive) {
      await run('changeRequest.archive', { ...at, account: account.key });
      return;
    }
    if (answer !== retry) break;
  }
  await show({ ...at, account: account.key }, { read, sending, summary });
}

function countOf(pages: readonly ImportedPage[]): number {
  return pages.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
}

/** As it is inserted into a page: without data about the photo, and not if it could run or load something else. */
function fileToSend({ path, bytes: whole }: ImportedFile): FileToSend[] {
  if (!whole?.length) return [];
  const contentType = imageTypeOf(whole) ?? typeByName(path) ?? 'application/octet-stream';
  if (contentType === 'image/svg+xml' && unsafeInSvg(whole) !== undefined) return [];
  const isCleaned = vscode.workspace.getConfiguration().get('docsPlatform.editing.removePhotoMetadata') !== false;
  const bytes = (isCleaned && withoutPhotoMetadata(whole)) || whole;
  if (bytes.length > largestFile) return [];
  const base64 = Buffer.from(bytes).toString('base64');
  return [{ path, name: lastSegmentOf(path), contentType, base64, size: bytes.length }];
}

async function show(
  at: ChangeRequestAt & { readonly account: string },
  {
    read,
    sending,
    summary,
  }: { readonly read: ImportedPages; readonly sending: SendImport; readonly summary: ImportSummary },
): Promise<void> {
  await run('changeRequests.reveal', at);
  const sent = sending.sent();
  const refused = [...sending.refused].map(([{ title }, error]): ImportNote => ({
    kind: 'skipped',
    path: title,
    detail: sentenceOf(error),
  }));
  if (sent + refused.length < sending.total) return;
  const name = nameOfChangeRequest(at.changeRequest);
  const done = plural(vscode.l10n.t('Imported {0} page into {1}.|Imported {0} pages into {1}.'), sent, name);
  const files = read.files.map(({ path }) => path).filter((path) => !sending.hasFile(path));
  const named = files.slice(0, mostNamed).join(', ');
  const rest = files.length - mostNamed;
  const why =
    sending.takesFiles() === false
      ? vscode.l10n.t("This server doesn't take files in change requests.")
      : vscode.l10n.t("Some files can't be uploaded from here.");
  const missing =
    rest > 0
      ? plural(vscode.l10n.t('Add these in the browser: {1} and {0} more.'), rest, named)
      : vscode.l10n.t('Add these in the browser: {0}.', named);
  const uploads = files.map((path): ImportNote => ({ kind: 'upload', path }));
  const report = {
    ...summary,
    pages: sent,
    files: read.files.length - files.length,
    notes: [...summary.notes, ...refused, ...uploads],
  };
  const refusal =
    refused.length > 0 &&
    plural(vscode.l10n.t('The server refused {0} page.|The server refused {0} pages.'), refused.length);
  const message = [done, refusal, ...(files.length > 0 ? [why, missing] : [])]
    .filter((part) => part !== false)
    .join(' ');
  void showInformation(message, showReport()).then((answer) => {
    if (answer === showReport()) void openReport(report);
  });
}

/** How many files a notification names at most. */
const mostNamed = 10;

/**
 * The local platform's message about the document, without the name of the field. It may contain names from an archive.
 */
function problemIn(words: string): string | undefined {
  const field = 'body.url';
  const at = words.indexOf(field);
  return at < 0 ? undefined : words.slice(at + field.length).replace(/^:? /, '');
}

function unreadable(name: string, problem: string): Error {
  return new Error(vscode.l10n.t('“{0}” {1}.', name, problem.replace(/\.$/, '')));
}

function withProgress<Result>(
  title: string,
  work: (
    token: vscode.CancellationToken,
    signal: AbortSignal,
    progress: vscode.Progress<{ message?: string }>,
  ) => Promise<Result>,
): Promise<Result> {
  return Promise.resolve(
    showProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      return work(token, stop.signal, progress);
    }),
  );
}
