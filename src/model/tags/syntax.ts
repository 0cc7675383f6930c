export const tagNames = ['hint', 'tabs', 'tab', 'content-ref', 'code', 'embed', 'stepper', 'step'] as const;
export type TagName = (typeof tagNames)[number];

/** One `{% … %}`. Attribute values are as written, without their quotes: entities and escapes are still in them. */
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

/** A known tag on one line, well-formed; anything else is text. Its groups are what {@link tagOf} reads. */
export const tagPattern = String.raw`\{%[ \t]*(?<end>end)?(?<name>${tagNames.join('|')})(?<attributes>(?:${uncaptured})*)[ \t]*%\}`;
const leadingTag = new RegExp(`^${tagPattern}`);

/** The tag of a match of {@link tagPattern}; an end tag with attributes is none. */
export function tagOf(match: RegExpMatchArray): Tag | undefined {
  const { end, name, attributes = '' } = match.groups ?? {};
  if (end && attributes) return undefined;
  return { name: name as TagName, end: end !== undefined, attributes: attributesOf(attributes), source: match[0] };
}

/** The tags of a line that holds nothing else. */
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
