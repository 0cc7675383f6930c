import * as vscode from 'vscode';
import { pageBehindLink } from '../../../model/pages/brokenLinks.ts';
import { filesFrom, pagesFrom, type LinkSuggestion } from '../../../model/pages/linkSuggestions.ts';
import { headingsOf, type PageHeading } from '../../../model/pages/text.ts';
import { githubSlug } from '../../../model/shared/slug.ts';
import { endsInCode, editingPlaceAt, type EditingPlace } from '../../../model/editing/cursorContext.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import type { PageTitles } from './pageTitles.ts';
import { surroundingsOf, type PageSurroundings } from './pageSurroundings.ts';
import { tagSnippets } from './tagSnippets.ts';
import type { Uses } from '../../ground/services/services.ts';

/**
 * Suggestions for the cursor: pages and files in a link, pages after `[[`, tags after `{%`. In links, VS Code
 * suggests headings with GitHub's ids, so only those with another id are suggested there. Rejects with an ApiError.
 */
export async function complete(
  parts: Uses<'accounts' | 'stores' | 'parseAhead'> & { readonly titles: PageTitles },
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.CompletionList | undefined> {
  const place = editingPlaceAt(document.lineAt(position).text, position.character);
  if (!place || endsInCode(document.getText(new vscode.Range(0, 0, position.line, place.start)))) return undefined;
  if (place.kind === 'tag') {
    const start = position.with({ character: place.start });
    const range = new vscode.Range(start, position.with({ character: place.end }));
    return new vscode.CompletionList(tagSnippets(document, range));
  }
  const stop = new AbortController();
  token.onCancellationRequested(() => stop.abort());
  const isHeading = place.written.includes('#');
  if (isHeading && place.kind === 'image') return undefined;
  const around = await surroundingsOf(parts, document.uri, { signal: stop.signal });
  if (!around || token.isCancellationRequested) return undefined;
  if (place.kind === 'title') {
    const start = position.with({ character: place.start });
    const range = new vscode.Range(start, position.with({ character: place.end }));
    const { context, library } = around;
    return parts.titles.complete(place, {
      ...{ context, library, range },
      typed: document.getText(new vscode.Range(start, position)),
    });
  }
  return place.written.includes('#')
    ? headings(place, around, parts, document, position)
    : addresses(place, around, position);
}

type Address = Exclude<EditingPlace, { kind: 'tag' | 'title' }>;

async function headings(
  { kind, written }: Address,
  { context, textOf }: PageSurroundings,
  { parseAhead }: Uses<'parseAhead'>,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionList | undefined> {
  const hash = written.indexOf('#');
  const path = written.slice(0, hash);
  const page = path === '' ? context.page.id : pageBehindLink(path, context);
  if (page === undefined) return undefined;
  const text = page === context.page.id ? document.getText() : await textOf(page);
  const range = new vscode.Range(position.translate(0, hash + 1 - written.length), position);
  await parseAhead('headings', text);
  // In a link, VS Code itself offers the ids of GitHub.
  const isOther = ({ slug, alias, title }: PageHeading) => alias !== undefined || !slug.startsWith(githubSlug(title));
  const shown = headingsOf(text).filter((each) => each.slug !== '' && (kind === 'page' || isOther(each)));
  const items = shown.map(({ slug, title }, index) => {
    const item = new vscode.CompletionItem(
      { label: withoutIcons(title), description: withoutIcons(`#${slug}`) },
      vscode.CompletionItemKind.Reference,
    );
    item.insertText = slug;
    item.filterText = `${slug} ${title}`;
    // Before VS Code's own, which begin with `#`.
    item.sortText = `!${orderOf(index)}`;
    item.range = range;
    return item;
  });
  return new vscode.CompletionList(items);
}

function addresses(place: Address, { context }: PageSurroundings, position: vscode.Position): vscode.CompletionList {
  const files = place.kind === 'page' ? [] : filesFrom(context.files);
  const images = files.filter(({ kind }) => kind === 'image');
  const others = files.filter(({ kind }) => kind === 'file');
  const pages = place.kind === 'image' ? [] : pagesFrom(context.page, context.tree);
  const all = place.kind === 'image' ? [...images, ...others] : [...pages, ...images, ...others];
  const likely = all.length > most ? all.filter((each) => mayMean(place.written, each)) : all;

  const start = position.with({ character: place.start });
  const range = {
    inserting: new vscode.Range(start, position),
    replacing: new vscode.Range(start, position.with({ character: place.end })),
  };
  const items = likely.slice(0, most).map((suggestion, index) => itemOf(suggestion, range, index));
  // VS Code asks for an incomplete list again after each letter.
  return new vscode.CompletionList(items, all.length > most);
}

/** How many suggestions are shown at once. */
const most = 1000;

function itemOf(
  { url, title, path, kind }: LinkSuggestion,
  range: { readonly inserting: vscode.Range; readonly replacing: vscode.Range },
  index: number,
): vscode.CompletionItem {
  const description = { page: withoutIcons(path), image: vscode.l10n.t('Image'), file: vscode.l10n.t('File') }[kind];
  const { File, Reference } = vscode.CompletionItemKind;
  const item = new vscode.CompletionItem(
    { label: withoutIcons(title), description },
    kind === 'page' ? Reference : File,
  );
  item.insertText = url;
  item.filterText = `${url} ${title}`;
  item.sortText = orderOf(index);
  item.range = range;
  return item;
}

/** Whether the suggestion contains the typed letters in their order, which is how VS Code filters. */
function mayMean(written: string, { url, title }: LinkSuggestion): boolean {
  const text = `${url} ${title}`.toLowerCase();
  let at = 0;
  for (const letter of written.toLowerCase()) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function orderOf(index: number): string {
  return String(index).padStart(6, '0');
}
