import type { FrontMatter } from '../markdown/frontMatter.ts';

/** The fields of a page besides place, title and text. */
export interface PageTraits {
  readonly type?: 'document' | 'group' | 'link' | 'computed';
  readonly href?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
}

/** What a page's front matter says about it. */
export interface PageProperties {
  readonly type: 'document' | 'computed';
  readonly traits: PageTraits;
  readonly title: string | undefined;
  readonly cover: Cover | undefined;
  /** Less common fields of a page, as the API has them. */
  readonly more: Readonly<Record<string, unknown>>;
  /** The names of those that the API has no place for. */
  readonly lost: readonly string[];
}

/** The addresses are relative to the page's file. */
export interface Cover {
  readonly light: string | undefined;
  readonly dark: string | undefined;
  readonly y: number;
}

const texts = new Set(['title', 'description', 'icon', 'emoji']);
const flags = new Set(['noIndex', 'noRobotsIndex']);
const known = new Set(['hidden', 'computed', 'cover', 'coverY', 'coverDark']);
const layoutFields = new Set(['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination']);

/** Sections 2.18, Page: the properties that a page can have. */
export function propertiesOf({ fields, nested }: FrontMatter): PageProperties {
  const more: Record<string, unknown> = {};
  const lost: string[] = [];
  const isSet = (name: string) => fields.get(name)?.toLowerCase() === 'true';
  for (const name of fields.keys()) {
    if (flags.has(name)) more[name] = isSet(name);
    else if (!texts.has(name) && !known.has(name)) lost.push(name);
  }
  for (const [name, value] of nested) {
    if (name === 'layout') more[name] = layoutOf(value, lost);
    else if (name === 'vars') more['variables'] = textsIn(value, name, lost);
    else lost.push(name);
  }
  const { title, ...traits } = Object.fromEntries([...fields].filter(([name]) => texts.has(name)));
  const [light, dark, y] = ['cover', 'coverDark', 'coverY'].map((name) => fields.get(name));
  return {
    type: isSet('computed') ? 'computed' : 'document',
    traits: { ...traits, ...(isSet('hidden') && { hidden: true }) },
    title,
    cover: light === undefined && dark === undefined ? undefined : { light, dark, y: Number(y) || 0 },
    more,
    lost,
  };
}

function layoutOf(given: object, lost: string[]): Record<string, unknown> {
  const layout: Record<string, unknown> = {};
  for (const [part, value] of Object.entries(given)) {
    const { visible, size } = Object(value) as { readonly visible?: unknown; readonly size?: unknown };
    if (layoutFields.has(part) && typeof visible === 'string') layout[part] = visible.toLowerCase() === 'true';
    else lost.push(`layout.${part}`);
    if (part === 'cover' && typeof size === 'string') layout['coverSize'] = size;
  }
  return layout;
}

function textsIn(given: object, path: string, lost: string[]): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  const entries = Object.entries(given);
  lost.push(...entries.filter((entry) => !isText(entry)).map(([name]) => `${path}.${name}`));
  return Object.fromEntries(entries.filter(isText));
}
