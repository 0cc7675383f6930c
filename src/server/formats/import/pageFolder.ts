import { posix } from 'node:path';
import type { Folder } from './folderFiles.ts';
import { withDestinations } from '../../pages/markdown/links.ts';
import type { WebDocument } from '../../http/web.ts';

/** A folder with one page in it. Addresses in a text of the web still lead to where it came from. */
export function folderOfPage(markdown: string, { url }: Pick<WebDocument, 'url'>): Folder {
  const name = nameIn(url);
  const text = withDestinations(markdown, (destination) => absolute(destination.url, url));
  return { name, markdown: [name], text: () => text, bytes: () => undefined };
}

/** Undefined leaves it as it is: a place in the page itself, or no address. */
function absolute(address: string, base: string): string | undefined {
  if (!/^https?:/i.test(base) || address === '' || address.startsWith('#') || !URL.canParse(address, base))
    return undefined;
  const { href } = new URL(address, base);
  // Spaces and brackets are escaped: the address may stand anywhere in Markdown.
  return href.replace(/[()]/g, (letter) => (letter === '(' ? '%28' : '%29'));
}

/** The name of the file behind an address, as that of a Markdown file. */
function nameIn(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = posix.basename(decoded(pathname)).replace(/\.(?:md|markdown|html?|txt)$/i, '');
  return `${last === '' ? hostname : last.replaceAll('/', ' ')}.md`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
