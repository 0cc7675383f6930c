import type { Tag, TagName } from './syntax.ts';

// As deep as markdown-it itself goes by default; what is nested deeper is shown as text.
const deepest = 100;

/** A tag, or where something begins (1) or ends (-1) that no tag reaches across: a list item, a quote and their like. */
export interface TagOrContainer {
  readonly nesting: -1 | 0 | 1;
}

/**
 * For each opening tag that has an end, where that stands among the tokens; an embed without an end is its own. An
 * end goes to the nearest opening tag of its name in the same list item, quote or other container, and leaves the
 * tags that were opened since without an end.
 */
export function tagPartners<Token extends TagOrContainer>(
  tokens: readonly Token[],
  tagIn: (token: Token) => Pick<Tag, 'name' | 'end'> | undefined,
): Map<number, number> {
  const partners = new Map<number, number>();
  const containers: { name: TagName; index: number }[][] = [[]];

  for (const [index, token] of tokens.entries()) {
    const tag = tagIn(token);
    if (!tag) {
      if (token.nesting === 1) containers.push([]);
      if (token.nesting === -1) containers.pop();
      continue;
    }

    const { name, end } = tag;
    const open = containers.at(-1) ?? [];
    // Only a caption may stand between an embed and its end: another tag says that it has none.
    if (open.at(-1)?.name === 'embed' && !(end && name === 'embed')) open.pop();

    if (!end) {
      if (name === 'embed') partners.set(index, index);
      if (open.length < deepest) open.push({ name, index });
      continue;
    }

    const opening = open.findLastIndex((each) => each.name === name);
    if (opening === -1) continue;
    partners.set(open[opening]!.index, index);
    open.length = opening;
  }
  return partners;
}
