/** Elements that HTML reopens in every paragraph until they are closed. */
const formatting = new Set([
  'a',
  'b',
  'big',
  'code',
  'em',
  'font',
  'i',
  'nobr',
  's',
  'small',
  'strike',
  'strong',
  'tt',
  'u',
]);

const mostElements = 50_000;
const mostOpen = 200;
const mostAttributes = 500;

/**
 * Whether parsing a text as HTML could take long: the cost grows with the square of unclosed formatting elements, and
 * of the attributes of one element. Normal pages are far below the limit.
 */
export function isExpensiveHtml(html: string): boolean {
  let elements = 0;
  let open = 0;
  for (const [, slash, name = '', attributes = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)([^>]*)/gi)) {
    elements += 1;
    if (elements > mostElements || (attributes.length > mostAttributes && countOf(attributes) > mostAttributes))
      return true;
    if (formatting.has(name.toLowerCase())) open = Math.max(0, open + (slash === '' ? 1 : -1));
    if (open > mostOpen) return true;
  }
  return false;
}

function countOf(attributes: string): number {
  return attributes.match(/[\s/][^\s/=]/g)?.length ?? 0;
}
