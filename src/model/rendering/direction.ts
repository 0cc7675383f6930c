import type { StateCore } from 'markdown-it';

/**
 * Lets each block of a page take the direction of its first letter, so that pages written from right to left read as
 * they should. What is inside a block follows it: its list marks, columns and steps are on the same side.
 */
export function withDirection({ tokens }: StateCore): void {
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0 && token.nesting === 1) token.attrSet('dir', 'auto');
    if (depth === 0 && token.type === 'html_block')
      token.content = token.content.replace(startOfBlock, '$& dir="auto"');
    depth += token.nesting;
  }
}

/** Start tags without a direction of their own. */
const startOfBlock = /^\s*<(?:blockquote|details|div|figure|h[1-6]|ol|p|table|ul)(?=[\s>])(?![^>]*\sdir[\s=])/i;
