import * as vscode from 'vscode';
import type { Installation, Integration } from '../../contract/organizations/integrations.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { asCode, asLink, asText } from '../../model/text/escaping.ts';
import { harmlessMarkdown } from '../../model/text/sanitizedMarkdown.ts';

/** An integration as Markdown to read. Texts by others are escaped; their summary keeps harmless markup. */
export function integrationText(
  integration: Integration,
  /** The installations that the account can see; undefined if the server lists none. */
  installations: readonly Installation[] | undefined,
  /** The title of a `space`, `site` or `organization`; undefined if unknown. */
  titleOf: (kind: string, id: string) => string | undefined = () => undefined,
): string {
  const { name, title, description, summary } = integration;
  return [
    `# ${asText(titleText(title, name))}`,
    description ? asText(description) : '',
    section(vscode.l10n.t('Details'), detailsOf(integration)),
    summary ? `## ${vscode.l10n.t('Summary')}\n\n${harmlessMarkdown(summary, 2)}` : '',
    section(vscode.l10n.t('Permissions'), (integration.scopes ?? []).map(asCode)),
    section(vscode.l10n.t('Blocks'), (integration.blocks ?? []).map(lineOf)),
    section(vscode.l10n.t('Content Sources'), (integration.contentSources ?? []).map(lineOf)),
    section(vscode.l10n.t('Settings'), settingsOf(integration)),
    section(
      vscode.l10n.t('Links'),
      (integration.externalLinks ?? []).flatMap(({ label, url }) =>
        url ? [`${label ? `${asText(label)}: ` : ''}${asLink(url)}`] : [],
      ),
    ),
    section(vscode.l10n.t('Preview Images'), (integration.previewImages ?? []).map(asLink)),
    installations
      ? section(
          vscode.l10n.t('Installations'),
          installations.map((each) => installationLine(each, titleOf)),
          vscode.l10n.t('No installations visible to you.'),
        )
      : '',
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

function section(title: string, lines: readonly string[], otherwise = ''): string {
  if (lines.length === 0) return otherwise && `## ${title}\n\n${otherwise}`;
  return `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function detailsOf(integration: Integration): string[] {
  const { name, version, owner, verified, visibility, target, categories, contentSecurityPolicy } = integration;
  return [
    vscode.l10n.t('Name: {0}', asCode(name)),
    version && vscode.l10n.t('Version: {0}', version.toString()),
    owner?.title && vscode.l10n.t('Owner: {0}', asText(owner.title)),
    verified && vscode.l10n.t('Verified by the platform'),
    visibility && vscode.l10n.t('Visibility: {0}', asText(visibility)),
    target && vscode.l10n.t('Target: {0}', asText(target)),
    categories?.length && vscode.l10n.t('Categories: {0}', asText(categories.join(', '))),
    contentSecurityPolicy && vscode.l10n.t('Content security policy: {0}', asText(contentSecurityPolicy)),
  ].filter((line) => typeof line === 'string' && line !== '') as string[];
}

function lineOf(part: { readonly id: string; readonly title?: unknown; readonly description?: unknown }): string {
  const { id, title, description } = part;
  const words = typeof description === 'string' && description !== '' ? [asText(description)] : [];
  return [named(id, typeof title === 'string' ? title : undefined), ...words].join(': ');
}

/** The title, followed by the id. */
function named(id: string, title: string | null | undefined): string {
  return title ? `${asText(title)} (${asCode(id)})` : asCode(id);
}

function settingsOf({ configurations }: Integration): string[] {
  const levels = {
    account: vscode.l10n.t('per account'),
    space: vscode.l10n.t('per space'),
    site: vscode.l10n.t('per site'),
  };
  return (['account', 'space', 'site'] as const).flatMap((level) => {
    const { properties, required } = configurations?.[level] ?? {};
    return Object.entries(properties ?? {}).map(([name, { title, description, enum: values }]) => {
      const isRequired = required?.includes(name) ? [vscode.l10n.t('required')] : [];
      return [
        `${named(name, title)}: ${[levels[level], ...isRequired].join(', ')}.`,
        ...(description ? [asText(description)] : []),
        ...(values?.length ? [vscode.l10n.t('One of {0}.', values.map(asCode).join(', '))] : []),
      ].join(' ');
    });
  });
}

function installationLine(
  { id, status, target, createdAt }: Installation,
  titleOf: (kind: string, id: string) => string | undefined,
): string {
  const places = Object.entries(typeof target === 'object' && target !== null ? target : {}).flatMap(
    ([kind, where]: [string, unknown]) => {
      if (typeof where !== 'string') return [];
      const title = titleOf(kind, where);
      return [placeInWords(kind, title === undefined ? asCode(where) : `“${asText(title)}”`)];
    },
  );
  return [
    ...(places.length > 0 ? places : [asCode(id)]),
    ...(status ? [statusInWords(status)] : []),
    ...(createdAt ? [vscode.l10n.t('since {0}', asText(createdAt.slice(0, 10)))] : []),
  ].join(', ');
}

function placeInWords(kind: string, name: string): string {
  switch (kind) {
    case 'space':
      return vscode.l10n.t('space {0}', name);
    case 'site':
      return vscode.l10n.t('site {0}', name);
    case 'organization':
      return vscode.l10n.t('organization {0}', name);
    default:
      return `${asText(kind)} ${name}`;
  }
}

function statusInWords(status: string): string {
  switch (status) {
    case 'active':
      return vscode.l10n.t('active');
    case 'pending':
      return vscode.l10n.t('pending');
    case 'paused':
      return vscode.l10n.t('paused');
    default:
      return asText(status);
  }
}
