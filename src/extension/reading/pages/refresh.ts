import * as vscode from 'vscode';
import { numberOf, type Version } from '../../../model/shared/address.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import { noPage, type Place } from '../../ground/places/place.ts';
import type { Contents } from '../../../store/content/content.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Loads the space of a page or file again, so that its open editors show the latest content. */
export async function refreshPage({ stores }: Uses<'stores'>, { account, space, version, path }: Place): Promise<void> {
  if (path === undefined) throw new Error(noPage());
  const content = await stores(account).contents();
  if (version.kind !== 'main') return refreshVersion(content, space, version);
  const library = await stores(account).library();
  const name = lastSegmentOf(path);
  const gone = (): Error => new Error(vscode.l10n.t('“{0}” no longer exists on the server.', name));

  const place = await library.placeOf(space);
  if (!place) throw gone();
  await library.refresh(place);
  const failure = library.cachedChildren(place)?.failure;
  if (failure) throw failure;
  if (!(await content.entry(space, version, path))) throw gone();
}

/** A revision never changes. */
async function refreshVersion(content: Contents, space: string, version: Version): Promise<void> {
  const number = numberOf(version);
  if (number !== undefined) await content.refresh(space, number);
}
