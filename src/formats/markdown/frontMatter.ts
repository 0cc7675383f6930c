/** Splits a Markdown file into its front matter, with fields as text, and the rest. Nested fields are left out. */
export function withoutFrontMatter(text: string): { fields: ReadonlyMap<string, string>; body: string } {
  const content = text.replace(/^\uFEFF/, '');
  const match = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(content);
  if (!match || (match[1] !== undefined && !/^[\w-]+\s*:/m.test(match[1]))) return { fields: new Map(), body: content };
  return { fields: fieldsOf((match[1] ?? '').split(/\r?\n/)), body: content.slice(match[0].length) };
}

/**
 * Flat YAML: plain and quoted values, and folded ones for long descriptions. Read line by line, because a YAML parser
 * refuses all fields if one is invalid, such as `title: Setup: the basics`, which occurs in real files.
 */
function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < lines.length; at += 1) {
    const match = /^([\w-]+)\s*:(?!\S)/.exec(lines[at] ?? '');
    if (!match?.[1]) continue;
    const value = (lines[at] ?? '').slice(match[0].length).trim();
    if (!/^[>|][+-]?$/.test(value)) {
      if (value !== '') fields.set(match[1], unquoted(value));
      continue;
    }
    const block: string[] = [];
    while (/^\s+\S|^\s*$/.test(lines[at + 1] ?? '#')) block.push((lines[(at += 1)] ?? '').trim());
    fields.set(match[1], block.join(value.startsWith('>') ? ' ' : '\n').trim());
  }
  return fields;
}

function beforeComment(value: string): string {
  const at = value.search(/\s#/);
  return at === -1 ? value : value.slice(0, at).trimEnd();
}

function unquoted(value: string): string {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll(`''`, `'`);
  if (!/^".*"$/.test(value)) return beforeComment(value);
  try {
    return JSON.parse(value) as string;
  } catch {
    return value.slice(1, -1);
  }
}
