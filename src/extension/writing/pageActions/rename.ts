import * as vscode from 'vscode';
import { slugIn, pagesIn } from '../../../model/pages/places.ts';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import { slugOf } from '../../../model/shared/slug.ts';
import { askTitle } from './askTitle.ts';
import { change, decide, type AddressChange } from './changeAddress.ts';
import { pageIn, revealChange, say, type SessionOrPlan } from '../../ground/sessions/pageSession.ts';
import { offerUndo } from '../../ground/sessions/undo.ts';
import { settleUnsent } from './unsentChanges.ts';
import type { PageInSession } from './givenPage.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';

/** Asks for the title, then for the page's slug. */
export async function renamePage(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>,
  found: PageInSession,
): Promise<void> {
  const { session } = found;
  if (!(await settleUnsent(parts, session, found.node, vscode.l10n.t('Save and Rename')))) return;
  // A save may have changed the page's title.
  const tree = await session.pages();
  const node = pageIn(tree, found.node.id);
  const slug = slugIn(node);
  const of = slug === undefined ? 1 : 2;
  const title = await askTitle(parts.prompts, {
    title: vscode.l10n.t('Rename “{0}”', node.title),
    value: node.page.title ?? '',
    step: { number: 1, of },
    send: async (title) => {
      if (slug === undefined) await rename(parts, session, node, title, undefined);
      return title;
    },
  });
  if (title === undefined || slug === undefined) return;
  await askSlug(parts, session, { tree, node, title, slug });
}

/**
 * Asks for the slug, which stays unless the user types another one, because links contain it. A slug in use is reported
 * while the user types, because the platform would change it.
 */
async function askSlug(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  session: SessionOrPlan,
  { tree, node, title, slug }: { tree: PageTree; node: PageNode; title: string; slug: string },
): Promise<void> {
  const taken = takenBeside(tree, node);
  const problemWith = (text: string): string | undefined => {
    const wanted = text.trim();
    if (wanted === '' || wanted === slug) return undefined;
    const holder = taken.get(wanted);
    if (holder) return vscode.l10n.t('“{0}” already has this URL slug.', holder.title);
    return wanted === slugOf(wanted)
      ? undefined
      : vscode.l10n.t('Use lowercase words joined by hyphens, such as “{0}”.', slugOf(wanted));
  };
  const finish = await parts.prompts.ask<() => Promise<void>>({
    title: vscode.l10n.t('Rename “{0}”', node.title),
    prompt: promptFor(slug, freeSlug(slugOf(title), taken), [...taken.keys()]),
    placeholder: slug,
    value: slug,
    step: { number: 2, of: 2 },
    isAction: true,
    check: problemWith,
    async accept(text) {
      const problem = problemWith(text);
      if (problem !== undefined) return { problem };
      const wanted = text.trim() || slug;
      const finish = await rename(parts, session, node, title, wanted);
      if (finish) return { value: finish };
      return { problem: vscode.l10n.t('Nothing was renamed. Enter “{0}” to keep the URL slug.', slug) };
    },
  });
  await finish?.();
}

/** The siblings of the page, by slug. */
function takenBeside(tree: PageTree, node: PageNode): ReadonlyMap<string, PageNode> {
  const taken = new Map<string, PageNode>();
  for (const sibling of pagesIn(tree, node.parent?.id)) {
    const slug = sibling.id === node.id ? undefined : slugIn(sibling);
    if (slug !== undefined) taken.set(slug, sibling);
  }
  return taken;
}

/** The slug with the lowest number that none of the siblings has. */
function freeSlug(slug: string, taken: ReadonlyMap<string, PageNode>): string {
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
  return free;
}

const mostNamed = 8;

function promptFor(slug: string, fitting: string, taken: readonly string[]): string {
  const keep =
    fitting === slug
      ? vscode.l10n.t('URL slug. Keep it, or enter another one.')
      : vscode.l10n.t('URL slug. Keep it, or enter another one, such as “{0}”.', fitting);
  if (taken.length === 0) return keep;
  const named = taken.slice(0, mostNamed).join(', ');
  const others = taken.length - mostNamed;
  const used =
    others > 0
      ? plural(vscode.l10n.t('Already in use here: {1} and {0} more.'), others, named)
      : vscode.l10n.t('Already in use here: {0}.', named);
  return `${keep} ${used}`;
}

/**
 * Renames the page, or asks for its links first and returns what then remains to be done, because the links are reviewed
 * once the input box is closed. Returns false if the user keeps the page as it is.
 */
async function rename(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  plan: SessionOrPlan,
  node: PageNode,
  title: string,
  slug: string | undefined,
): Promise<false | (() => Promise<void>)> {
  const isOther = slug !== undefined && slug !== slugIn(node);
  const news = { ...(title !== node.page.title && { title }), ...(isOther && { slug }) };
  if (Object.keys(news).length === 0) {
    say(vscode.l10n.t('The title and URL slug of “{0}” stay the same.', node.title));
    return async () => undefined;
  }
  const wanted: AddressChange = {
    node,
    move: isOther ? { page: node.id, to: { into: node.parent?.id, slug } } : undefined,
    edit: () => ({ kind: 'rename', page: node.id, ...news }),
    check: (now, { number }) => refuseOtherName(node, now, number, news),
    question: (links) =>
      plural(
        vscode.l10n.t(
          'Change the URL slug of “{1}” and break {0} link?|Change the URL slug of “{1}” and break {0} links?',
        ),
        links,
        node.title,
      ),
    anyway: vscode.l10n.t('Change URL Slug'),
    without: vscode.l10n.t('Change Without Fixing'),
    review: (links) =>
      title === node.page.title
        ? vscode.l10n.t(
            'Change the URL slug of “{0}” to “{1}” and fix {2}? The editor shows what changes.',
            node.title,
            slug ?? '',
            links,
          )
        : vscode.l10n.t('Rename “{0}” to “{1}” and fix {2}? The editor shows what changes.', node.title, title, links),
    done: (links, number) => vscode.l10n.t('Renamed “{0}” and fixed {1} in #{2}.', node.title, links, number),
    together: (links) => plural(vscode.l10n.t('Rename and Fix {0} Link|Rename and Fix {0} Links'), links),
  };
  const decision = await decide(parts, plan, wanted);
  if (!decision) return false;
  const { fixes, broken } = decision;
  const finish = async (): Promise<void> => {
    const changed = await change(parts, plan, wanted, decision);
    if (!changed) return;
    const { session, undo } = changed;
    const done = vscode.l10n.t('Renamed “{0}” in #{1}.', title, session.number);
    if (!fixes) offerUndo(parts, [done, broken?.unchecked].filter(Boolean).join(' '), { undo });
    await revealChange(parts, session);
  };
  if (fixes) return finish;
  await finish();
  return async () => undefined;
}

/** What someone else has given another name in the meantime isn't renamed. */
function refuseOtherName(
  node: PageNode,
  now: PageNode | undefined,
  number: number,
  news: { readonly title?: string; readonly slug?: string },
): void {
  if (!now) throw new Error(vscode.l10n.t('Someone else deleted “{0}” in #{1}.', node.title, number));
  const isOther =
    (news.title !== undefined && now.page.title !== node.page.title) ||
    (news.slug !== undefined && slugIn(now) !== slugIn(node));
  if (!isOther) return;
  throw new Error(
    vscode.l10n.t(
      'Someone else renamed “{0}” to “{1}” ({2}) in #{3}. Nothing was changed. Press Escape and rename it again.',
      node.title,
      now.title,
      slugIn(now) ?? '',
      number,
    ),
  );
}
