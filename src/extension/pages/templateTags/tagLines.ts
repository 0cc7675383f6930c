import type { StateBlock } from 'markdown-it';
import { tagsOf, type Tag } from '../../../model/tags/syntax.ts';
import { tagType } from './tokens.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/**
 * The block rule that reads a line of nothing but tags, as one token for each. As a rule among markdown-it's own, it is
 * never asked about what is code, and what a tag stands in (a list item, a quote) is known.
 */
export function tagLines(): BlockRule {
  const tagLineAfter = tagLineFinder();

  return (state, startLine, endLine, silent) => {
    if (state.sCount[startLine]! - state.blkIndent >= 4) return false;

    if (!silent && isHtmlUpToBlankLine(lineOf(state, startLine))) {
      const tagLine = tagLineAfter(state, startLine, endLine);
      if (tagLine === undefined) return false;
      // HTML runs up to the next blank line, so that it would take the tag with it: let it end there.
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

/** Finds the next line of tags before a blank line, remembering where none was, so that no line is looked at often. */
function tagLineFinder(): (state: StateBlock, startLine: number, endLine: number) => number | undefined {
  let without: { state: StateBlock; from: number; to: number; endLine: number } | undefined;

  return (state, startLine, endLine) => {
    const isKnown = without?.state === state && without.from <= startLine && startLine < without.to;
    if (isKnown && endLine <= without!.endLine) return undefined;

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

/** The kinds of HTML that end by a mark of their own, such as comments and `<pre>`, keep what stands in them. */
function isHtmlUpToBlankLine(line: string): boolean {
  return /^<\/?[a-z]/i.test(line) && !/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i.test(line);
}
