import { holdsCaption, isTagName, mayLackEnd, type Tag } from './syntax.ts';

// The same limit as markdown-it's default; content nested deeper is shown as text.
const deepest = 100;

/** A tag, or the start (1) or end (-1) of a container that no tag reaches across, such as a list item or a quote. */
export interface TagOrContainer {
  readonly nesting: -1 | 0 | 1;
}

/**
 * For each opening tag that has an end tag, the index of that token; a tag that may lack its end is its own. An end tag
 * closes the nearest opening tag of its name in the same container, and leaves the tags opened since then without an
 * end.
 */
export function tagPartners<Token extends TagOrContainer>(
  tokens: readonly Token[],
  tagIn: (token: Token) => Pick<Tag, 'name' | 'end'> | undefined,
): Map<number, number> {
  const partners = new Map<number, number>();
  const containers: { name: string; index: number }[][] = [[]];
  const ended = new Set(tokens.flatMap((token) => (tagIn(token)?.end ? [tagIn(token)!.name] : [])));

  for (const [index, token] of tokens.entries()) {
    const tag = tagIn(token);
    if (!tag) {
      if (token.nesting === 1) containers.push([]);
      if (token.nesting === -1) containers.pop();
      continue;
    }

    const { name, end } = tag;
    const open = containers.at(-1) ?? [];
    const last = open.at(-1)?.name;
    // Another tag before its end means that it has none.
    if (last !== undefined && holdsCaption(last) && !(end && name === last)) open.pop();

    if (!end) {
      if (mayLackEnd(name)) partners.set(index, index);
      // Most tags that we don't know have no end: they would fill the limit.
      if (open.length < deepest && (isTagName(name) || ended.has(name))) open.push({ name, index });
      continue;
    }

    const opening = open.findLastIndex((each) => each.name === name);
    if (opening === -1) continue;
    partners.set(open[opening]!.index, index);
    open.length = opening;
  }
  return partners;
}
