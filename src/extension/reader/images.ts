import * as vscode from 'vscode';
import { decoded } from '../../model/shared/decoded.ts';
import { imageTypeOf } from '../../model/shared/imageType.ts';
import { filesDirectory } from '../../model/pages/fileNames.ts';
import { pageAddressOf } from '../addresses/pageUri.ts';
import type { ReaderContext } from './context.ts';
import { pageAround } from './pageRead.ts';

/** An image by its address as it is written in a page. */
export async function imageAt({ fetchImage }: ReaderContext, page: vscode.Uri, address: string): Promise<string> {
  if (/^https:/i.test(address)) return fetchImage(address);
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) throw new Error(vscode.l10n.t('Only images with an https URL are shown.'));
  const [path = ''] = address.split(/[?#]/, 1);
  return dataOf(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(page, '..', decoded(path))), path);
}

/** The image above a page: one from the web, or a file of its space. */
export async function coverOf(parts: ReaderContext, page: vscode.Uri): Promise<string> {
  const { ref } = (await pageAround(parts, page))?.node?.page.cover ?? {};
  if (ref?.kind === 'url' && typeof ref['url'] === 'string') return imageAt(parts, page, ref['url']);
  const name =
    ref?.kind === 'file' && typeof ref['file'] === 'string' ? await nameOf(parts, page, ref['file']) : undefined;
  if (name === undefined) throw new Error(vscode.l10n.t('Its file no longer exists.'));
  return dataOf(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(page, '..', filesDirectory, name)), name);
}

async function nameOf(
  { accounts, stores }: ReaderContext,
  page: vscode.Uri,
  file: string,
): Promise<string | undefined> {
  const address = pageAddressOf(page);
  const account = address && accounts.byKey(address.account);
  if (!account) return undefined;
  const { space, version } = address;
  const [library, content] = await Promise.all([stores(account).library(), stores(account).changeRequestContent()]);
  const entry = (path: string) => (version ? content.entry(space, version, path) : library.entry(space, path));
  const files = await entry(filesDirectory);
  if (files?.kind !== 'directory') return undefined;
  for (const { name } of files.children) {
    const found = await entry(`${filesDirectory}/${name}`);
    if (found?.kind === 'file' && found.file.id === file) return name;
  }
  return undefined;
}

function dataOf(bytes: Uint8Array, name: string): string {
  const type = imageTypeOf(bytes) ?? (/\.svg$/i.test(name) ? 'image/svg+xml' : undefined);
  if (type === undefined) throw new Error(vscode.l10n.t("The file isn't an image that can be shown."));
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
