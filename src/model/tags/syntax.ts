export const tagNames = ['hint', 'tabs', 'tab', 'content-ref', 'code', 'embed', 'stepper', 'step'] as const;
export type TagName = (typeof tagNames)[number];

/** One `{% … %}`. Attribute values are raw, without their quotes: they still contain entities and escapes. */
export type Tag = {
  name: TagName;
  /** `{% endhint %}` rather than `{% hint %}`. */
  end: boolean;
  attributes: ReadonlyMap<string, string>;
  source: string;
};

const value = String.raw`"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|“([^”\n]*)”|((?:(?!%\})[^\s"'“{}])+)`;
const attribute = String.raw`([\w-]+)(?:[ \t]*=[ \t]*(?:${value}))?`;
const attributePattern = new RegExp(String.raw`[ \t]${attribute}`, 'g');
const uncaptured = String.raw`[ \t]+${attribute}`.replace(/\((?!\?)/g, '(?:');

/** A known, well-formed tag on one line; anything else is text. {@link tagOf} reads its groups. */
export const tagPattern = String.raw`\{%[ \t]*(?<end>end)?(?<name>${tagNames.join('|')})(?<attributes>(?:${uncaptured})*)[ \t]*%\}`;
const leadingTag = new RegExp(`^${tagPattern}`);

/** The tag of a match of {@link tagPattern}; undefined for an end tag with attributes. */
export function tagOf(match: RegExpMatchArray): Tag | undefined {
  const { end, name, attributes = '' } = match.groups ?? {};
  if (end && attributes) return undefined;
  return { name: name as TagName, end: end !== undefined, attributes: attributesOf(attributes), source: match[0] };
}

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
