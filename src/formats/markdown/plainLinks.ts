import type { Destination } from './scan.ts';

/**
 * The links and images of a block whose syntax is unambiguous: without code blocks, HTML, escapes, references, titles
 * and nesting. Undefined for a block that has to be parsed. Most blocks with a link are unambiguous, and this is a
 * hundred times faster.
 */
export function plainLinks(text: string): Destination[] | undefined {
  const shown = text.replace(shortCode, (code) => 'x'.repeat(code.length));
  if (doubtful.test(shown)) return undefined;
  const found = [...shown.matchAll(plainLink)].map((match): Destination => {
    const url = match[2] ?? '';
    const end = match.index + match[0].length - 1;
    return { url, start: end - url.length, end, isShown: match[1] === '!' };
  });
  // One end of a link belongs to none of them, so the block is ambiguous.
  if (shown.split('](').length - 1 !== found.length) return undefined;
  // Text that looks like code in an address may be part of the address.
  return found.every(({ url, start, end }) => url === text.slice(start, end)) ? found : undefined;
}

/** Code in a line, without any characters that could start or end a link or tag. */
const shortCode = /(?<!`)`(?!`)[^`[\]()\\{\n]+`(?!`)/g;
const doubtful = /[`\\<&\t]|\]:|~~~| {4}/;
const plainLink = /(!?)\[[^\][\n]*\]\(([^()\s]+)\)/g;
