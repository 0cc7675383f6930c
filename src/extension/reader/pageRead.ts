import * as vscode from 'vscode';
import { pictureOf } from '../../model/shared/emoji.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { lineageOf, type PageNode, type PageTree } from '../../model/pages/tree.ts';
import type { ReaderPage, ReaderTarget } from '../../protocol/reader.ts';
import { pageAddressOf } from '../addresses/pageUri.ts';
import type { ReaderContext } from './context.ts';

/**
 * A page with what stands around it. Fails if the text can't be read; without the tree of its space, the page is shown
 * alone.
 */
export async function pageRead(parts: ReaderContext, uri: vscode.Uri): Promise<ReaderPage> {
  const [bytes, surroundings] = await Promise.all([
    vscode.workspace.fs.readFile(uri),
    surroundingsOf(parts, uri).catch((error: unknown) => {
      parts.edge.note('Reader', error);
      return { above: [] };
    }),
  ]);
  return { markdown: new TextDecoder().decode(bytes), ...surroundings };
}

type Surroundings = Omit<ReaderPage, 'markdown' | 'place'>;

async function surroundingsOf({ accounts, stores }: ReaderContext, uri: vscode.Uri): Promise<Surroundings> {
  const address = pageAddressOf(uri);
  const account = address && accounts.byKey(address.account);
  if (!account) return { above: [] };
  const { space: id, version, path } = address;
  const library = await stores(account).library();
  const [space, tree] = await Promise.all([
    library.space(id),
    version
      ? stores(account)
          .changeRequestContent()
          .then((content) => content.pages(id, version))
      : library.pages(id),
  ]);
  const title = titleText(space.title);
  const node = tree.byPath.get(path);
  if (!node) return { above: [{ title }] };
  const { page } = node;
  return {
    above: [{ title }, ...lineageOf(node).slice(0, -1).map(targetOf)],
    ...neighborsOf(tree, node),
    picture: pictureOf(page.emoji),
    description: page.description || undefined,
  };
}

/** The pages before and after one, in the order of the table of contents. */
function neighborsOf(tree: PageTree, node: PageNode): Pick<ReaderPage, 'previous' | 'next'> {
  const readable = [...tree.byId.values()].filter(isReadable);
  const at = readable.indexOf(node);
  const [previous, next] = [readable[at - 1], readable[at + 1]];
  return { ...(previous && { previous: targetOf(previous) }), ...(next && { next: targetOf(next) }) };
}

/** A group of pages has nothing to read. */
function targetOf(node: PageNode): ReaderTarget {
  return { title: node.title, ...(isReadable(node) && { path: node.path }) };
}

function isReadable({ path }: PageNode): boolean {
  return path?.endsWith('.md') === true;
}
