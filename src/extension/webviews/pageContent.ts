import * as vscode from 'vscode';
import { decoded } from '../../model/shared/decoded.ts';
import { imageTypeOf } from '../../model/shared/imageType.ts';
import type { Uses } from '../services/services.ts';

/** Where a relative address in a page leads, without its anchor. */
export function linkedUri(page: vscode.Uri, address: string): vscode.Uri {
  const [path = ''] = address.split(/[?#]/, 1);
  return path === '' ? page : vscode.Uri.joinPath(page, '..', decoded(path));
}

/** An image of a page, as `data:`. Rejects with a readable error. */
export async function pageImage(
  { fetchImage }: Uses<'fetchImage'>,
  page: vscode.Uri,
  address: string,
): Promise<string> {
  if (/^https:/i.test(address)) return fetchImage(address);
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
