import { addressOf, idsAlone, spaceOfSegment, type SpaceNames } from '../shared/address.ts';
import { decoded } from '../shared/decoded.ts';
import { scheme } from '../shared/schemes.ts';
import { encoded, serverLink } from '../pages/brokenLinks.ts';
import { filesDirectory } from '../pages/fileNames.ts';
import type { LinkContext } from '../pages/links.ts';
import type { PageReading } from '../pages/text.ts';

/**
 * The address to send for one that was typed in our file system, so that it leads the server's readers to the same page
 * or file: a relative path of the server's own, `/files/<id>`, or `/spaces/<id>/<path>`. Undefined to send it
 * unchanged, because it leads to nothing known or the server reads it in the same way.
 */
export function sentLink(written: string, context: LinkContext): string | undefined {
  const { path, anchor } = parted(written);
  const place = placeOf(path, context);
  if (!place) return undefined;
  const sent = place.space === context.spaceId ? within(place.path, context) : elsewhere(place, context);
  return sent === undefined || sent === path ? undefined : sent + anchor;
}

/** Whether the addresses that a page was shown with still lead to the same pages of its space in this tree. */
export function stillLeads(
  { text, rewritten }: PageReading,
  context: Pick<LinkContext, 'spaceId' | 'page' | 'tree' | 'names'>,
) {
  return rewritten.every(({ start, end }) => {
    const place = placeOf(parted(text.slice(start, end)).path, context);
    if (place?.space !== context.spaceId) return true;
    return fileIn(place.path) !== undefined || context.tree.byPath.has(place.path);
  });
}

/** Splits a link to another space, as `links.ts` writes it in a page at `path`, into the space and the text around its name. */
export function spaceAbove(
  url: string,
  { path, names }: { readonly path: string; readonly names: SpaceNames },
): { readonly space: string; readonly before: string; readonly behind: string } | undefined {
  const before = '../'.repeat(path.split('/').length);
  if (!url.startsWith(before)) return undefined;
  const [segment = ''] = url.slice(before.length).split(/[/#]/, 1);
  const space = segment === '' || segment === '..' ? undefined : spaceOfSegment(segment, names);
  return space === undefined ? undefined : { space, before, behind: url.slice(before.length + segment.length) };
}

/**
 * Whether a text that was typed in our file system may name files of the space, so that their list is needed for it.
 */
export function mayShowSentFiles(text: string): boolean {
  return text.includes(`${filesDirectory}/`);
}

function parted(written: string): { readonly path: string; readonly anchor: string } {
  const [, path = '', anchor = ''] = /^([^?#]*)(#.*)?$/s.exec(written) ?? [];
  return { path, anchor };
}

interface PlaceInSpace {
  readonly space: string;
  readonly path: string;
}

/** Where it leads in our file system; undefined if it leads out of it. */
function placeOf(
  written: string,
  { spaceId, page, names = idsAlone }: Pick<LinkContext, 'spaceId' | 'page' | 'names'>,
): PlaceInSpace | undefined {
  if (written === '' || /^[/\\]|^[^/]*:/.test(written)) return undefined;
  const path = decoded(written);
  // The version doesn't matter: links that stay in the space keep it.
  const own = [spaceId, ...(page.path ?? '').split('/').slice(0, -1)].filter(Boolean);
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') own.push(segment);
    else if (own.pop() === undefined) return undefined;
  }
  const [first, ...rest] = own;
  if (first === undefined) return undefined;
  if (first === spaceId) return { space: spaceId, path: rest.join('/') };
  const address = addressOf({ scheme, authority: 'x', path: `/${own.join('/')}` }, () => names);
  return address && { space: address.space, path: address.path };
}

function within(path: string, context: LinkContext): string | undefined {
  const file = fileIn(path);
  if (file !== undefined) {
    const id = context.files?.byName.get(file)?.id;
    return context.newFile?.(file) ?? (id === undefined ? undefined : `/files/${id}`);
  }
  const target = context.tree.byPath.get(path);
  return target && serverLink(context.page, target);
}

/** The name of a file in the `_files` directory, which every directory has. */
function fileIn(path: string): string | undefined {
  const [file, directory] = path.split('/').reverse();
  return directory === filesDirectory ? file : undefined;
}

function elsewhere({ space, path }: PlaceInSpace, context: LinkContext): string | undefined {
  const target = context.treeOf(space)?.byPath.get(path);
  const isListed = target !== undefined || context.spaces.some(({ id }) => id === space);
  if (!isListed) return undefined;
  const own = target?.page.path ?? path.replace(/\.md$/, '');
  return own === '' ? `/spaces/${space}` : `/spaces/${space}/${encoded(own)}`;
}
