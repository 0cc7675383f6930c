import * as vscode from 'vscode';
import { operationKey, operationsIn } from '../../../model/rendering/apiOperation.ts';
import { decoded } from '../../../model/shared/decoded.ts';
import { editScheme, scheme } from '../../../model/shared/schemes.ts';
import type { Handlers } from '../../../protocol/answering.ts';
import { readerProtocol, type ReaderProtocol } from '../../../protocol/reader.ts';
import { addressOf, editAddressOf, editUriOf, uriOf } from '../../ground/places/pageUri.ts';
import { accountKeyOf, askIfSignedOut, placeAt } from '../../ground/places/place.ts';
import { run } from '../../ground/contributions/run.ts';
import type { OpenPanel } from '../../ground/webviews/panels.ts';
import { connect, type Port } from '../../ground/webviews/port.ts';
import { pageComments } from './comments.ts';
import type { OpenReader, ReaderContext, Readers } from './context.ts';
import { drawFormulas } from '../../ground/webviews/formulas.ts';
import { pageImage } from '../../ground/webviews/pageContent.ts';
import { highlightedCode } from './codeColors.ts';
import { coverOf } from './images.ts';
import { operationsOf } from './operations.ts';
import { pageRead } from './pageRead.ts';
import { sendUpdates } from './updates.ts';

/** Whether the user wants to read without comments. */
const hiddenKey = 'reader.hidesComments';

interface Serving {
  readonly reader: OpenReader;
  readonly readers: Pick<Readers, 'navigate' | 'passTo' | 'showSource'>;
}

/** Answers a reader until it is closed, and sends it the page again when it changes. */
export async function serveReader(
  parts: ReaderContext,
  { reader, readers }: Serving,
  open: OpenPanel,
): Promise<vscode.Disposable> {
  const { uri } = reader;
  /** The keys of the operations that were described last. */
  let sentOperations = '';
  const comments = pageComments(parts, reader, (name, news) => port.notify(name, news));
  const port: Port<ReaderProtocol> = connect(open, readerProtocol, handlers(), parts.edge, accountKeyOf(uri) ?? '');
  reader.reveal = (place) => port.notify('place', place);
  reader.comment = () => port.notify('comment', {});
  return vscode.Disposable.from(
    port,
    comments,
    sendUpdates(parts, reader, {
      port,
      onSent(markdown) {
        comments.pageRead();
        void sendOperations(markdown);
      },
    }),
  );

  function handlers(): Handlers<ReaderProtocol> {
    return {
      ...comments.handlers,
      async page() {
        askIfSignedOut(parts, uri);
        const page = await pageRead(parts, uri);
        void sendOperations(page.markdown, true);
        const hidesComments = parts.globalState.get(hiddenKey) === true;
        const hasForward = reader.trail.forward.length > 0;
        const isEditable = uri.scheme === editScheme;
        return { ...page, hidesComments, hasForward, isEditable, ...(reader.begin && { place: reader.begin }) };
      },
      hideComments: async ({ isHidden }) => done(await parts.globalState.update(hiddenKey, isHidden)),
      goToPage: async ({ path }) => done(await readers.passTo(inSameVersion(uri, path), { line: 0 })),
      showSpace: async () => done(await showSpace(parts, uri)),
      follow: async ({ address, beside }) => done(await follow(address, beside)),
      back: async () => done(await readers.navigate(reader, 'Back')),
      forward: async () => done(await readers.navigate(reader, 'Forward')),
      showSource: async () => done(await readers.showSource(reader)),
      scrolledTo({ line }) {
        reader.line = line;
        reader.begin = undefined;
        return null;
      },
      picture: ({ address, isWanted }) => pageImage(parts, uri, address, isWanted),
      formulas: ({ formulas }) => drawFormulas(parts, formulas),
      codeColors: ({ codes }) => highlightedCode(parts, codes),
      showDiagram: async ({ anchor }) =>
        done(await vscode.commands.executeCommand('markdown.showPreview', uri.with({ fragment: anchor }))),
      cover: ({ isWanted }) => coverOf(parts, uri, isWanted),
    };
  }

  /** They are shown when they arrive. */
  async function sendOperations(markdown: string, isNew = false): Promise<void> {
    const named = operationsIn(markdown).map(operationKey).join();
    if (named === sentOperations && !isNew) return;
    sentOperations = named;
    try {
      const operations = await operationsOf(parts, uri, markdown);
      if (Object.keys(operations).length > 0) port.notify('operations', operations);
    } catch (error) {
      parts.edge.note('Reader', error);
    }
  }

  async function follow(address: string, beside: boolean): Promise<void> {
    const [path = '', anchor] = address.split('#', 2);
    const target = path === '' ? uri : targetOf(uri, path);
    const options = beside ? { viewColumn: vscode.ViewColumn.Beside } : undefined;
    const isPage = [scheme, editScheme].some((each) => each === target.scheme) && target.path.endsWith('.md');
    if (isPage) await readers.passTo(target, anchor ? { anchor } : { line: 0 }, options);
    else await vscode.commands.executeCommand('vscode.open', target, options);
  }
}

function done(_: unknown): null {
  return null;
}

function inSameVersion(page: vscode.Uri, path: string): vscode.Uri {
  const editable = editAddressOf(page);
  if (editable) return editUriOf({ ...editable, path });
  const address = addressOf(page);
  if (!address) throw new Error(vscode.l10n.t("This page belongs to an account that isn't signed in on this machine."));
  return uriOf({ ...address, path });
}

/** A relative address as it is written in a page. Other spaces have no editable pages in the same change request. */
function targetOf(page: vscode.Uri, path: string): vscode.Uri {
  const target = vscode.Uri.joinPath(page, '..', decoded(path.split('?', 1)[0] ?? ''));
  return target.scheme === editScheme && !editAddressOf(target) ? target.with({ scheme }) : target;
}

async function showSpace({ accounts, stores }: ReaderContext, page: vscode.Uri): Promise<void> {
  const at = placeAt({ accounts }, page);
  const place = at && (await (await stores(at.account).library()).placeOf(at.space));
  if (!place) throw new Error(vscode.l10n.t("The space isn't in your Library."));
  if (accounts.active?.key !== at.account.key) {
    throw new Error(vscode.l10n.t('The space belongs to another account. Switch to that account to see it.'));
  }
  await run('library.reveal', place);
}
