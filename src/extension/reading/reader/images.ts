import * as vscode from 'vscode';
import { filesDirectory } from '../../../model/pages/fileNames.ts';
import type { ImageReply } from '../../../protocol/images.ts';
import { placeAt } from '../../ground/places/place.ts';
import { imageIn, pageImage } from '../../ground/webviews/pageContent.ts';
import type { ReaderContext } from './context.ts';
import { pageAround } from './pageRead.ts';

/** The image above a page: one from the web, or a file of its space. */
export async function coverOf(parts: ReaderContext, page: vscode.Uri, isWanted?: boolean): Promise<ImageReply> {
  const { ref } = (await pageAround(parts, page))?.node?.page.cover ?? {};
  if (ref?.kind === 'url' && typeof ref['url'] === 'string') return pageImage(parts, page, ref['url'], isWanted);
  const name =
    ref?.kind === 'file' && typeof ref['file'] === 'string' ? await nameOf(parts, page, ref['file']) : undefined;
  if (name === undefined) throw new Error(vscode.l10n.t('Its file no longer exists.'));
  return imageIn(vscode.Uri.joinPath(page, '..', filesDirectory, name));
}

async function nameOf(
  { accounts, stores }: ReaderContext,
  page: vscode.Uri,
  file: string,
): Promise<string | undefined> {
  const place = placeAt({ accounts }, page);
  if (!place) return undefined;
  const { account, space, version } = place;
  const content = (await stores(account).contents()).at(space, version);
  const files = await content.entry(filesDirectory);
  if (files?.kind !== 'directory') return undefined;
  for (const { name } of files.children) {
    const found = await content.entry(`${filesDirectory}/${name}`);
    if (found?.kind === 'file' && found.file.id === file) return name;
  }
  return undefined;
}
