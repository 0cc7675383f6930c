import type { PublishedSite } from '../../contract/sites/sites.ts';
import { pictureOf } from '../shared/emoji.ts';
import { siteTreeOf, type SitePart } from './tree.ts';
import { titleText } from '../shared/titleText.ts';
import { asCode as code, asLink as link, asText as text } from '../text/escaping.ts';

/** The content that a visitor of a site is served, as Markdown to read. Texts by others are escaped. */
export function publishedText({ site, structure }: PublishedSite): string {
  const { top } = siteTreeOf(structure);
  const address = site.urls?.published;
  const lines = [
    `# ${text(site.title)}`,
    '',
    site.published ? `Live${address ? ` at ${link(address)}` : ''}.` : 'Not published.',
    visibilities.get(site.visibility) ?? `Visibility: ${text(site.visibility)}.`,
    ...(site.adaptiveContent?.enabled ? ['What a visitor sees depends on the conditions below.'] : []),
    '',
    ...(top.length === 0 ? ['There is nothing in it.'] : []),
    ...top.flatMap((part) => (part.kind === 'site-space' ? [spaceLine(part)] : partLines(part, 2))),
  ];
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

const visibilities = new Map([
  ['public', 'Anyone can visit it, and search engines list it.'],
  ['unlisted', 'Anyone with the address can visit it, search engines do not list it.'],
  ['share-link', 'Anyone with a share link can visit it.'],
  ['visitor-auth', 'Visitors sign in to see it.'],
]);

function partLines(part: SitePart, level: number): string[] {
  const own = part.kind === 'site-section-group' ? [] : [facts(part)];
  return [
    `${'#'.repeat(level)} ${text(part.title)}`,
    '',
    ...(part.description ? [text(part.description), ''] : []),
    ...own,
    '',
    ...part.children.flatMap((child) =>
      child.kind === 'site-space' ? [spaceLine(child)] : partLines(child, level + 1),
    ),
    '',
  ];
}

function spaceLine(part: SitePart): string {
  const picture = pictureOf(part.space?.emoji);
  const title = text(picture ? `${picture} ${titleText(part.title)}` : part.title);
  return `- ${title}: ${facts(part)}`;
}

function facts(part: SitePart): string {
  return [
    part.published ? link(part.published) : code(`/${part.path ?? ''}`),
    ...(part.isDefault ? ['default'] : []),
    ...(part.condition ? [`for visitors with ${code(part.condition)}`] : []),
  ].join(', ');
}
