import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/**
 * Reads `$$…$$`, in a line and as a block. VS Code's own math extension renders it if it is there; otherwise its source
 * is shown as code.
 */
export function addMath(md: MarkdownIt, isActive: () => boolean): void {
  const readBlock = mathBlock();
  md.block.ruler.before('blockquote', 'docs_platform_math', (...line) => isActive() && readBlock(...line), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.inline.ruler.before('escape', 'docs_platform_math', (...at) => isActive() && mathInText(...at));
  const escape = md.utils.escapeHtml;
  md.renderer.rules['docs_platform_math_inline'] = (tokens, index) =>
    `<code class="docs-platform-math">${escape(tokens[index]!.content)}</code>`;
  md.renderer.rules['docs_platform_math_block'] = (tokens, index) =>
    `<pre class="docs-platform-math"><code>${escape(tokens[index]!.content)}</code></pre>\n`;
}

/** The type of token that a renderer of math takes, or our own if there is none. */
function typeOf({ md }: StateBlock | StateInline, kind: 'math_inline' | 'math_block'): string {
  return md.renderer.rules[kind] ? kind : `docs_platform_${kind}`;
}

/** Of math within a line, in UTF-16 units. */
const longest = 5000;

function mathInText(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('$$', state.pos)) return false;
  const start = state.pos + 2;
  let end = state.src.indexOf('$$', start);
  while (end > 0 && end - start < longest && state.src[end - 1] === '\\') end = state.src.indexOf('$$', end + 1);
  const content = end < 0 || end - start > longest ? '' : state.src.slice(start, end).trim();
  if (content === '') return false;
  if (!silent) {
    const token = state.push(typeOf(state, 'math_inline'), 'math', 0);
    token.content = content;
    token.markup = '$$';
  }
  state.pos = end + 2;
  return true;
}

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** The block rule for math between lines that begin and end with `$$`. It has no blank line in it. */
function mathBlock(): BlockRule {
  // The lines from here on have no end of math before this line, so that no line is checked often.
  let without: { state: StateBlock; from: number; to: number } | undefined;

  function endAfter(state: StateBlock, startLine: number, endLine: number): number | undefined {
    if (without?.state === state && without.from <= startLine && startLine < without.to) return undefined;
    let line = startLine + 1;
    for (; line < endLine && !state.isEmpty(line) && state.sCount[line]! >= state.blkIndent; line++) {
      if (lineOf(state, line).endsWith('$$')) return line;
    }
    without = { state, from: startLine, to: line };
    return undefined;
  }

  return (state, startLine, endLine, silent) => {
    if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
    const first = lineOf(state, startLine);
    if (!first.startsWith('$$')) return false;
    const isOneLine = first.length > 4 && first.indexOf('$$', 2) === first.length - 2;
    if (!isOneLine && first.includes('$$', 2)) return false;
    const last = isOneLine ? startLine : endAfter(state, startLine, endLine);
    if (last === undefined) return false;

    const lines = Array.from({ length: last - startLine + 1 }, (_, index) => lineOf(state, startLine + index));
    const content = lines.join('\n').slice(2, -2).trim();
    if (content === '') return false;
    if (silent) return true;
    const token = state.push(typeOf(state, 'math_block'), 'math', 0);
    token.block = true;
    token.content = content;
    token.markup = '$$';
    token.map = [startLine, last + 1];
    state.line = last + 1;
    return true;
  };
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
}
