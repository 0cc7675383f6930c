import pMap from 'p-map';
import * as vscode from 'vscode';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { pagesFrom } from '../../../model/pages/linkSuggestions.ts';
import { linkIn, type LinkContext } from '../../../model/pages/links.ts';
import { isReadable } from '../../../model/pages/readable.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { markdownLink } from '../../../model/text/markdownLink.ts';
import type { Library } from '../../../store/library/library.ts';
import type { EditingPlace } from '../../../model/editing/cursorContext.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';

/** How many spaces are looked through: those changed last. */
const spacesAtMost = 50;
/** How many pages of other spaces are suggested at once. */
const pagesAtMost = 200;
/** How long the first suggestions wait for the pages of other spaces, in ms. */
const patience = 700;

/** Looks for pages of all spaces by their titles, for `[[`. */
export interface PageTitles {
  complete(place: EditingPlace & { kind: 'title' }, at: TitleContext): Promise<vscode.CompletionList>;
}

export interface TitleContext {
  readonly context: LinkContext;
  readonly library: Library;
  readonly range: vscode.Range;
  /** What is written from the bracket to the cursor. */
  readonly typed: string;
}

export function createPageTitles(note: (error: unknown) => void): PageTitles {
  /** Spaces whose pages are being loaded, or couldn't be. Others are cached by the library. */
  const loading = new WeakMap<Library, Promise<void>>();

  function load(library: Library): Promise<void> {
    const known = loading.get(library);
    if (known) return known;
    const all = (async () => {
      const { spaces, failures } = await library.availableSpaces();
      failures.forEach(note);
      const missing = newest(spaces).filter(({ id }) => !library.cachedPages(id));
      await pMap(missing, ({ id }) => library.pages(id).then(() => undefined, note), { concurrency: 4 });
    })().catch((error: unknown) => {
      note(error);
      loading.delete(library);
    });
    loading.set(library, all);
    return all;
  }

  return {
    async complete({ written }, { context, library, range, typed }) {
      let isLoaded = false;
      // Loaded while the user types. Pages of other spaces are suggested only for a part of a title.
      const all = load(library).then(() => (isLoaded = true));
      const isPart = written.trim() !== '';
      if (isPart) await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))]);
      const own = pagesFrom(context.page, context.tree);
      const items = own.map(({ title, url, path }, index) => item({ title, url, where: path, range, typed, index }));
      if (isPart) {
        const others = pagesElsewhere(written, context, library);
        items.push(...others.map((each, index) => item({ ...each, range, typed, index: own.length + index })));
      }
      // VS Code asks for an incomplete list again after each letter.
      return new vscode.CompletionList(items, !isPart || !isLoaded || items.length > pagesAtMost);
    },
  };
}

function newest(spaces: readonly Space[]): readonly Space[] {
  return spaces
    .filter(({ deletedAt }) => !deletedAt)
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, spacesAtMost);
}

interface Suggested {
  readonly title: string;
  readonly url: string;
  /** Names the place of the page. */
  readonly where: string;
}

function pagesElsewhere(written: string, context: LinkContext, library: Library): Suggested[] {
  const found: Suggested[] = [];
  const letters = [...written.toLowerCase()].filter((letter) => letter.trim() !== '');
  for (const space of newest(library.cachedSpaces())) {
    const tree = space.id === context.spaceId ? undefined : library.cachedPages(space.id);
    for (const node of tree?.byId.values() ?? []) {
      if (!isReadable(node) || !mayMean(letters, `${node.title} ${node.path}`.toLowerCase())) continue;
      const url = linkIn({ start: 0, end: 0, url: `/spaces/${space.id}/${node.page.path}`, isImage: false }, context);
      if (url !== undefined) found.push({ title: node.title, url, where: `${titleText(space.title)} › ${node.path}` });
      if (found.length === pagesAtMost) return found;
    }
  }
  return found;
}

/** Whether the text contains the letters in their order, which is how VS Code filters. */
function mayMean(letters: readonly string[], text: string): boolean {
  let at = 0;
  return letters.every((letter) => (at = text.indexOf(letter, at) + 1) > 0);
}

function item({
  title,
  url,
  where,
  range,
  typed,
  index,
}: Suggested & Pick<TitleContext, 'range' | 'typed'> & { readonly index: number }): vscode.CompletionItem {
  const made = new vscode.CompletionItem(
    { label: withoutIcons(title), description: withoutIcons(where) },
    vscode.CompletionItemKind.Reference,
  );
  made.insertText = markdownLink(title, url);
  // VS Code compares this with what is written from the bracket on.
  made.filterText = `${typed.startsWith('[[') ? '[[' : '['}${title} ${where}`;
  made.sortText = String(index).padStart(6, '0');
  made.range = range;
  return made;
}
