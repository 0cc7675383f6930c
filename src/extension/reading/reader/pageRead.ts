import * as vscode from 'vscode';
import { pictureOf } from '../../../model/shared/emoji.ts';
import { editScheme } from '../../../model/shared/schemes.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { isReadable } from '../../../model/pages/readable.ts';
import { lineageOf, type PageNode, type PageTree } from '../../../model/pages/tree.ts';
import type { ReaderPage, ReaderTarget } from '../../../protocol/reader.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { nodeAt, placeAt } from '../../ground/places/place.ts';
import type { ReaderContext } from './context.ts';

/**
 * A page with what stands around it. Fails if the text can't be read; without the tree of its space, the page is shown
 * alone.
 */
export async function pageRead(parts: ReaderContext, uri: vscode.Uri): Promise<ReaderPage> {
  const [markdown, surroundings] = await Promise.all([
    textOf(uri),
    surroundingsOf(parts, uri).catch((error: unknown) => {
      parts.edge.note('Reader', error);
      return { above: [] };
    }),
  ]);
  return { markdown, ...surroundings };
}

/** What the user has typed in an editable page counts, even if it isn't saved. */
async function textOf(uri: vscode.Uri): Promise<string> {
  return typedText(uri) ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

function typedText(uri: vscode.Uri): string | undefined {
  if (uri.scheme !== editScheme) return undefined;
  const { textDocuments } = vscode.workspace;
  return textDocuments.find((document) => document.isDirty && document.uri.toString() === uri.toString())?.getText();
}

/** A page in the tree of its space. */
export interface PageAround {
  readonly account: Account;
  readonly space: string;
  readonly tree: PageTree;
  readonly node: PageNode | undefined;
}

/** Undefined if the page's account isn't signed in. */
export async function pageAround(
  { accounts, stores }: ReaderContext,
  uri: vscode.Uri,
): Promise<PageAround | undefined> {
  const place = placeAt({ accounts }, uri);
  if (!place) return undefined;
  const { account, space, version } = place;
  const tree = await (await stores(account).contents()).pages(space, version);
  return { account, space, tree, node: await nodeAt({ stores }, place) };
}

type Surroundings = Omit<ReaderPage, 'markdown' | 'place'>;

async function surroundingsOf(parts: ReaderContext, uri: vscode.Uri): Promise<Surroundings> {
  const around = await pageAround(parts, uri);
  if (!around) return { above: [] };
  const space = await (await parts.stores(around.account).library()).space(around.space);
  const { tree, node } = around;
  const title = titleText(space.title);
  if (!node) return { space: title, above: [] };
  const { page } = node;
  return {
    id: page.id,
    space: title,
    above: lineageOf(node)
      .slice(0, -1)
      .map((each) => targetOf(each)),
    ...neighborsOf(tree, node),
    picture: pictureOf(page.emoji),
    description: (page.layout?.description !== false && page.description) || undefined,
    hasCover: page.cover?.ref ? page.layout?.cover !== false : false,
  };
}

/** The pages before and after one, in the order of the table of contents. */
function neighborsOf(tree: PageTree, node: PageNode): Pick<ReaderPage, 'previous' | 'next'> {
  const readable = [...tree.byId.values()].filter(isReadable);
  const at = readable.findIndex(({ id }) => id === node.id);
  if (at < 0) return {};
  const [previous, next] = [readable[at - 1], readable[at + 1]];
  return { ...(previous && { previous: targetOf(previous) }), ...(next && { next: targetOf(next) }) };
}

/** A group has nothing to read: it leads to its first page. */
function targetOf(node: PageNode): ReaderTarget {
  const path = firstReadable([node])?.path;
  return { title: node.title, ...(path !== undefined && { path }) };
}

function firstReadable(nodes: readonly PageNode[]): PageNode | undefined {
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isReadable(node)) return node;
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return undefined;
}
