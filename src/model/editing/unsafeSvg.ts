/**
 * What makes an SVG more than a picture: scripts, and content from elsewhere. Returns the first word of it, for a message;
 * undefined if there is nothing. It is stricter than needed, because readers open files of a space by their own address,
 * where a script would run. A file that isn't readable as XML in UTF-8 counts as unsafe: `?` stands for that.
 */
export function unsafeInSvg(bytes: Uint8Array): string | undefined {
  const text = textOf(bytes)?.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, characterOf);
  if (text === undefined || !/<(?:[\w.-]+:)?svg[\s/>]/i.test(text)) return '?';
  for (const pattern of forbidden) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found.trim();
  }
  for (const [, name = '', quoted = ''] of text.matchAll(reference)) {
    if (!isWithin(quoted.slice(1))) return name;
  }
  for (const [, target = ''] of text.matchAll(/url\(\s*(?:&quot;|&apos;|["'])?([^)"'<>]*)/gi)) {
    if (!isWithin(target)) return 'url()';
  }
  // An escape may hide one of these words in a style.
  return /\\[\da-f]/i.test(text) && /style/i.test(text) ? 'style' : undefined;
}

function characterOf(written: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

/** No pattern has two repetitions side by side that match the same, so that each reads the text once. */
const forbidden = [
  /<((?:[\w.-]+:)?(?:script|foreignobject|iframe|object|embed|audio|video|handler|listener))[\s/>]/i,
  /[\s"'/](on[a-z]+)\s*=/i,
  /<!(entity|attlist)/i,
  /<\?(xml-stylesheet)/i,
  /(@import|image-set\()/i,
  /(javascript:)/i,
  /attributeName\s*=\s*["']\s*((?:[\w.-]+:)?href|on[a-z]+)/i,
];

const reference = /[\s"'](href|src|[\w.-]+:href)\s*=\s*("[^"<]*|'[^'<]*)/gi;

/** A fragment of the same file, or a picture in it. */
function isWithin(target: string): boolean {
  return /^\s*(?:#|$|data:image\/(?:png|jpe?g|gif|webp)[;,])/i.test(target);
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
