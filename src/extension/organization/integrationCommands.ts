import * as vscode from 'vscode';
import { integrationManifest } from '../../model/organizations/integrationManifest.ts';
import { problemOfIntegrationName } from '../../model/organizations/limits.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { NewIntegration } from '../../store/organizations/organizations.ts';
import { integrationUri, prepare, type Reread } from './documents.ts';
import type { RowOf } from './rows.ts';
import { confirm, mention, type InOrganization } from './picking.ts';
import type { Uses } from '../ground/services/services.ts';

/** In bytes. A manifest with pictures is large. */
const largestManifest = 20 * 1024 * 1024;

export async function showIntegration(
  parts: Uses<'accounts' | 'stores'>,
  { account }: InOrganization,
  { integration }: RowOf<'integration'>,
  reread: Reread,
): Promise<void> {
  await show(parts, integrationUri(account, integration.name), reread);
}

async function show(parts: Uses<'accounts' | 'stores'>, uri: vscode.Uri, reread: Reread): Promise<void> {
  await prepare(parts, uri, reread);
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}

/** Publishes the user's own manifest: a new integration, or a new version of one. */
export async function publishIntegration(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  { organizations, organization, account }: InOrganization,
  row: RowOf<'integrations' | 'integration'>,
  reread: Reread,
): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Integration Manifest'),
      openLabel: vscode.l10n.t('Publish…'),
      canSelectMany: false,
      filters: { JSON: ['json'] },
    })) ?? [];
  if (!file) return;
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > largestManifest)
    throw new Error(vscode.l10n.t('This file is too large. A manifest can be at most 20 MB.'));
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const manifest = integrationManifest(text, organization.id);
  const presentName = row.kind === 'integration' ? row.integration.name : undefined;
  const name = manifest.name ?? presentName ?? (await askName(parts));
  if (name === undefined) return;
  const isSure = await confirm(parts, {
    message: vscode.l10n.t('Publish the integration “{0}” for “{1}”?', name, titleText(organization.title)),
    detail: factsOf(manifest.body),
    action: vscode.l10n.t('Publish'),
  });
  if (!isSure) return;
  // The client checks its form against the contract before sending it.
  const published = await organizations.publish(name, manifest.body as NewIntegration);
  mention(vscode.l10n.t('Published “{0}”.', titleText(published.title, name)));
  await show(parts, integrationUri(account, name), reread);
}

export async function unpublishIntegration(
  parts: Uses<'prompts'>,
  { organizations }: InOrganization,
  { integration }: RowOf<'integration'>,
): Promise<void> {
  const name = titleText(integration.title, integration.name);
  const isSure = await confirm(parts, {
    message: vscode.l10n.t('Unpublish the integration “{0}” ({1})?', name, integration.name),
    detail: vscode.l10n.t('It stops working wherever it is installed. To bring it back, publish its manifest again.'),
    action: vscode.l10n.t('Unpublish'),
  });
  if (!isSure) return;
  await organizations.unpublish(integration.name);
  mention(vscode.l10n.t('Unpublished “{0}”.', name));
}

async function askName({ prompts }: Uses<'prompts'>): Promise<string | undefined> {
  return prompts.ask({
    title: vscode.l10n.t('Publish Integration'),
    prompt: vscode.l10n.t('Name that identifies the integration on the server'),
    placeholder: 'my-integration',
    async accept(text) {
      const name = text.trim();
      const problem = problemOfIntegrationName(name);
      return problem === undefined ? { value: name } : { problem };
    },
  });
}

/** The far-reaching facts of a manifest, one per line; never a secret. */
function factsOf(body: Readonly<Record<string, unknown>>): string {
  const { title, visibility = 'private', scopes, secrets } = body;
  const count = typeof secrets === 'object' && secrets !== null ? Object.keys(secrets).length : 0;
  const words = (value: unknown): string => titleText(typeof value === 'string' ? value : '', '–');
  return [
    vscode.l10n.t('Title: {0}', words(title)),
    vscode.l10n.t('Visibility: {0}', words(visibility)),
    vscode.l10n.t('Scopes: {0}', Array.isArray(scopes) && scopes.length > 0 ? scopes.map(words).join(', ') : '–'),
    vscode.l10n.t('Secrets: {0}', count),
  ].join('\n');
}
