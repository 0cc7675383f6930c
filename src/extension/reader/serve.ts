import * as vscode from 'vscode';
import { imageTypeOf } from '../../model/shared/imageType.ts';
import { decoded } from '../../model/shared/decoded.ts';
import { scheme } from '../../model/shared/schemes.ts';
import type { Handlers } from '../../protocol/answering.ts';
import { readerProtocol, type ReaderPlace, type ReaderProtocol } from '../../protocol/reader.ts';
import { pageAddressOf, uriOf } from '../addresses/pageUri.ts';
import type { OpenPanel } from '../webviews/panels.ts';
import { connect } from '../webviews/port.ts';
import type { OpenReader, ReaderContext, Readers } from './context.ts';
import { pageRead } from './pageRead.ts';

interface Serving {
  readonly reader: OpenReader;
  readonly readers: Pick<Readers, 'openAt' | 'showSource'>;
  /** Where to begin to read; undefined after the first call. */
  readonly takePlace: () => ReaderPlace | undefined;
}

/** Answers a reader until it is closed, and sends it the page again when it changes. */
export async function serveReader(
  parts: ReaderContext,
  { reader, readers, takePlace }: Serving,
  open: OpenPanel,
): Promise<vscode.Disposable> {
  const { uri } = reader;
  const port = connect(open, readerProtocol, handlers(), parts.edge);
  reader.reveal = (place) => port.notify('place', place);
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*'),
  );
  const sendAgain = async (changed: vscode.Uri): Promise<void> => {
    if (changed.toString() !== uri.toString()) return;
    try {
      port.notify('page', await pageRead(parts, uri));
    } catch (error) {
      parts.edge.note('Reader', error);
    }
  };
  return vscode.Disposable.from(port, watcher, watcher.onDidChange(sendAgain));

  function handlers(): Handlers<ReaderProtocol> {
    return {
      async open() {
        const page = await pageRead(parts, uri);
        const place = takePlace();
        return { ...page, ...(place && { place }) };
      },
      async goTo({ path }) {
        const address = pageAddressOf(uri);
        if (address) await readers.openAt(uriOf({ ...address, path }));
        return null;
      },
      async follow({ address }) {
        const [path = '', anchor] = address.split('#', 2);
        const target = targetOf(uri, path);
        const place = anchor === undefined ? undefined : { anchor };
        if (target.scheme === scheme && target.path.endsWith('.md')) await readers.openAt(target, place);
        else await vscode.commands.executeCommand('vscode.open', target);
        return null;
      },
      back: () => ran('workbench.action.navigateBack'),
      forward: () => ran('workbench.action.navigateForward'),
      async showSource() {
        await readers.showSource();
        return null;
      },
      scrolledTo({ line }) {
        reader.line = line;
        return null;
      },
      image: ({ address }) => imageAt(parts, uri, address),
    };
  }
}

async function ran(command: string): Promise<null> {
  await vscode.commands.executeCommand(command);
  return null;
}

/** A relative address as it is written in a page. */
function targetOf(page: vscode.Uri, path: string): vscode.Uri {
  return vscode.Uri.joinPath(page, '..', decoded(path));
}

async function imageAt({ fetchImage }: ReaderContext, page: vscode.Uri, address: string): Promise<string> {
  if (/^https:/i.test(address)) return fetchImage(address);
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) throw new Error(vscode.l10n.t('Only images with an https URL are shown.'));
  const [path = ''] = address.split(/[?#]/, 1);
  const bytes = await vscode.workspace.fs.readFile(targetOf(page, path));
  const type = imageTypeOf(bytes) ?? (/\.svg$/i.test(path) ? 'image/svg+xml' : undefined);
  if (type === undefined) throw new Error(vscode.l10n.t("The file isn't an image that can be shown."));
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
