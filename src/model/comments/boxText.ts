import { fromMarkdown } from 'mdast-util-from-markdown';
import { asCode } from '../text/escaping.ts';
import { changedWordsOf, diffLines, textOfLine } from './suggestionDiff.ts';
import { fenced, partsOf, type CommentPart, type Suggestion } from './suggestions.ts';
import { quoteApart } from './quoteApart.ts';
import { commentText } from './text.ts';

/** A comment as a box in an editor shows it. */
export interface BoxText {
  readonly parts: readonly BoxPart[];
  /** Whether some of its text was left out. */
  readonly isCut: boolean;
  /** The suggestions that are shown, in order. Others don't fit. */
  readonly suggestions: readonly Suggestion[];
}

/** `changed` is the Markdown of the words that a suggestion above changes in its lines. */
export interface BoxPart {
  readonly kind: 'markdown' | 'plain' | 'changed';
  readonly text: string;
}

export interface BoxTextOptions {
  /** Returns the relative address of the page that a link leads to, or undefined if it leads to none. */
  readonly pageLink?: ((url: string) => string | undefined) | undefined;
  /** The suggestions with addresses as editors show them, in order. */
  readonly suggestions?: readonly Suggestion[] | undefined;
  /** Whether lines that the comment quotes at its beginning come last. */
  readonly saidFirst?: boolean | undefined;
}

/** Text and suggestions are parsed apart, so that the suggestions shown are those that are applied. */
export function boxText(
  markdown: string,
  { pageLink, suggestions: withPaths, saidFirst }: BoxTextOptions = {},
): BoxText {
  const all = partsOf(markdown);
  const suggestions: Suggestion[] = [];
  const parts: BoxPart[] = [];
  let isCut = false;
  let at = 0;
  let [textLeft, linesLeft] = [longestText, longestSuggestions];
  for (const part of saidFirst ? withQuoteLast(all) : all) {
    if (part.kind === 'text') {
      if (textLeft > 0) {
        const shown = commentText(part.markdown, pageLink, { most: textLeft, hasSuggestions: all.length > 1 });
        const isApart = shown.kind === 'plain' || all.length === 1 || endsByItself(shown.text);
        parts.push(isApart ? shown : { kind: 'plain', text: shown.text });
        isCut ||= shown.isCut;
      } else isCut = true;
      textLeft -= part.markdown.length;
      continue;
    }
    const suggestion = withPaths?.[at++] ?? part.suggestion;
    const diff = fenced('diff', diffLines(suggestion).map(textOfLine));
    linesLeft -= diff.length;
    // Suggestions that are left out can't be applied.
    if (linesLeft < 0) isCut = true;
    else {
      suggestions.push(part.suggestion);
      parts.push({ kind: 'markdown', text: diff });
      const changed = changedIn(suggestion);
      if (changed !== '') parts.push({ kind: 'changed', text: changed });
    }
  }
  return { parts, isCut, suggestions };
}

function withQuoteLast(parts: readonly CommentPart[]): readonly CommentPart[] {
  const [first, ...others] = parts;
  if (first?.kind !== 'text') return parts;
  const { quote, said } = quoteApart(first.markdown);
  if (quote === '' || (said.trim() === '' && others.length === 0)) return parts;
  return [
    ...(said.trim() === '' ? [] : [{ kind: 'text' as const, markdown: said }]),
    ...others,
    { kind: 'text', markdown: quote },
  ];
}

/** Whether a block of code below the text is one, and not part of a block that the text leaves open. */
function endsByItself(text: string): boolean {
  const tree = fromMarkdown(`${text}\n\n\`\`\`\nbelow\n\`\`\``, { extensions: [{ disable: { null: ['attention'] } }] });
  const last = tree.children.at(-1);
  return last?.type === 'code' && last.value === 'below' && last.position?.start.column === 1;
}

/** Empty if whole lines are changed. VS Code marks no words in a block of code. */
function changedIn(suggestion: Suggestion): string {
  const isPartial = diffLines(suggestion).some(
    ({ mark, pieces }) => mark !== 'same' && pieces.some(({ isChanged }) => isChanged),
  );
  if (!isPartial) return '';
  const all = changedWordsOf(suggestion);
  const shown = all.slice(0, mostChanges).map(({ deleted, inserted }) =>
    [
      ['-', deleted],
      ['+', inserted],
    ]
      .filter(([, words]) => words !== '')
      .map(([sign, words]) => asCode(`${sign}${words!.trim() === '' ? '␣'.repeat(words!.length) : words!.trim()}`))
      .join(' '),
  );
  return [...shown, ...(all.length > mostChanges ? ['…'] : [])].join(' · ');
}

/** In characters: more than anyone reads in a comment widget. */
const longestText = 20_000;
/** VS Code cuts Markdown at 100,000 characters, with all that is escaped in it. */
const longestSuggestions = 50_000;
const mostChanges = 20;
