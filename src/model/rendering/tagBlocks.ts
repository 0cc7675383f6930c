import type { StateCore, Token } from 'markdown-it';
import { separateTags } from './separateTags.ts';
import { addressAttributes, isTagName, parentOf, type Tag } from '../tags/syntax.ts';
import { tagPartners } from '../tags/partners.ts';
import { unknownTag } from './boxes.ts';
import { tagText, tagTokens, type Place } from './tagTokens.ts';
import { tagIn } from './tokens.ts';
import type { Words } from './words.ts';

/**
 * The tokens of a document with its tags rendered. A tag becomes text if it lacks its partner or a required address, or
 * if it is in a place where it means nothing, such as a tab outside of tabs. One that we don't know becomes a box.
 */
export function tagBlocks(state: StateCore, words: Words): Token[] {
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
      const { before, after } = isTagName(tag.name) ? tagText(state, token, tag) : unknownTag(state, token, tag);
      blocks.push(...before, ...after);
      continue;
    }

    const content = () => tokens.slice(index + 1, closing);
    const { before, after } = tagTokens({ state, token, tag, place, content, words });
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
  name: string;
  /** The index of its end tag among the tokens. */
  closing: number;
  /** The tokens to insert there. */
  after: Token[];
  /** Unique in the document. */
  number: number;
  /** How many tabs or steps it has so far. */
  children: number;
}

function placeOf({ name, attributes }: Tag, parent: OpenTag | undefined): Place | undefined {
  const address = addressAttributes[name];
  if (address !== undefined && !attributes.get(address)) return undefined;
  if (parentOf[name] === undefined) return { parent: 0, position: 0 };
  return parent?.name === parentOf[name] ? { parent: parent.number, position: ++parent.children } : undefined;
}
