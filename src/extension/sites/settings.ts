import * as vscode from 'vscode';
import { run } from '../ground/contributions/run.ts';
import { isKind } from '../../model/shared/failure.ts';
import { problemOfBasename, problemOfProxy, problemOfSiteTitle } from '../../model/sites/limits.ts';
import { defaultSection } from '../../model/sites/edits.ts';
import { hasSections, type SitePart } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { SiteUpdate } from '../../store/sites/sites.ts';
import { showInformation, showStatus } from '../ground/messages/show.ts';
import { pickValue } from '../ground/prompts/pickValue.ts';
import type { Problem } from '../ground/services/prompts.ts';
import { withoutIcons } from '../ground/words/plainText.ts';
import { pickSiteToChange, type Picked } from './pickSite.ts';
import type { SitesContext } from './context.ts';
import type { RowOf, SiteRow } from './rows.ts';
import { visibilityInWords } from './words.ts';

export async function rename(parts: SitesContext, picked: Picked): Promise<void> {
  await askFor(parts, picked, {
    title: vscode.l10n.t('Rename “{0}”', titleText(picked.site.title)),
    prompt: vscode.l10n.t('Site title'),
    value: picked.site.title,
    problem: problemOfSiteTitle,
    body: (title) => ({ title }),
  });
}

export async function changeBasename(parts: SitesContext, picked: Picked): Promise<void> {
  await askFor(parts, picked, {
    title: vscode.l10n.t('Basename for “{0}”', titleText(picked.site.title)),
    prompt: vscode.l10n.t("First segment of the site's path, after the hostname. Changing it changes existing URLs."),
    value: picked.site.basename ?? '',
    problem: problemOfBasename,
    body: (basename) => ({ basename }),
  });
}

/** An empty text removes the proxy. */
export async function changeProxy(parts: SitesContext, picked: Picked): Promise<void> {
  await askFor(parts, picked, {
    title: vscode.l10n.t('Proxy for “{0}”', titleText(picked.site.title)),
    prompt: vscode.l10n.t('Hostname and path of the proxy that serves the site. Leave empty for none.'),
    placeholder: 'example.com/docs',
    value: (picked.site.proxy?.origin ?? '').replace(/^https?:\/\//, ''),
    problem: (text) => (text === '' ? undefined : problemOfProxy(text)),
    body: (text) => ({ proxy: text === '' ? null : text }),
  });
}

export async function changeVisibility(parts: SitesContext, picked: Picked): Promise<void> {
  const { sites, at, site } = picked;
  const title = vscode.l10n.t('Choose who can visit “{0}”', titleText(site.title));
  const chosen = await pickValue(visibilities(), ({ visibility }) => visibility === site.visibility, { title });
  if (!chosen || chosen.visibility === site.visibility) return;
  if (site.published && !(await confirmWider(parts, picked, chosen.visibility))) return;
  await sites.update(at, { visibility: chosen.visibility });
}

/** Prevents accidents: a published site that becomes visible to more people needs a confirmation. */
async function confirmWider(parts: SitesContext, { site }: Picked, visibility: string): Promise<boolean> {
  const isOpen = (each: string) => each === 'public' || each === 'unlisted';
  if (!isOpen(visibility) || isOpen(site.visibility)) return true;
  const open = vscode.l10n.t('Open to Everyone');
  const answer = await parts.prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Open “{0}” to everyone?', titleText(site.title)),
    detail: visibilityInWords(visibility),
    actions: [open],
  });
  return answer === open;
}

export function visibilities() {
  return (
    [
      { label: vscode.l10n.t('Public'), visibility: 'public' },
      { label: vscode.l10n.t('Unlisted'), visibility: 'unlisted' },
      { label: vscode.l10n.t('Share Link'), visibility: 'share-link' },
      { label: vscode.l10n.t('Signed-In Visitors'), visibility: 'visitor-auth' },
    ] as const
  ).map((item) => ({ ...item, detail: visibilityInWords(item.visibility) }));
}

export async function chooseDefaultSection(picked: Picked): Promise<void> {
  const { top } = await picked.sites.at(picked.at).loadTree();
  const sections = top.flatMap((part) => (part.kind === 'site-section-group' ? part.children : [part]));
  const title = vscode.l10n.t('Select the section that visitors of “{0}” see first', titleText(picked.site.title));
  await chooseDefault(
    picked,
    title,
    sections.filter(({ kind }) => kind === 'site-section'),
  );
}

export async function chooseDefaultSpace(picked: Picked): Promise<void> {
  const tree = await picked.sites.at(picked.at).loadTree();
  const section = defaultSection(tree);
  const title = section
    ? vscode.l10n.t('Select the space that visitors of the section “{0}” see first', titleText(section.title))
    : vscode.l10n.t('Select the space that visitors of “{0}” see first', titleText(picked.site.title));
  await chooseDefault(picked, title, hasSections(tree) ? (section?.children ?? []) : tree.top);
}

async function chooseDefault({ sites, at }: Picked, title: string, candidates: readonly SitePart[]): Promise<void> {
  if (candidates.length === 0) {
    await showInformation(vscode.l10n.t('There is nothing to choose from in this site.'));
    return;
  }
  const items = candidates.map((part) => ({
    label: withoutIcons(titleText(part.title)),
    part,
  }));
  const chosen = await pickValue(items, (item) => item.part.isDefault === true, { title });
  if (chosen && !chosen.part.isDefault) await sites.at(at).edit({ kind: 'makeDefault', id: chosen.part.id });
}

export async function toggleAdaptiveContent({ sites, at, site }: Picked): Promise<void> {
  const enabled = !site.adaptiveContent?.enabled;
  await sites.update(at, { adaptiveContent: { enabled } });
  say(
    enabled
      ? vscode.l10n.t('Enabled adaptive content for “{0}”.', titleText(site.title))
      : vscode.l10n.t(
          'Disabled adaptive content for “{0}”. All visitors now see the same content.',
          titleText(site.title),
        ),
  );
}

export async function toggleAgents({ sites, at, site }: Picked): Promise<void> {
  const agentsContext = site.agentsContext === 'included' ? 'excluded' : 'included';
  await sites.update(at, { agentsContext });
  say(
    agentsContext === 'included'
      ? vscode.l10n.t('AI agents can now read “{0}”.', titleText(site.title))
      : vscode.l10n.t('AI agents can no longer read “{0}”.', titleText(site.title)),
  );
}

export async function publish(parts: SitesContext, row: SiteRow | undefined): Promise<void> {
  const title = vscode.l10n.t('Select a site to publish');
  const picked = await pickSiteToChange(parts, row, title, (site) => !site.published);
  if (!picked) return;
  const { site } = picked;
  const action = vscode.l10n.t('Publish');
  const answer = await parts.prompts.choose({
    modal: true,
    message: vscode.l10n.t('Publish “{0}”?', titleText(site.title)),
    detail: visibilityInWords(site.visibility),
    actions: [action],
  });
  if (answer !== action) return;
  const published = await setPublished(picked, true);
  const address = published.urls?.published;
  const open = vscode.l10n.t('Open Site');
  const chosen = await parts.prompts.choose({
    message: vscode.l10n.t('“{0}” is published.', titleText(site.title)),
    actions: address ? [open] : [],
  });
  if (chosen === open) await run('sites.open', rowLike(picked));
}

export async function unpublish(parts: SitesContext, picked: Picked): Promise<void> {
  const action = vscode.l10n.t('Unpublish');
  const answer = await parts.prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Unpublish “{0}”?', titleText(picked.site.title)),
    detail: vscode.l10n.t('No one can visit it until it is published again. Its pages, structure, and settings stay.'),
    actions: [action],
  });
  if (answer === action) await setPublished(picked, false);
}

async function setPublished({ sites, at }: Picked, published: boolean) {
  try {
    return await sites.setPublished(at, published);
  } catch (error) {
    if (!isKind(error, 'unsupported')) throw error;
    throw new Error(
      vscode.l10n.t("You can't publish or unpublish sites on this server from here. Use the browser instead."),
      { cause: error },
    );
  }
}

/** Deletion can't be undone, so the user confirms it by typing the title. */
export async function deleteSite(parts: SitesContext, { sites, at, site }: Picked): Promise<void> {
  const deleted = await parts.prompts.ask({
    title: vscode.l10n.t('Delete “{0}”', titleText(site.title)),
    prompt: vscode.l10n.t(
      "This permanently deletes its structure, customization, and share links. Its spaces aren't deleted. Enter the site title to confirm.",
    ),
    placeholder: titleText(site.title),
    isAction: true,
    async accept(text) {
      if (text.trim() !== titleText(site.title)) return { problem: vscode.l10n.t("This doesn't match the title.") };
      await sites.delete(at);
      return { value: true };
    },
  });
  if (deleted) say(vscode.l10n.t('Deleted “{0}”.', titleText(site.title)));
}

interface Asked {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly problem: (text: string) => Problem | undefined;
  readonly body: (text: string) => SiteUpdate;
}

/** The input box stays open until the platform has accepted the answer. */
async function askFor(
  { prompts }: SitesContext,
  { sites, at }: Picked,
  { problem, body, ...question }: Asked,
): Promise<void> {
  await prompts.ask({
    ...question,
    isAction: true,
    async accept(text) {
      const wrong = problem(text);
      if (wrong) return { problem: wrong };
      if (text !== question.value) await sites.update(at, body(text));
      return { value: true };
    },
  });
}

function say(message: string): void {
  showStatus(message, 5000);
}

function rowLike({ at }: Picked): RowOf<'site'> {
  return { kind: 'site', key: at.siteId, at, mayChange: true };
}
