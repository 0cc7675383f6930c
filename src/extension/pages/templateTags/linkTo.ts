import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { textOf } from './tokens.ts';

/** A link that shows its host, if it has one, and its address. Just the address if following the link isn't safe. */
export function linkTo(state: StateCore, url: string): Token[] {
  const href = safeHref(state.md, url.trim());
  if (href === undefined) return [textOf(state, url)];

  const open = new state.Token('link_open', 'a', 1);
  open.attrs = [['href', href]];
  const close = new state.Token('link_close', 'a', -1);
  const host = /^https?:/i.test(href) && URL.canParse(href) ? new URL(href).host : '';
  const hostOpen = new state.Token('strong_open', 'strong', 1);
  const hostClose = new state.Token('strong_close', 'strong', -1);
  const hostTokens = host ? [hostOpen, textOf(state, host), hostClose, textOf(state, ' ')] : [];
  return [open, ...hostTokens, textOf(state, url.trim()), close];
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
