import * as vscode from 'vscode';
import { slugIn, slugUnder, pagesIn } from '../../model/pagePlaces.ts';
import type { PageNode, PageTree } from '../../model/pageTree.ts';
import { slugOf } from '../../model/slug.ts';
import { askTitle } from './askTitle.ts';
import type { PageActParts } from './pageActParts.ts';
import { send, say, type PageDesk } from './pageDesk.ts';
import { settleUnsent } from './unsent.ts';
import { pageForAct } from './pageForAct.ts';

/** Asks for the title, then for the page's part of the address. */
export async function renamePage(parts: PageActParts, given: unknown): Promise<void> {
  const found = await pageForAct(parts, given, vscode.l10n.t('Rename which page?'));
  if (!found || !(await settleUnsent(parts, found.desk, found.node))) return;
  const { desk, tree, node } = found;
  const slug = slugIn(node);
  const of = slug === undefined ? 1 : 2;
  const title = await askTitle(parts.prompts, {
    title: vscode.l10n.t('Rename “{0}”', node.title),
    value: node.page.title ?? '',
    step: { number: 1, of },
    send: async (title) => {
      if (slug === undefined) await rename(parts, desk, node, title, undefined);
      return title;
    },
  });
  if (title === undefined || slug === undefined) return;
  await askSlug(parts, desk, { tree, node, title, slug });
}

/** A part of an address that is taken is told of as one types: the platform would make another one of it. */
async function askSlug(
  parts: PageActParts,
  desk: PageDesk,
  { tree, node, title, slug }: { tree: PageTree; node: PageNode; title: string; slug: string },
): Promise<void> {
  const taken = takenBeside(tree, node);
  const problemWith = (text: string): string | undefined => {
    const wanted = text.trim();
    if (wanted === '' || wanted === slug) return undefined;
    const holder = taken.get(wanted);
    if (holder) return vscode.l10n.t('“{0}” has this address already.', holder.title);
    return wanted === slugOf(wanted)
      ? undefined
      : vscode.l10n.t('Write it in lower case, words joined by -, such as “{0}”.', slugOf(wanted));
  };
  await parts.prompts.ask<true>({
    title: vscode.l10n.t('Rename “{0}”', node.title),
    prompt: promptFor([...taken.keys()]),
    placeholder: slug,
    value: slugUnder(title, { title: node.page.title ?? '', slug }),
    step: { number: 2, of: 2 },
    isAct: true,
    check: problemWith,
    async accept(text) {
      const problem = problemWith(text);
      if (problem !== undefined) return { problem };
      await rename(parts, desk, node, title, text.trim() || slug);
      return { value: true };
    },
  });
}

/** By slug, those that stand beside the page. */
function takenBeside(tree: PageTree, node: PageNode): ReadonlyMap<string, PageNode> {
  const taken = new Map<string, PageNode>();
  for (const sibling of pagesIn(tree, node.parent?.id)) {
    const slug = sibling.id === node.id ? undefined : slugIn(sibling);
    if (slug !== undefined) taken.set(slug, sibling);
  }
  return taken;
}

const mostNamed = 8;

function promptFor(taken: readonly string[]): string {
  if (taken.length === 0) return vscode.l10n.t('Its part of the address');
  const named = taken.slice(0, mostNamed).join(', ');
  return taken.length > mostNamed
    ? vscode.l10n.t('Its part of the address. Taken there: {0} and {1} more', named, taken.length - mostNamed)
    : vscode.l10n.t('Its part of the address. Taken there: {0}', named);
}

async function rename(
  parts: PageActParts,
  desk: PageDesk,
  node: PageNode,
  title: string,
  slug: string | undefined,
): Promise<void> {
  const news = {
    ...(title !== node.page.title && { title }),
    ...(slug !== undefined && slug !== slugIn(node) && { slug }),
  };
  if (Object.keys(news).length === 0) return say(vscode.l10n.t('“{0}” keeps its name.', node.title));
  await send(parts, desk, { kind: 'rename', page: node.id, ...news });
  say(vscode.l10n.t('Renamed in #{0}.', desk.number));
}
