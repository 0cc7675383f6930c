import * as vscode from 'vscode';
import { decoded } from '../../../model/shared/decoded.ts';
import { imageTypeOf } from '../../../model/shared/imageType.ts';
import type { ImageReply } from '../../../protocol/images.ts';
import { remoteImage, type RemoteImageContext } from './remoteImages.ts';

/** Where a relative address in a page leads, without its anchor. */
export function linkedUri(page: vscode.Uri, address: string): vscode.Uri {
  const [path = ''] = address.split(/[?#]/, 1);
  return path === '' ? page : vscode.Uri.joinPath(page, '..', decoded(path));
}

/** An image of a page. Rejects with a readable error. */
export async function pageImage(
  parts: RemoteImageContext,
  page: vscode.Uri,
  address: string,
  isWanted = false,
): Promise<ImageReply> {
  if (/^https:/i.test(address)) return remoteImage(parts, page, address, isWanted);
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) throw new Error(vscode.l10n.t('Only images with an https URL are shown.'));
  const uri = linkedUri(page, address);
  return imageIn(uri);
}

/** A file with an image, as `data:`. Rejects with a readable error. */
export async function imageIn(uri: vscode.Uri): Promise<string> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  const type = imageTypeOf(bytes) ?? (/\.svg$/i.test(uri.path) ? 'image/svg+xml' : undefined);
  if (type === undefined) throw new Error(vscode.l10n.t("The file isn't an image that can be shown."));
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
