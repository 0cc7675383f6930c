import MarkdownIt, { type MarkdownIt as Renderer } from 'markdown-it';

/** A formula of a page, as its author wrote it. */
export interface Formula {
  readonly source: string;
  /** Whether it stands by itself, not within a line. */
  readonly isBlock: boolean;
}

/**
 * Draws the formulas of one page with a plugin for Markdown, as that of VS Code's preview, to HTML with MathML in it.
 * Each step draws one, because a formula may define what later ones use. Null for those that can't be drawn.
 */
export function* drawnFormulas(
  formulas: readonly Formula[],
  extendMarkdownIt: (renderer: Renderer) => unknown,
): Generator<string | null> {
  const renderer = new MarkdownIt();
  extendMarkdownIt(renderer);
  const { Token } = new renderer.core.State('', renderer, {});
  for (const { source, isBlock } of formulas) {
    const token = new Token(isBlock ? 'math_block' : 'math_inline', 'math', 0);
    token.content = source;
    const draw = renderer.renderer.rules[token.type];
    yield mathIn(draw?.([token], 0, renderer.options, {}, renderer.renderer) ?? '');
  }
}

function mathIn(html: string): string | null {
  const [start, end] = [html.indexOf('<math'), html.lastIndexOf('</math>')];
  return start < 0 || end < start ? null : html.slice(start, end + '</math>'.length);
}
