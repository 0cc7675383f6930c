import { titleText } from '../shared/titleText.ts';

// Escaping of other people's text for our Markdown, so that it never becomes markup or a link of its own.

/** The text in one line. A hyphen within a word is never markup, and stays unescaped for readability. */
export function asText(written: string): string {
  return titleText(written).replaceAll(/[\\`*_{}[\]<>()#+.!|~&$]|(?<!\w)-|-(?!\w)/g, '\\$&');
}

export function asCode(written: string): string {
  const line = titleText(written);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Only addresses that a browser opens become links. */
export function asLink(address: string): string {
  return /^https?:\/\/[^\s<>]+$/i.test(address) ? `<${address}>` : asText(address);
}
