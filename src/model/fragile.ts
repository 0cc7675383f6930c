import { fenceIn } from './codeFence.ts';

/**
 * What stands in a page that a platform may lose or change when it takes the page's Markdown, in words for people, each once:
 * template tags, HTML, and what Markdown has beyond its common core. Empty when there is nothing of the kind. What is in code is
 * safe.
 */
export function fragileIn(markdown: string): string[] {
  const text = withoutCode(markdown);
  const found: string[] = [];
  const tags = namesIn(text, /\{%-?[ \t]*(?!end)([a-z][\w-]*)/g);
  if (tags.length > 0) found.push(`${tags.length > 1 ? 'template tags' : 'a template tag'}: ${listed(tags)}`);
  const elements = namesIn(text, /(?<!\\)<([a-z][a-z0-9-]*)(?=[\s/>])[^<>]*>/gi);
  if (elements.length > 0) found.push(`HTML: ${listed(elements.map((name) => `<${name}>`))}`);
  for (const [name, pattern] of constructs) if (pattern.test(text)) found.push(name);
  return found;
}

const constructs: readonly (readonly [string, RegExp])[] = [
  ['front matter', /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/],
  ['comments that are not shown', /<!--/],
  ['footnotes', /^\[\^[^\]\n]+\]:/m],
  ['links by reference', /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S/m],
  ['formulas', /\$\$/],
  ['expressions', /\{\{/],
];

/** In the order in which they first stand there. */
function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()))];
}

const most = 8;

function listed(names: readonly string[]): string {
  return names.length > most ? `${names.slice(0, most).join(', ')}, …` : names.join(', ');
}

/** Line by line, as a full parse of a large page would take long: nobody is harmed by a name too many. */
function withoutCode(markdown: string): string {
  let fence: string | undefined;
  const lines = markdown.split(/\r\n?|\n/).map((line) => {
    const mark = fenceIn(line);
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      return '';
    }
    if (mark !== undefined) fence = mark;
    if (mark !== undefined || line.length > longestLine) return mark === undefined ? line : '';
    return line.replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
  });
  return lines.join('\n');
}

/** In a longer one it takes long to look for code. */
const longestLine = 5000;
