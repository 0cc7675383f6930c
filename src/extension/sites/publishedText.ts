import * as vscode from 'vscode';
import type { PublishedSite } from '../../contract/sites/sites.ts';
import { pictureOf } from '../../model/shared/emoji.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { siteTreeOf, type SitePart } from '../../model/sites/tree.ts';
import { asCode as code, asLink as link, asText as text } from '../../model/text/escaping.ts';
import { visibilityInWords } from './words.ts';

/** The content that visitors of a site are served, as Markdown to read. Texts by others are escaped. */
export function publishedText({ site, structure }: PublishedSite): string {
  const { top } = siteTreeOf(structure);
  // A visibility of a newer server may be anything.
  const visibility = /^[a-z-]+$/.test(site.visibility) ? site.visibility : text(site.visibility);
  const lines = [
    `# ${text(site.title)}`,
    '',
    stateInWords(site),
    visibilityInWords(visibility),
    ...(site.adaptiveContent?.enabled ? [vscode.l10n.t('Visitors see content based on the conditions below.')] : []),
    '',
    ...(top.length === 0 ? [vscode.l10n.t('This site is empty.')] : []),
    ...top.flatMap((part) => (part.kind === 'site-space' ? [spaceLine(part)] : partLines(part, 2))),
  ];
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function stateInWords({ published, urls }: PublishedSite['site']): string {
  if (!published) return vscode.l10n.t('Not published.');
  const address = urls?.published;
  return address ? vscode.l10n.t('Published at {0}.', link(address)) : vscode.l10n.t('Published.');
}

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
    ...(part.isDefault ? [vscode.l10n.t('default')] : []),
    ...(part.condition ? [vscode.l10n.t('for visitors matching {0}', code(part.condition))] : []),
  ].join(', ');
}
