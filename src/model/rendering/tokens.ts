import type { StateCore, Token } from 'markdown-it';
import type { Tag } from '../tags/syntax.ts';

/** The type of a tag's token until the tag is rendered; its meta is the {@link Tag}. */
export const tagType = 'docs_platform_tag';

/** Around what a specification says. Its headings aren't headings of the page. */
export const detailsClass = 'docs-platform-openapi-details';

/** The tokens before and after the content of a tag. */
export interface TagTokens {
  before: Token[];
  after: Token[];
}

export function tagIn(token: Token): Tag | undefined {
  return token.type === tagType ? (token.meta as Tag) : undefined;
}

/** The two tokens of an element, for the renderer's general rule. */
export function element(state: StateCore, name: string, attributes: Record<string, string>): [Token, Token] {
  const open = new state.Token('docs_platform_open', name, 1);
  const close = new state.Token('docs_platform_close', name, -1);
  open.attrs = Object.entries(attributes);
  open.block = close.block = true;
  return [open, close];
}

/** An element that contains only inline tokens. */
export function block(
  state: StateCore,
  attributes: Record<string, string>,
  children: Token[],
  name: 'div' | 'label' = 'div',
): Token[] {
  const [open, close] = element(state, name, attributes);
  return [open, inlineOf(state, '', children), close];
}

/** A paragraph at the position of a token: the given children, then the text, which is parsed as Markdown. */
export function paragraphOf(state: StateCore, place: Token, children: Token[], text = ''): Token[] {
  const [open, close] = element(state, 'p', {});
  const inline = inlineOf(state, text, children);
  open.type = 'paragraph_open';
  close.type = 'paragraph_close';
  open.map = inline.map = place.map;
  open.hidden = close.hidden = place.hidden;
  return [open, inline, close];
}

/** An element within a line around other inline tokens. A link is handled like those that an author wrote. */
export function inlineTokens(
  state: StateCore,
  name: 'a' | 'span' | 'strong' | 'time',
  attributes: Record<string, string>,
  children: Token[],
): Token[] {
  const type = name === 'a' ? 'link' : 'docs_platform_inline';
  const open = new state.Token(`${type}_open`, name, 1);
  open.attrs = Object.entries(attributes);
  return [open, ...children, new state.Token(`${type}_close`, name, -1)];
}

/** Text in the font of code, escaped by the renderer. */
export function codeOf(state: StateCore, text: string): Token {
  const token = new state.Token('code_inline', 'code', 0);
  token.content = text;
  return token;
}

/** Text, escaped by the renderer. */
export function textOf(state: StateCore, text: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = text;
  return token;
}

function inlineOf(state: StateCore, text: string, children: Token[]): Token {
  const token = new state.Token('inline', '', 0);
  token.block = true;
  token.content = text;
  token.children = children;
  return token;
}
