import { filesDirectory, type FileNames } from './fileNames.ts';
import type { PageNode, PageTree } from './tree.ts';
import { isReadable } from './readable.ts';
import { relativePath } from '../shared/relativePath.ts';
import { likenessOf } from '../shared/resemblance.ts';

/** A page or file that a page can link to. */
export interface LinkSuggestion {
  /** Relative to the page that will contain the link. */
  readonly url: string;
  readonly title: string;
  /** Its whole path in the space; for a file, its name. */
  readonly path: string;
  readonly kind: 'page' | 'image' | 'file';
}

/** The other pages of the space, nearest first: siblings, then by distance in the tree. */
export function pagesFrom(page: PageNode, tree: PageTree): LinkSuggestion[] {
  const suggestions: LinkSuggestion[] = [];
  for (const node of tree.byId.values()) {
    if (node === page || !isReadable(node)) continue;
    suggestions.push({
      url: relativePath(page.path ?? '', node.path),
      title: node.title,
      path: node.path,
      kind: 'page',
    });
  }
  const steps = new Map(suggestions.map((each) => [each, each.url.split('/').length]));
  return suggestions.sort((one, other) => steps.get(one)! - steps.get(other)!);
}

/** The files of the space, by name. */
export function filesFrom(files: FileNames | undefined): LinkSuggestion[] {
  const names = [...(files?.byName.keys() ?? [])].sort((one, other) => one.localeCompare(other));
  return names.map((name) => ({
    url: `${filesDirectory}/${name}`,
    title: name,
    path: name,
    kind: /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i.test(name) ? 'image' : 'file',
  }));
}

/** The suggestions that best match the input, best first; without those that don't match at all. */
export function meantBy(written: string, suggestions: readonly LinkSuggestion[], most = 3): LinkSuggestion[] {
  const name = nameIn(written);
  const ranked = suggestions.map((suggestion) => ({
    suggestion,
    likeness: Math.max(likenessOf(name, nameIn(suggestion.path)), likenessOf(name, suggestion.title)),
  }));
  return ranked
    .filter(({ likeness }) => likeness > 0)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, most)
    .map(({ suggestion }) => suggestion);
}

/** The last segment, without suffixes that only mark it as a page. */
function nameIn(path: string): string {
  const segments = path.replace(/\.md$/i, '').split('/').filter(Boolean);
  const last = segments.at(-1) ?? '';
  return /^(?:readme|index)$/i.test(last) ? (segments.at(-2) ?? last) : last;
}
