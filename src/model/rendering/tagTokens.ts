import type { StateCore, Token } from 'markdown-it';
import { addressCard, apiDescription, apiDetails, includedContent, unknownTag, updateHead } from './boxes.ts';
import { linkTo } from './linkTo.ts';
import type { Tag } from '../tags/syntax.ts';
import { block, element, paragraphOf, textOf, type TagTokens } from './tokens.ts';
import type { Words } from './words.ts';

/** The place of a tab or step: the number of its container, unique in the document, and its position there, from 1. */
export interface Place {
  parent: number;
  position: number;
}

export interface PlacedTag {
  state: StateCore;
  token: Token;
  tag: Tag;
  place: Place;
  content: () => Token[];
  words: Words;
}

/**
 * The tokens that render a tag around its content. Its attributes only become text and HTML attributes, both escaped.
 */
export function tagTokens({ state, token, tag, place, content, words }: PlacedTag): TagTokens {
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
    case 'columns':
      return { before: [open], after: [close] };
    case 'tab':
      return { before: [...tabTitle(state, place, attribute('title')), open], after: [close] };
    case 'column': {
      const width = widthOf(attribute('width'));
      const alignment = attribute('valign');
      if (width) open.attrSet('data-width', width);
      if (alignment === 'middle' || alignment === 'bottom') open.attrJoin('class', `docs-platform-column-${alignment}`);
      return { before: [open], after: [close] };
    }
    case 'stepper':
    case 'updates':
      open.attrSet('role', 'list');
      return { before: [open], after: [close] };
    case 'step':
      open.attrSet('role', 'listitem');
      return { before: [open], after: [close] };
    case 'update':
      open.attrSet('role', 'listitem');
      return { before: [open, ...updateHead(state, attribute, words)], after: [close] };
    case 'code':
      return codeAround(state, attribute, content(), [open, close]);
    case 'embed':
    case 'file':
      open.attrJoin('class', 'docs-platform-card');
      return { before: [open, ...addressCard(state, token, tag.name, attribute)], after: [close] };
    case 'content-ref': {
      open.attrJoin('class', 'docs-platform-card');
      const link = hasLink(content()) ? [] : paragraphOf(state, token, linkTo(state, attribute('url')));
      return { before: [open, ...link], after: [close] };
    }
    case 'openapi':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      open.attrSet('class', 'docs-platform-openapi');
      return {
        before: [open, ...apiDescription(state, attribute, content()), ...apiDetails(state, token, attribute)],
        after: [close],
      };
    case 'include':
      return includedContent(state, token, tag, words);
    default:
      return unknownTag(state, token, tag);
  }
}

/** The source of a tag, as text. */
export function tagText(state: StateCore, token: Token, { source }: Tag): TagTokens {
  return { before: paragraphOf(state, token, [textOf(state, source)]), after: [] };
}

const hintStyles = ['info', 'success', 'warning', 'danger'];

/** The width of a column in percent, without the sign. Undefined for what isn't one. */
function widthOf(width: string): string | undefined {
  const percent = /^\d{1,3}(?:\.\d{1,20})?(?=%?$)/.exec(width.trim())?.[0];
  return percent === undefined || Number(percent) < 1 ? undefined : String(Math.round(Number(percent)));
}

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

function codeAround(
  state: StateCore,
  attribute: (name: string) => string,
  content: readonly Token[],
  [open, close]: readonly [Token, Token],
): TagTokens {
  const title = attribute('title');
  const bar = title ? block(state, { class: 'docs-platform-code-title' }, [textOf(state, title)]) : [];
  const lines = attribute('lineNumbers') === 'true' ? linesOfOnlyFence(content) : 0;
  const [numbers, end] = lines > 0 ? lineNumbers(state, lines) : [[], []];
  // A line that wrapped would push the numbers after it out of step.
  if (lines === 0 && attribute('overflow') === 'wrap') open.attrJoin('class', 'docs-platform-code-wrapped');
  return { before: [open, ...bar, ...numbers], after: [...end, close] };
}

function lineNumbers(state: StateCore, lines: number): [Token[], Token[]] {
  const [open, close] = element(state, 'div', { class: 'docs-platform-code-numbered' });
  const numbers = Array.from({ length: lines }, (_, index) => index + 1).join('\n');
  const column = { class: 'docs-platform-code-numbers', 'aria-hidden': 'true' };
  return [[open, ...block(state, column, [textOf(state, numbers)])], [close]];
}

/** 0 if the tag contains anything but one code block: there is nothing to number. A diagram isn't code. */
function linesOfOnlyFence([code, ...others]: readonly Token[]): number {
  if (code?.type !== 'fence' || others.length > 0 || /^\s*mermaid\b/i.test(code.info)) return 0;
  return code.content.split('\n').length - 1;
}

/** Whether the author gave the card a link, which then also wraps the title. */
function hasLink(content: Token[]): boolean {
  return content.some(({ type, content }) => type === 'inline' && /\][[(]|<a\s|<?https?:/i.test(content));
}
