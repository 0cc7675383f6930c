import MarkdownIt, { type MarkdownIt as Renderer } from 'markdown-it';

/** A formula of a page, as its author wrote it. */
export interface Formula {
  readonly source: string;
  /** Whether it stands by itself, not within a line. */
  readonly isBlock: boolean;
}

/**
 * Formulas that define what others use stay as they were written: a short one could be drawn as megabytes, and each
 * formula is drawn by itself.
 */
const definition = /\\(?:[exg]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![A-Za-z])/;

/** Longer results, in UTF-16 units, aren't used. */
const longestResult = 300_000;

/**
 * Draws a formula with a plugin for Markdown, as that of VS Code's preview, to HTML with MathML in it. Null if that can't
 * be done.
 */
export function drawnFormula(
  { source, isBlock }: Formula,
  extendMarkdownIt: (renderer: Renderer) => unknown,
): string | null {
  if (definition.test(source)) return null;
  const renderer = new MarkdownIt();
  extendMarkdownIt(renderer);
  const { Token } = new renderer.core.State('', renderer, {});
  const token = new Token(isBlock ? 'math_block' : 'math_inline', 'math', 0);
  token.content = source;
  const rule = renderer.renderer.rules[token.type];
  const html = withoutConsole(() => rule?.([token], 0, renderer.options, {}, renderer.renderer) ?? '');
  const math = mathIn(html);
  return math !== null && math.length <= longestResult ? math : null;
}

function mathIn(html: string): string | null {
  const [start, end] = [html.indexOf('<math'), html.lastIndexOf('</math>')];
  return start < 0 || end < start ? null : html.slice(start, end + '</math>'.length);
}

const consoleMethods = ['debug', 'error', 'info', 'log', 'warn'] as const;

/**
 * KaTeX warns about each character that isn't TeX, such as a Chinese one, and \message writes any text. VS Code sends
 * each line to its window, which takes half a minute for one long formula after another. It also ignores assignments to
 * these methods, so that they have to be defined.
 */
function withoutConsole<T>(draw: () => T): T {
  const before = consoleMethods.map((name) => [name, Object.getOwnPropertyDescriptor(console, name)] as const);
  try {
    for (const name of consoleMethods) Object.defineProperty(console, name, { configurable: true, value: () => {} });
    return draw();
  } finally {
    for (const [name, descriptor] of before) if (descriptor) Object.defineProperty(console, name, descriptor);
  }
}
