import { posix } from 'node:path';
import { decoded } from '../../model/shared/decoded.ts';
import type { ImportNote } from '../../model/pages/importSources.ts';
import type { Folder } from './folderFiles.ts';
import { withDestinations } from '../markdown/links.ts';
import type { WebDocument } from '../webDocument.ts';

/** A folder with one page. Its relative addresses are made absolute, so that they lead to its original place. */
export function folderOfPage(markdown: string, { url }: Pick<WebDocument, 'url'>, notes: ImportNote[] = []): Folder {
  const name = nameIn(url);
  const text = withDestinations(markdown, (destination) => absolute(destination.url, url));
  return { name, notes, markdown: [name], text: () => text, bytes: () => undefined };
}

/** Undefined leaves it unchanged: an anchor in the page itself, or no address. */
function absolute(address: string, base: string): string | undefined {
  if (!/^https?:/i.test(base) || address === '' || address.startsWith('#') || !URL.canParse(address, base))
    return undefined;
  const { href } = new URL(address, base);
  // Spaces and brackets are escaped, so that the address is valid anywhere in Markdown.
  const whole = href.replace(/[()]/g, (letter) => (letter === '(' ? '%28' : '%29'));
  return whole === address ? undefined : whole;
}

/** The name of the file at an address, as that of a Markdown file. */
export function nameIn(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = posix.basename(decoded(pathname)).replace(/\.(?:md|markdown|html?|txt)$/i, '');
  return `${last === '' ? hostname : last.replaceAll('/', ' ')}.md`;
}
