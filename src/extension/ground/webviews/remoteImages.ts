import * as vscode from 'vscode';
import type { ImageReply } from '../../../protocol/images.ts';
import { placeAt } from '../places/place.ts';
import type { Uses } from '../services/services.ts';

export const remoteImagesSetting = 'docsPlatform.pages.remoteImages';

/** Where the hosts are stored whose images the user has asked for. */
const hostsKey = 'imageHosts';
const mostHosts = 200;

export type RemoteImageContext = Uses<'fetchImage' | 'globalState' | 'accounts'>;

/**
 * An image of a page from the web. Whoever wrote the page chose its host, which learns the reader's address with the
 * request. So only those of the page's own server, and of hosts that the user has allowed, are loaded.
 */
export async function remoteImage(
  { fetchImage, globalState, accounts }: RemoteImageContext,
  page: vscode.Uri,
  address: string,
  isWanted: boolean,
): Promise<ImageReply> {
  const account = placeAt({ accounts }, page)?.account;
  // An address that can't be read is explained where it is loaded.
  const host = URL.parse(address)?.host;
  if (host === undefined || (account?.kind === 'server' && host === URL.parse(account.base)?.host))
    return fetchImage(address, account?.key);
  const choice = vscode.workspace.getConfiguration().get<string>(remoteImagesSetting);
  if (choice === 'never') {
    if (globalState.get(hostsKey) !== undefined) await globalState.update(hostsKey, undefined);
    return { host, isOffered: false };
  }
  const hosts = hostsIn(globalState.get(hostsKey));
  if (choice !== 'always' && !hosts.includes(host)) {
    if (!isWanted) return { host, isOffered: true };
    await globalState.update(hostsKey, [host, ...hosts].slice(0, mostHosts));
  }
  return fetchImage(address, account?.key);
}

function hostsIn(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((host) => typeof host === 'string') : [];
}
