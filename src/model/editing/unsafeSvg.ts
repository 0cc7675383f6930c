/**
 * What makes an SVG more than a picture: scripts, and content from elsewhere. Returns the first word of it, for a message;
 * undefined if there is nothing. It is stricter than needed, because readers open files of a space by their own address,
 * where a script would run. A file that isn't readable as XML in UTF-8 counts as unsafe: `?` stands for that.
 */
export function unsafeInSvg(bytes: Uint8Array): string | undefined {
  const raw = textOf(bytes);
  if (raw === undefined || !root.test(raw)) return '?';
  const written = withCharacters(raw);
  const content = contentOf(raw);
  if (content === undefined) return '?';
  // A style may be written in pieces, with comments in between.
  const read = withCharacters(content);
  for (const pattern of forbidden) {
    const found = pattern.exec(written)?.[1] ?? pattern.exec(read)?.[1];
    if (found !== undefined) return found.trim();
  }
  if ([written, read].some((text) => [...text.matchAll(urls)].some(([, target = '']) => !isWithin(target))))
    return 'url()';
  // An escape may hide one of these words in a style.
  return (written.includes('\\') && /style/i.test(written)) || escapeInAttribute.test(written) ? 'style' : undefined;
}

function withCharacters(text: string): string {
  return text.replace(/&#(?:x([\da-f]+)|(\d+));/gi, (written: string, hex: string | undefined, decimal: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}

/** Names may have any letters of Unicode, among which JavaScript counts some as white space. */
const prefix = '(?:[^ \\t\\r\\n"\'<>=/:]*:)?';
const elements =
  'script|foreignobject|iframe|object|embed|audio|video|handler|listener|meta|base|link|img|form|input|frame|frameset|applet|portal';

/** No pattern has two repetitions side by side that match the same, so that each reads the text once. */
const root = new RegExp(`<${prefix}svg[\\s/>]`, 'i');
const forbidden = [
  new RegExp(`<(${prefix}(?:${elements}))[\\s/>]`, 'i'),
  /[\s"'/](on[a-z]+)\s*=/i,
  /<!(entity|attlist|element|notation)/i,
  // Of a document type, only its name and addresses.
  /<!(doctype)[^<>]*\[/i,
  /<\?(xml-stylesheet)/i,
  // Elements of HTML.
  /w3\.org\/1999\/(xhtml)/i,
  /(@import|image-set\(|\bsrc\()/i,
  /(javascript:)/i,
  new RegExp(`attributeName\\s*=\\s*["'][ \\t\\r\\n]*(${prefix}href|on[a-z]+)`, 'i'),
  // An address that is no fragment of the same file, and no picture in it.
  new RegExp(
    `(?<=[ \\t\\r\\n"'])(${prefix}(?:href|src|srcset|ping|base))\\s*=\\s*["'](?!\\s*(?:#|["']|data:image/(?:png|jpe?g|gif|webp)[;,]))`,
    'i',
  ),
];
const urls = /url\(\s*(?:&quot;|&apos;|["'])?([^)"'<>]*)/gi;
const escapeInAttribute = /=\s*(?:"[^"<]*|'[^'<]*)\\/;

/** A fragment of the same file, or a picture in it. */
function isWithin(target: string): boolean {
  return /^\s*(?:#|$|data:image\/(?:png|jpe?g|gif|webp)[;,])/i.test(target);
}

/** The text between tags, without comments and the like. Undefined if one of them doesn't end. */
function contentOf(text: string): string | undefined {
  let content = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('<', at);
    if (open < 0) return content + text.slice(at);
    content += text.slice(at, open);
    const [start, end] = delimiters.find(([each]) => text.startsWith(each, open)) ?? [];
    const close = end === undefined ? closeOf(text, open) : text.indexOf(end, open + start.length);
    if (close < 0) return undefined;
    if (start === cdata) content += text.slice(open + cdata.length, close);
    at = close + (end ?? '>').length;
  }
}

const cdata = '<![CDATA[';
const delimiters = [
  [cdata, ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

/** The end of a tag, whose quoted values may contain `>`. */
function closeOf(text: string, open: number): number {
  const mark = /[>"']/g;
  for (mark.lastIndex = open; ;) {
    const found = mark.exec(text);
    if (!found) return -1;
    if (found[0] === '>') return found.index;
    const end = text.indexOf(found[0], mark.lastIndex);
    if (end < 0) return -1;
    mark.lastIndex = end + 1;
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const encoding = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8';
    return text.includes('\0') || !/^(?:utf-?8|us-ascii|iso-8859-1)$/i.test(encoding) ? undefined : text;
  } catch {
    return undefined;
  }
}
