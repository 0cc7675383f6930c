import { FAILSAFE_SCHEMA, load, nullCoreTag } from 'js-yaml';

export interface FrontMatter {
  /** Texts by name. Empty ones are left out. */
  readonly fields: ReadonlyMap<string, string>;
  /** Values that aren't texts, by name: lists and objects of texts. */
  readonly nested: ReadonlyMap<string, object>;
  readonly body: string;
  /** Whether parts of it aren't YAML, and were taken as they are. */
  readonly isBroken: boolean;
}

/** Splits a Markdown file into its front matter, which is YAML, and the rest. */
export function withoutFrontMatter(text: string): FrontMatter {
  const content = text.replace(/^\uFEFF/, '');
  const match = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(content);
  if (!match || (match[1] !== undefined && !/^(?:[\w-]+|"[^"\n]+"|'[^'\n]+')\s*:/m.test(match[1]))) {
    return { fields: new Map(), nested: new Map(), body: content, isBroken: false };
  }
  const [values, isBroken] = valuesIn(match[1] ?? '');
  const fields = new Map<string, string>();
  const nested = new Map<string, object>();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object' && value !== null) nested.set(name, value);
    else if (typeof value === 'string' && value.trim() !== '') fields.set(name, value.trim());
  }
  return { fields, nested, body: content.slice(match[0].length), isBroken };
}

type Values = Readonly<Record<string, unknown>>;

/** All values are texts, so that a version `1.10` keeps its zero. */
const options = { schema: FAILSAFE_SCHEMA.withTags(nullCoreTag), json: true, maxAliases: 100, maxDepth: 20 };

/** In characters. A longer one is no front matter that people write. */
const longestYaml = 100_000;

/**
 * One invalid value makes a parser refuse all of them, such as `title: Setup: the basics`, which occurs in real files.
 * Then each is read on its own, and an invalid one is taken as it is written.
 */
function valuesIn(yaml: string): [Values, isBroken: boolean] {
  const whole = yamlIn(yaml);
  if (whole) return [whole, false];
  const entries: string[][] = [];
  for (const line of yaml.split(/\r?\n/)) {
    if (/^(?:[\w-]+|"[^"]+"|'[^']+')\s*:/.test(line)) entries.push([line]);
    else entries.at(-1)?.push(line);
  }
  let isBroken = false;
  const values = entries.map((lines): Values => {
    // Values over several lines are indented in YAML, but not always in files.
    const [first = '', ...more] = lines;
    const read = yamlIn(lines.join('\n')) ?? yamlIn([first, ...more.map((line) => ` ${line}`)].join('\n'));
    if (read) return read;
    isBroken = true;
    const colon = first.indexOf(':');
    if (/\S/.test(first.charAt(colon + 1))) return {};
    const name = first.slice(0, colon).trim().replaceAll(/["']/g, '');
    return { [name]: [first.slice(colon + 1), ...more].map((line) => line.trim()).join(' ') };
  });
  return [Object.assign({}, ...values) as Values, isBroken];
}

/** An object in YAML, with texts as its values; undefined if it is none. */
export function yamlIn(yaml: string): Values | undefined {
  if (yaml.length > longestYaml) return undefined;
  try {
    const value = load(yaml, options);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined;
  } catch {
    return undefined;
  }
}
