import { posix } from 'node:path';
import { decoded } from '../../model/shared/decoded.ts';
import type { DocumentLink } from '../markdown/scan.ts';
import { firstPageIn, pageAtPath, type Plan } from './folderPlan.ts';
import { withDestinations } from '../markdown/links.ts';

// The addresses in stored Markdown:
// - another page of the space: the relative path from this page's path, with `.md` (`../setup/install.md#anchor`), so
//   that a page at `setup/first` looks like a file `setup/first.md`;
// - a file of the space: `/files/<file id>`;
// - another space, or a page in it: `/spaces/<space id>`, `/spaces/<space id>/<page path>#anchor`.

export interface Linking {
  readonly plan: Plan;
  /** The id of a file by its path in the folder; undefined if it doesn't exist. */
  readonly file: (path: string) => string | undefined;
  /** The address of a `space:<key>/<path>` link; undefined if it leads nowhere. */
  readonly otherSpace?: ((key: string, path: string) => string | undefined) | undefined;
  /** Called with each address in its final form. */
  readonly found?: ((link: DocumentLink) => void) | undefined;
}

/**
 * The text of the file at `source`, which becomes the page at `path`, with addresses in the form of stored Markdown.
 */
export function withPlatformLinks(
  text: string,
  { source, path }: { source: string; path: string },
  linking: Linking,
): string {
  return withDestinations(text, ({ url, isShown }) => {
    const address = addressOf(url, source, path, linking);
    linking.found?.({ url: address ?? url, isShown });
    return address;
  });
}

/** Undefined leaves the address unchanged. */
function addressOf(url: string, source: string, path: string, { plan, file, otherSpace }: Linking): string | undefined {
  const other = /^space:([^/#?]+)(?:\/([^#?]*))?(.*)/s.exec(url);
  if (other) {
    const address = otherSpace?.(other[1] ?? '', decoded(other[2] ?? ''));
    return address === undefined ? undefined : address + (other[3] ?? '');
  }
  const [, address = '', rest = ''] = /^([^?#]*)(.*)/s.exec(url) ?? [];
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return undefined;
  const local = decoded(address);
  const target = local.startsWith('/')
    ? posix.normalize(local).slice(1)
    : posix.normalize(posix.join(posix.dirname(source), local));
  if (target === '..' || target.startsWith('../')) return undefined;

  for (const named of new Set([target, target.normalize('NFC')])) {
    const linked = pageAtPath(plan, named) ?? firstPageIn(plan, named);
    if (linked) return posix.relative(posix.dirname(path), `${linked.path}.md`) + rest;
    const id = file(named);
    if (id !== undefined) return `/files/${id}`;
  }
  return undefined;
}
