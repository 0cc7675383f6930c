import type { Installation, Integration } from '../../contract/organizations/integrations.ts';
import { harmlessMarkdown } from '../text/sanitizedMarkdown.ts';
import { titleText } from '../shared/titleText.ts';
import { asCode, asLink, asText } from '../text/escaping.ts';

/** An integration as Markdown to read. Texts by others are escaped; their summary keeps harmless markup. */
export function integrationText(
  integration: Integration,
  /** The installations that the account can see; undefined if the server lists none. */
  installations: readonly Installation[] | undefined,
  /** The title of a `space`, `site` or `organization`; undefined if unknown. */
  titleOf: (kind: string, id: string) => string | undefined = () => undefined,
): string {
  const { name, title, description, summary, owner } = integration;
  const blocks = integration.blocks ?? [];
  const sources = integration.contentSources ?? [];
  const links = integration.externalLinks ?? [];
  const images = integration.previewImages ?? [];
  return [
    `# ${asText(titleText(title, name))}`,
    description ? asText(description) : '',
    section('Facts', [
      `Name: ${asCode(name)}`,
      ...fact('Version', integration.version?.toString()),
      ...fact('Made by', owner?.title),
      ...(integration.verified ? ['Verified by the platform'] : []),
      ...fact('Visibility', integration.visibility),
      ...fact('For', integration.target),
      ...fact('Categories', integration.categories?.join(', ')),
      ...fact('Content security policy', integration.contentSecurityPolicy),
    ]),
    summary ? `## Summary\n\n${harmlessMarkdown(summary, 2)}` : '',
    section('What it may do', (integration.scopes ?? []).map(asCode)),
    section('Blocks', blocks.map(lineOf)),
    section('Content sources', sources.map(lineOf)),
    section('Settings', settingsOf(integration)),
    section(
      'Links',
      links.flatMap(({ label, url }) => (url ? [`${label ? `${asText(label)}: ` : ''}${asLink(url)}`] : [])),
    ),
    section('Pictures', images.map(asLink)),
    installations
      ? section(
          'Installations',
          installations.map((each) => installationLine(each, titleOf)),
          'None that your account can see.',
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

function fact(name: string, value: string | null | undefined): string[] {
  return value ? [`${name}: ${asText(value)}`] : [];
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
  return (['account', 'space', 'site'] as const).flatMap((level) => {
    const { properties, required } = configurations?.[level] ?? {};
    return Object.entries(properties ?? {}).map(([name, { title, description, enum: values }]) =>
      [
        `${named(name, title)} of each ${level}`,
        ...(required?.includes(name) ? ['needed'] : []),
        ...(description ? [asText(description)] : []),
        ...(values?.length ? [`one of ${values.map(asCode).join(', ')}`] : []),
      ].join(', '),
    );
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
      return [`${asText(kind)} ${title === undefined ? asCode(where) : `“${asText(title)}”`}`];
    },
  );
  return [
    ...(places.length > 0 ? places : [asCode(id)]),
    ...(status ? [asText(status)] : []),
    ...(createdAt ? [`since ${asText(createdAt.slice(0, 10))}`] : []),
  ].join(', ');
}
