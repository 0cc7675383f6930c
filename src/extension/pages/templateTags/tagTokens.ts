import type { StateCore, Token } from 'markdown-it';
import { linkTo } from './linkTo.ts';
import type { Tag } from '../../../model/tags/syntax.ts';
import { block, element, paragraphOf, textOf } from './tokens.ts';

/** The place of a tab or step: the number of its container, unique in the document, and its position there, from 1. */
export interface Place {
  parent: number;
  position: number;
}

/** The tokens before and after the content of a tag. */
export interface TagTokens {
  before: Token[];
  after: Token[];
}

/**
 * The tokens that render a tag around its content. Its attributes only become text and HTML attributes, both escaped.
 */
export function tagTokens(state: StateCore, token: Token, tag: Tag, place: Place, content: () => Token[]): TagTokens {
  const attribute = (name: string) => state.md.utils.unescapeAll(tag.attributes.get(name) ?? '');
  const [open, close] = element(state, 'div', { class: `docs-platform-${tag.name}` });
  open.map = token.map;

  switch (tag.name) {
    case 'hint': {
      const style = hintStyles.find((each) => each === attribute('style')) ?? 'info';
      open.attrJoin('class', `docs-platform-hint-${style}`);
      open.attrSet('role', 'note');
      open.attrSet('aria-label', style);
      return { before: [open], after: [close] };
    }
    case 'tabs':
      return { before: [open], after: [close] };
    case 'tab':
      return { before: [...tabTitle(state, place, attribute('title')), open], after: [close] };
    case 'stepper':
      open.attrSet('role', 'list');
      return { before: [open], after: [close] };
    case 'step':
      open.attrSet('role', 'listitem');
      return { before: [open], after: [close] };
    case 'code': {
      const title = attribute('title');
      const bar = title ? block(state, { class: 'docs-platform-code-title' }, [textOf(state, title)]) : [];
      const lines = attribute('lineNumbers') === 'true' ? linesOfOnlyFence(content()) : 0;
      const [numbers, end] = lines > 0 ? lineNumbers(state, lines) : [[], []];
      return { before: [open, ...bar, ...numbers], after: [...end, close] };
    }
    case 'embed':
      open.attrJoin('class', 'docs-platform-card');
      return { before: [open, ...paragraphOf(state, token, linkTo(state, attribute('url')))], after: [close] };
    case 'content-ref': {
      open.attrJoin('class', 'docs-platform-card');
      const link = hasLink(content()) ? [] : paragraphOf(state, token, linkTo(state, attribute('url')));
      return { before: [open, ...link], after: [close] };
    }
  }
}

/** The source of a tag, as text. */
export function tagText(state: StateCore, token: Token, { source }: Tag): Token[] {
  return paragraphOf(state, token, [textOf(state, source)]);
}

const hintStyles = ['info', 'success', 'warning', 'danger'];

/** A radio button within its label: these tabs switch by mouse and arrow keys without a script. */
function tabTitle(state: StateCore, { parent, position }: Place, title: string): Token[] {
  const button = new state.Token('docs_platform_tab_button', 'input', 0);
  button.attrs = [
    ['type', 'radio'],
    ['name', `docs-platform-tabs-${parent}`],
  ];
  if (position === 1) button.attrSet('checked', '');
  return block(
    state,
    { class: 'docs-platform-tab-title' },
    [button, textOf(state, title || String(position))],
    'label',
  );
}

function lineNumbers(state: StateCore, lines: number): [Token[], Token[]] {
  const [open, close] = element(state, 'div', { class: 'docs-platform-code-numbered' });
  const numbers = Array.from({ length: lines }, (_, index) => index + 1).join('\n');
  const column = { class: 'docs-platform-code-numbers', 'aria-hidden': 'true' };
  return [[open, ...block(state, column, [textOf(state, numbers)])], [close]];
}

/** 0 if the tag contains anything but one code block: there is nothing to number. */
function linesOfOnlyFence([code, ...others]: Token[]): number {
  if (code?.type !== 'fence' || others.length > 0) return 0;
  return code.content.split('\n').length - 1;
}

/** Whether the author gave the card a link, which then also wraps the title. */
function hasLink(content: Token[]): boolean {
  return content.some(({ type, content }) => type === 'inline' && /\][[(]|<a\s|<?https?:/i.test(content));
}
