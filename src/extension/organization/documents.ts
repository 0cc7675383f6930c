import * as vscode from 'vscode';
import { integrationText } from './integrationText.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { SpecAddress } from '../../store/organizations/organizations.ts';
import type { Account } from '../ground/services/accounts.ts';
import { organizationScheme } from './scheme.ts';
import { documentAt } from '../ground/services/openDocuments.ts';
import { accountOf } from '../ground/places/place.ts';
import { signedOut } from '../ground/words/unreachablePage.ts';
import type { Services, Uses } from '../ground/services/services.ts';

/** The document of a specification's version; without an id, of the latest one. */
export function versionUri(account: Account, { organizationId, specSlug }: SpecAddress, versionId = 'latest') {
  const names = versionId === 'latest' ? [specSlug] : [specSlug, versionId];
  return uriOf(account, ['openapi', ...names, `${specSlug}.json`]).with({ query: organizationId });
}

/** The document of an integration. */
export function integrationUri(account: Account, name: string): vscode.Uri {
  return uriOf(account, ['integration', name, `${name}.md`]);
}

/** Texts read in advance, each used once: VS Code would report an error in its own words. */
const ready = new Map<string, string>();

/** The current text of an `organizationScheme` document. */
export async function textOf(parts: Uses<'accounts' | 'stores'>, uri: vscode.Uri): Promise<string> {
  const text = ready.get(uri.toString());
  ready.delete(uri.toString());
  return text ?? read(parts, uri);
}

/** Makes VS Code read a document again if it is open. */
export type Reread = (uri: vscode.Uri) => void;

/** Reads a document before it is shown. Rejects with the platform's error. */
export async function prepare(parts: Uses<'accounts' | 'stores'>, uri: vscode.Uri, reread: Reread): Promise<void> {
  const text = await vscode.window.withProgress({ location: { viewId: 'docsPlatform.organization' } }, () =>
    read(parts, uri),
  );
  ready.set(uri.toString(), text);
  if (documentAt(uri)) reread(uri);
}

async function read(parts: Uses<'accounts' | 'stores'>, uri: vscode.Uri): Promise<string> {
  const [kind, ...names] = uri.path.slice(1).split('/').map(decodeURIComponent);
  const account = accountOf(parts, uri.authority);
  if (!account) return signedOut(uri.authority);
  const { stores } = parts;
  const organizations = await stores(account).organizations();
  if (kind === 'integration') {
    const [name = ''] = names;
    const [integration, installations] = await Promise.all([
      organizations.integration(name),
      organizations.installations(name),
    ]);
    return integrationText(integration, installations, await titlesAtHand(stores, account));
  }
  const [specSlug = '', version] = names.slice(0, -1);
  return organizations.versionText({ organizationId: uri.query, specSlug }, version);
}

/** Titles from the cache and from the organizations, without any other request. */
async function titlesAtHand(stores: Services['stores'], account: Account) {
  const [library, sites] = await Promise.all([stores(account).library(), stores(account).sites()]);
  const organizations = await library.organizations().catch(() => []);
  return (kind: string, id: string): string | undefined => {
    const found =
      kind === 'site'
        ? sites.cached(id)
        : (kind === 'space' ? library.cachedSpaces() : kind === 'organization' ? organizations : []).find(
            (each) => each.id === id,
          );
    return found && titleText(found.title);
  };
}

export async function openText(parts: Uses<'accounts' | 'stores'>, uri: vscode.Uri, reread: Reread): Promise<void> {
  await prepare(parts, uri, reread);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

function uriOf(account: Account, names: readonly string[]): vscode.Uri {
  const segments = names.map((name) => encodeURIComponent(titleText(name)));
  return vscode.Uri.from({ scheme: organizationScheme, authority: account.key, path: `/${segments.join('/')}` });
}
