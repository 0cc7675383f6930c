import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { inlineTokens, textOf } from './tokens.ts';

/** A link that shows its host, if it has one, and its address. Just the address if following the link isn't safe. */
export function linkTo(state: StateCore, url: string): Token[] {
  const href = safeHref(state.md, url.trim());
  if (href === undefined) return [textOf(state, url)];

  const host = /^https?:/i.test(href) && URL.canParse(href) ? new URL(href).host : '';
  const hostTokens = host ? [...inlineTokens(state, 'strong', {}, [textOf(state, host)]), textOf(state, ' ')] : [];
  return inlineTokens(state, 'a', { href }, [...hostTokens, textOf(state, url.trim())]);
}

/** A link that shows a label. If following the link isn't safe, the address instead. */
export function labeledLink(state: StateCore, url: string, label: string): Token[] {
  const href = safeHref(state.md, url);
  return href === undefined ? [textOf(state, url)] : inlineTokens(state, 'a', { href }, [textOf(state, label)]);
}

/**
 * Allows http, https, mailto and relative addresses. VS Code allows more (`vscode:`, `data:`) in links that an author
 * wrote.
 */
function safeHref(md: MarkdownIt, url: string): string | undefined {
  const href = md.normalizeLink(url);
  const scheme = /^[^/?#]*?:/.exec(href)?.[0].toLowerCase();
  const isAllowed = scheme === undefined || ['http:', 'https:', 'mailto:'].includes(scheme);
  return isAllowed && md.validateLink(href) ? href : undefined;
}
