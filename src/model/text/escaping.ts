import { titleText } from '../shared/titleText.ts';

// What somebody else wrote, put into Markdown of ours so that it stays what it is: never markup, never a link of its own.

/** On one line. A hyphen within a word is none of markup, and reads better as it is. */
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

/** Only what a browser opens becomes a link. */
export function asLink(address: string): string {
  return /^https?:\/\/[^\s<>]+$/i.test(address) ? `<${address}>` : asText(address);
}
