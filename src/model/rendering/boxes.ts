import type { StateCore, Token } from 'markdown-it';
import { decoded } from '../shared/decoded.ts';
import { withoutTrailing } from '../shared/trimmed.ts';
import type { Tag } from '../tags/syntax.ts';
import { operationKey } from './apiOperation.ts';
import { labeledLink, linkTo } from './linkTo.ts';
import {
  block,
  codeOf,
  detailsClass,
  element,
  inlineTokens,
  paragraphOf,
  tagIn,
  textOf,
  type TagTokens,
} from './tokens.ts';
import type { Words } from './words.ts';

type Attribute = (name: string) => string;

/** The link of a card: the address of an embed, or the name of a file. */
export function addressCard(state: StateCore, token: Token, name: 'embed' | 'file', attribute: Attribute): Token[] {
  if (name === 'embed') return paragraphOf(state, token, linkTo(state, attribute('url')));
  const address = withoutBrackets(attribute('src'));
  return paragraphOf(state, token, labeledLink(state, address, fileNameIn(address)));
}

/** The day and the tags of an update. */
export function updateHead(state: StateCore, attribute: Attribute, words: Words): Token[] {
  const written = attribute('date').trim();
  const date = /^\d{4}-\d{2}-\d{2}/.test(written) ? new Date(written.slice(0, 10)) : undefined;
  const isDate = date !== undefined && !Number.isNaN(date.getTime());
  const day = isDate
    ? inlineTokens(state, 'time', { datetime: written }, [textOf(state, words.day(date))])
    : written
      ? [textOf(state, written)]
      : [];
  const tags = attribute('tags')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .flatMap((each) => [
      textOf(state, ' '),
      ...inlineTokens(state, 'span', { class: 'docs-platform-update-tag' }, [textOf(state, each)]),
    ]);
  const parts = [...day, ...tags];
  return parts.length > 0 ? block(state, { class: 'docs-platform-update-head' }, parts) : [];
}

/**
 * The method, the path (or the name of a webhook, or the names of schemas), and the name of the specification, unless
 * the author's text inside already has it.
 */
export function apiDescription(state: StateCore, attribute: Attribute, content: readonly Token[]): Token[] {
  const method = attribute('method').trim().toUpperCase();
  const known = methods.find((each) => each === method)?.toLowerCase();
  const styles = `docs-platform-method${known ? ` docs-platform-method-${known}` : ''}`;
  const names = [attribute('path'), attribute('name'), ...attribute('schemas').split(',')]
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const specification = attribute('spec') || fileNameIn(withoutBrackets(attribute('src')));
  const isNamed = content.some(({ type, content }) => type === 'inline' && content.includes(specification));
  const parts = [
    ...(method ? [inlineTokens(state, 'strong', { class: styles }, [textOf(state, method)])] : []),
    ...names.map((each) => [codeOf(state, each)]),
    ...(isNamed
      ? []
      : [inlineTokens(state, 'span', { class: 'docs-platform-specification' }, [textOf(state, specification)])]),
  ];
  const spaced = parts.flatMap((part, index) => (index === 0 ? part : [textOf(state, ' '), ...part]));
  return spaced.length > 0 ? block(state, { class: 'docs-platform-openapi-head' }, spaced) : [];
}

/** In UTF-16 units: a page doesn't describe more operations than people read. */
const longestDetails = 100_000;

/** The operations of a page that are described so far: each once. */
const described = new WeakMap<StateCore, Set<string>>();

/** The description of the operation by its specification, if that is known. */
export function apiDetails(state: StateCore, token: Token, attribute: Attribute): Token[] {
  const operations = state.env['operations'] as ReadonlyMap<string, string> | undefined;
  const [spec, method, path] = [attribute('spec'), attribute('method'), attribute('path')];
  const markdown = operations?.get(operationKey({ spec, method, path }));
  const before = described.get(state) ?? new Set();
  const length = [...before, markdown ?? ''].reduce((sum, each) => sum + each.length, 0);
  if (markdown === undefined || before.has(markdown) || length > longestDetails) return [];
  described.set(state, before.add(markdown));
  const tokens: Token[] = [];
  // Its references and footnotes aren't those of the page.
  state.md.block.parse(markdown, state.md, {}, tokens);
  const harmless = tokens.flatMap((each) => {
    const tag = tagIn(each);
    return tag ? paragraphOf(state, token, [textOf(state, tag.source)]) : each;
  });
  // All of it comes from the line of the tag.
  for (const each of harmless) if (each.map) each.map = token.map;
  const [open, close] = element(state, 'div', { class: detailsClass });
  return [open, ...harmless, close];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

/** A box in the place of content that is kept elsewhere, with its name. */
export function includedContent(state: StateCore, token: Token, tag: Tag, words: Words): TagTokens {
  const [, double, single] = /"([^"]*)"|'([^']*)'/.exec(tag.source) ?? [];
  const address = double ?? single ?? '';
  const name = fileNameIn(withoutTrailing(address, '/')).replace(/\.md$/, '');
  const [open, close] = element(state, 'div', { class: 'docs-platform-tag', title: address });
  open.map = token.map;
  const head = [textOf(state, `${words.reusableContent} `), codeOf(state, name)];
  return { before: [open, ...block(state, { class: 'docs-platform-tag-name' }, head)], after: [close] };
}

/** A quiet box that names the tag, around its content. */
export function unknownTag(state: StateCore, token: Token, tag: Tag): TagTokens {
  const [open, close] = element(state, 'div', { class: 'docs-platform-tag' });
  open.map = token.map;
  const name = `${tag.end ? 'end' : ''}${tag.name}`;
  const details = tag.source
    .slice(tag.source.indexOf(name) + name.length, -'%}'.length)
    .replace(/-$/, '')
    .trim();
  const url = state.md.utils.unescapeAll(tag.attributes.get('url') ?? '');
  const described = url
    ? linkTo(state, url)
    : details
      ? inlineTokens(state, 'span', { class: 'docs-platform-tag-details' }, [textOf(state, details)])
      : [];
  const head = [codeOf(state, name), ...(described.length > 0 ? [textOf(state, ' '), ...described] : [])];
  return { before: [open, ...block(state, { class: 'docs-platform-tag-name' }, head)], after: [close] };
}

/** Addresses may be in angle brackets, as in Markdown. */
function withoutBrackets(address: string): string {
  return address.trim().replace(/^<(.*)>$/, '$1');
}

/** The last segment of an address, as its author wrote it. */
function fileNameIn(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  return decoded(path.slice(path.lastIndexOf('/') + 1)) || address;
}
