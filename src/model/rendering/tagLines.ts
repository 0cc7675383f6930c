import type { StateBlock } from 'markdown-it';
import { tagsOf, type Tag } from '../tags/syntax.ts';
import { tagType } from './tokens.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/**
 * The block rule that reads a line of nothing but tags, as one token per tag. Because it is one of markdown-it's rules,
 * it never sees code, and the container of a tag (a list item, a quote) is known.
 */
export function tagLines(): BlockRule {
  const tagLineAfter = tagLineFinder();

  return (state, startLine, endLine, silent) => {
    if (state.sCount[startLine]! - state.blkIndent >= 4) return false;

    if (!silent && isHtmlUpToBlankLine(lineOf(state, startLine))) {
      const tagLine = tagLineAfter(state, startLine, endLine);
      if (tagLine === undefined) return false;
      // An HTML block continues until the next blank line, so that it would include the tag: end it before the tag.
      state.md.block.tokenize(state, startLine, tagLine);
      return true;
    }

    const tags = tagsAt(state, startLine);
    if (!tags) return false;
    if (silent) return true;

    for (const tag of tags) {
      const token = state.push(tagType, '', 0);
      token.meta = tag;
      token.map = [startLine, startLine + 1];
    }
    state.line = startLine + 1;
    return true;
  };
}

/**
 * Finds the next line of tags before a blank line. Remembers where there was none, so that no line is checked often.
 */
function tagLineFinder(): (state: StateBlock, startLine: number, endLine: number) => number | undefined {
  let without: { state: StateBlock; from: number; to: number; endLine: number } | undefined;

  return (state, startLine, endLine) => {
    const isCached = without?.state === state && without.from <= startLine && startLine < without.to;
    if (isCached && endLine <= without!.endLine) return undefined;

    let line = startLine + 1;
    for (; line < endLine && !state.isEmpty(line) && state.sCount[line]! >= state.blkIndent; line++) {
      if (tagsAt(state, line)) return line;
    }
    without = { state, from: startLine, to: line, endLine };
    return undefined;
  };
}

function tagsAt(state: StateBlock, line: number): Tag[] | undefined {
  const start = state.bMarks[line]! + state.tShift[line]!;
  return state.src.startsWith('{%', start) ? tagsOf(lineOf(state, line)) : undefined;
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
}

/** Kinds of HTML with an end mark of their own, such as comments and `<pre>`, keep their content. */
function isHtmlUpToBlankLine(line: string): boolean {
  return /^<\/?[a-z]/i.test(line) && !/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i.test(line);
}
