import { isSame } from '../shared/same.ts';

/**
 * A change of whole lines that a comment suggests. Lines have no line endings, because servers and comment boxes
 * change those. They are in the server's form, so that the suggestion reads well on the web.
 */
export interface Suggestion {
  /** At least one line. */
  readonly oldLines: readonly string[];
  /** Empty if the old lines are to be deleted. */
  readonly newLines: readonly string[];
}

/** Two fenced code blocks: the old lines, and what should replace them. */
export function suggestionMarkdown({ oldLines, newLines }: Suggestion): string {
  return `${fenced('original', oldLines)}\n\n${fenced('suggestion', newLines)}`;
}

/** A comment with one suggestion, in its parts. */
export interface SuggestingComment {
  /** What is said besides the suggestion. */
  readonly words: string;
  readonly suggestion: Suggestion;
}

/** The Markdown of a comment with one suggestion, below its words unless these would break it. */
export function suggestingMarkdown({ words, suggestion }: SuggestingComment): string {
  const markdown = suggestionMarkdown(suggestion);
  if (words === '') return markdown;
  const above = `${words}\n\n${markdown}`;
  return suggestingComment(above)?.words === words ? above : `${markdown}\n\n${words}`;
}

/** The parts of what `suggestingMarkdown` writes. Undefined for other comments. */
export function suggestingComment(markdown: string): SuggestingComment | undefined {
  const [block, other] = blocksIn(markdown);
  if (!block || other) return undefined;
  const { original, suggestion } = block;
  const lines = linesOf(markdown);
  const above = lines.slice(0, Math.max(0, original.start - 1));
  const below = lines.slice(suggestion.end + 1);
  const apart = [
    lines[original.start - 1] ?? '',
    ...lines.slice(original.end, suggestion.start),
    lines[suggestion.end] ?? '',
  ];
  if (apart.some((line) => line.trim() !== '') || (above.length > 0 && below.length > 0)) return undefined;
  return {
    words: [...above, ...below].join('\n'),
    suggestion: { oldLines: original.lines, newLines: suggestion.lines },
  };
}

/** `broken` if a suggestion in the comment can't be applied because of its form, `same` if one changes nothing. */
export function suggestionProblem(markdown: string): 'broken' | 'same' | undefined {
  if (hasBrokenSuggestion(markdown)) return 'broken';
  return suggestionsIn(markdown).some(({ oldLines, newLines }) => isSame(oldLines, newLines)) ? 'same' : undefined;
}

/** The present lines aren't above it, or its block has no end. */
function hasBrokenSuggestion(markdown: string): boolean {
  if (!markdown.includes('suggestion')) return false;
  const lines = linesOf(markdown);
  let original = false;
  for (const { kind, fence, start, end, isClosed } of fencedBlocks(lines)) {
    if (kind === 'suggestion' && (!original || !isClosed)) return true;
    // The original has no end where it should have one.
    if (kind === 'original' && lines.slice(start + 1, end).some((line) => beginsSuggestion(line, fence))) return true;
    if (kind === 'original') original = isClosed && end - start > 2;
    else if (kind === 'suggestion') original = false;
  }
  return false;
}

/**
 * The suggestions of a comment, in order; at most 50, so that hostile comments take little time. A block `suggestion`
 * belongs to the last block `original` above it.
 */
export function suggestionsIn(markdown: string): readonly Suggestion[] {
  return blocksIn(markdown).map(({ original, suggestion }) => ({
    oldLines: original.lines,
    newLines: suggestion.lines,
  }));
}

/** A suggestion of a comment, or the Markdown around suggestions. */
export type CommentPart =
  | { readonly kind: 'text'; readonly markdown: string }
  | { readonly kind: 'suggestion'; readonly suggestion: Suggestion };

/**
 * The parts of a comment, for display: exactly the suggestions of `suggestionsIn`, and what is said around them. Each part
 * is shown by itself, so that no Markdown around a suggestion decides how, or whether, the suggestion is shown.
 */
export function partsOf(markdown: string): readonly CommentPart[] {
  const blocks = blocksIn(markdown);
  if (blocks.length === 0) return [{ kind: 'text', markdown }];
  const lines = linesOf(markdown);
  const parts: CommentPart[] = [];
  let from = 0;
  const addText = (end: number): void => {
    const text = lines.slice(from, end).join('\n');
    if (text.trim() !== '') parts.push({ kind: 'text', markdown: text });
    from = end;
  };
  for (const { original, suggestion } of blocks) {
    addText(original.start);
    from = original.end;
    // Words between the two blocks come first: they belong to the old lines, which the suggestion shows as well.
    addText(suggestion.start);
    parts.push({ kind: 'suggestion', suggestion: { oldLines: original.lines, newLines: suggestion.lines } });
    from = suggestion.end;
  }
  addText(lines.length);
  return parts;
}

/** Splits lines as editors do: also at a lone carriage return. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

interface Block {
  /** The index of the line that opens it. */
  readonly start: number;
  /** The index after the line that closes it. */
  readonly end: number;
  readonly lines: readonly string[];
}

const mostInComment = 50;

const mark = /^ {0,3}(`{3,}|~{3,})/;

function blocksIn(markdown: string): { readonly original: Block; readonly suggestion: Block }[] {
  if (!markdown.includes('suggestion')) return [];
  const lines = linesOf(markdown);
  const found: { readonly original: Block; readonly suggestion: Block }[] = [];
  let original: Block | undefined;
  for (const { kind, start, end, isClosed } of fencedBlocks(lines)) {
    if (!isClosed) break;
    const block: Block = { start, end, lines: lines.slice(start + 1, end - 1) };
    if (kind === 'original') original = block.lines.length > 0 ? block : undefined;
    if (kind === 'suggestion' && original) {
      found.push({ original, suggestion: block });
      if (found.length === mostInComment) break;
      original = undefined;
    }
  }
  return found;
}

function beginsSuggestion(line: string, fence: string): boolean {
  const [whole = '', own = ''] = mark.exec(line) ?? [];
  return own.startsWith(fence) && /^\s*suggestion\b/.test(line.slice(whole.length));
}

interface Fenced {
  readonly fence: string;
  /** The first word after the fence. */
  readonly kind: string | undefined;
  /** The index of the line that opens it. */
  readonly start: number;
  /** The index after its last line. */
  readonly end: number;
  /** Whether the last line closes it. */
  readonly isClosed: boolean;
}

function* fencedBlocks(lines: readonly string[]): Generator<Fenced> {
  let open: { readonly start: number; readonly fence: string; readonly kind: string | undefined } | undefined;
  for (const [at, line] of lines.entries()) {
    const [whole = '', fence] = mark.exec(line) ?? [];
    if (fence === undefined) continue;
    const rest = line.slice(whole.length);
    if (!open) {
      if (fence.startsWith('~') || !rest.includes('`'))
        open = { start: at, fence, kind: rest.trim().split(/\s/, 1)[0] };
      continue;
    }
    if (/[^ \t]/.test(rest) || fence[0] !== open.fence[0] || fence.length < open.fence.length) continue;
    yield { ...open, end: at + 1, isClosed: true };
    open = undefined;
  }
  if (open) yield { ...open, end: lines.length, isClosed: false };
}

/** The fence is longer than any run of backticks inside. */
export function fenced(kind: string, lines: readonly string[]): string {
  let longest = 2;
  for (const line of lines) for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return [fence + kind, ...lines, fence].join('\n');
}
