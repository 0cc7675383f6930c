import type { Token } from 'markdown-it';

/**
 * Lets each block of a page take the direction of its first letter, so that pages written from right to left read as
 * they should. What is inside a block follows it: its list marks, columns and steps are on the same side. VS Code gives
 * a direction to the blocks inside too, and HTML then ignores their text for the direction of those around them.
 */
export function withDirection(tokens: Token[]): Token[] {
  let depth = 0;
  for (const token of tokens) {
    if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== 'dir');
    if (depth === 0 && token.nesting === 1) token.attrSet('dir', 'auto');
    if (depth === 0 && token.type === 'html_block')
      token.content = token.content.replace(startOfBlock, '$& dir="auto"');
    depth += token.nesting;
  }
  return tokens;
}

/** Start tags without a direction of their own. */
const startOfBlock = /^\s*<(?:blockquote|details|div|figure|h[1-6]|ol|p|table|ul)(?=[\s>])(?![^>]*\sdir[\s=])/i;
