export const tagNames = [
  ...(['hint', 'tabs', 'tab', 'content-ref', 'code', 'embed', 'stepper', 'step', 'columns', 'column', 'file'] as const),
  ...(['updates', 'update', 'openapi', 'openapi-operation', 'openapi-webhook', 'openapi-schemas'] as const),
] as const;
export type TagName = (typeof tagNames)[number];

/** Tags that mean something only directly inside another one. */
export const parentOf: Readonly<Partial<Record<string, TagName>>> = {
  tab: 'tabs',
  step: 'stepper',
  column: 'columns',
  update: 'updates',
};

/** Tags that show nothing without the address in this attribute. */
export const addressAttributes: Readonly<Partial<Record<string, string>>> = {
  embed: 'url',
  'content-ref': 'url',
  file: 'src',
};

/** One `{% … %}`. Attribute values are raw, without their quotes: they still contain entities and escapes. */
export type Tag = {
  /** A {@link TagName}, or the name of a tag that we don't know, such as `if` or `@plugin/block`. */
  name: string;
  /** `{% endhint %}` rather than `{% hint %}`. */
  end: boolean;
  attributes: ReadonlyMap<string, string>;
  source: string;
};

export function isTagName(name: string): name is TagName {
  return (tagNames as readonly string[]).includes(name);
}

/** Whether a tag of this name is complete without an end tag. */
export function mayLackEnd(name: string): boolean {
  return holdsCaption(name) || !isTagName(name);
}

/** Whether a tag can only have a caption before its end tag, which is optional. */
export function holdsCaption(name: string): boolean {
  return name === 'embed' || name === 'file';
}

const value = String.raw`"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|“([^”\n]*)”|((?:(?!%\})[^\s"'“{}])+)`;
const attribute = String.raw`([\w-]+)(?:[ \t]*=[ \t]*(?:${value}))?`;
const attributePattern = new RegExp(String.raw`[ \t]${attribute}`, 'g');
const uncaptured = String.raw`[ \t]+${attribute}`.replace(/\((?!\?)/g, '(?:');

const known = tagNames.join('|');
// Ends before the next tag begins, so that no text is read again for each of many beginnings. A quote that has no partner
// is text. The group makes the pattern stay with its first choice, because trying all of them would take too long.
const within = String.raw`(?:[^Q{\\\n]|\{(?!%)|\\[^{\n]|\\(?=\{))*`;
const quoted = ['"', "'"].map((quote) => `${quote}${within.replace('Q', quote)}${quote}`).join('|');
const rest = String.raw`[ \t](?:[^{%\n"']|%(?!\})|\{(?!%)|(?=(?<quote>${quoted}|["']))\k<quote>)*`;

/**
 * A tag on one line; anything else is text. The attributes of a tag that we know have to be well-formed; one that we
 * don't know may hold any text. {@link tagOf} reads its groups.
 */
export const tagPattern =
  String.raw`\{%[ \t]*(?<end>end)?(?<name>${known})(?<attributes>(?:${uncaptured})*)[ \t]*%\}` +
  String.raw`|\{%-?[ \t]*(?<otherEnd>end)?(?!(?:end)?(?:${known})(?:[ \t]|%\}))(?<otherName>@?[a-zA-Z][\w./@-]*)(?<rest>(?:${rest})?)%\}`;
const leadingTag = new RegExp(`^(?:${tagPattern})`);

/** The tag of a match of {@link tagPattern}; undefined for an end tag with attributes. */
export function tagOf(match: RegExpMatchArray): Tag | undefined {
  const { end, name, attributes = '', otherEnd, otherName = '', rest = '' } = match.groups ?? {};
  if (end && attributes) return undefined;
  return {
    name: name ?? otherName,
    end: (end ?? otherEnd) !== undefined,
    attributes: attributesOf(name === undefined ? rest.slice(0, longestRest) : attributes),
    source: match[0],
  };
}

/** In UTF-16 units: attributes of tags that we don't know are read up to here. */
const longestRest = 1000;

/** The tags of a line that contains only tags. */
export function tagsOf(line: string): Tag[] | undefined {
  const tags: Tag[] = [];
  let rest = line.trim();
  while (rest !== '') {
    const match = leadingTag.exec(rest);
    const tag = match && tagOf(match);
    if (!tag) return undefined;
    tags.push(tag);
    rest = rest.slice(tag.source.length).trimStart();
  }
  return tags.length > 0 ? tags : undefined;
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', ...values] of text.matchAll(attributePattern)) {
    if (!attributes.has(name)) attributes.set(name, values.find((each) => each !== undefined) ?? '');
  }
  return attributes;
}
