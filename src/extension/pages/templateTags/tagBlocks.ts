import type { StateCore, Token } from 'markdown-it';
import { separateTags } from './separateTags.ts';
import type { Tag, TagName } from '../../../model/tags/syntax.ts';
import { tagPartners } from '../../../model/tags/partners.ts';
import { tagText, tagTokens, type Place } from './tagTokens.ts';
import { tagIn } from './tokens.ts';

/**
 * The tokens of a document with its tags rendered. A tag becomes text if it lacks its partner or a required address, or
 * if it is in a place where it means nothing, such as a tab outside of tabs.
 */
export function tagBlocks(state: StateCore): Token[] {
  const tokens = separateTags(state);
  const partners = tagPartners(tokens, tagIn);
  const blocks: Token[] = [];
  // The open tags. Undefined stands for a list item, a quote or another container that tags can't cross.
  const open: (OpenTag | undefined)[] = [];
  let count = 0;
  let depth = 0;

  for (const [index, token] of tokens.entries()) {
    const tag = tagIn(token);
    if (!tag) {
      if (token.nesting === -1) open.pop();
      token.level += depth;
      blocks.push(token);
      if (token.nesting === 1) open.push(undefined);
      continue;
    }

    const parent = open.at(-1);
    if (parent?.closing === index) {
      open.pop();
      depth--;
      blocks.push(...parent.after);
      continue;
    }

    const closing = partners.get(index);
    const place = placeOf(tag, parent);
    if (closing === undefined || !place) {
      blocks.push(...tagText(state, token, tag));
      continue;
    }

    const { before, after } = tagTokens(state, token, tag, place, () => tokens.slice(index + 1, closing));
    blocks.push(...before);
    if (closing === index) {
      blocks.push(...after);
      continue;
    }
    open.push({ name: tag.name, closing, after, number: ++count, children: 0 });
    depth++;
  }
  return blocks;
}

interface OpenTag {
  name: TagName;
  /** The index of its end tag among the tokens. */
  closing: number;
  /** The tokens to insert there. */
  after: Token[];
  /** Unique in the document. */
  number: number;
  /** How many tabs it has so far. */
  children: number;
}

function placeOf({ name, attributes }: Tag, parent: OpenTag | undefined): Place | undefined {
  switch (name) {
    case 'tab':
      return parent?.name === 'tabs' ? { parent: parent.number, position: ++parent.children } : undefined;
    case 'step':
      return parent?.name === 'stepper' ? { parent: parent.number, position: ++parent.children } : undefined;
    case 'embed':
    case 'content-ref':
      return attributes.get('url') ? { parent: 0, position: 0 } : undefined;
    default:
      return { parent: 0, position: 0 };
  }
}
