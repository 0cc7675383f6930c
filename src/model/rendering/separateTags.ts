import type { StateCore, Token } from 'markdown-it';
import { tagsInText } from '../tags/inText.ts';
import type { Tag } from '../tags/syntax.ts';
import { paragraphOf, tagType } from './tokens.ts';

/**
 * The block tokens of a document. Paragraphs are split where tags are on the same line as text, as in `{% hint
 * style="info" %}Text{% endhint %}`. A tag that is only mentioned in the middle of a line splits nothing.
 */
export function separateTags(state: StateCore): Token[] {
  const separated: Token[] = [];
  for (let index = 0; index < state.tokens.length; index++) {
    const token = state.tokens[index]!;
    const text = token.type === 'paragraph_open' ? state.tokens[index + 1] : undefined;
    const pieces = text?.type === 'inline' ? piecesOf(text.content) : undefined;
    if (!pieces) {
      separated.push(token);
      continue;
    }
    for (const piece of pieces) separated.push(...tokensOf(state, piece, token));
    index += 2;
  }
  return separated;
}

/** A tag, or text between tags, and how many lines into its paragraph it starts. */
type Piece = { line: number } & ({ tag: Tag } | { text: string });

function piecesOf(content: string): Piece[] | undefined {
  const tags = tagsInText(content);
  if (tags.length === 0) return undefined;

  const pieces: Piece[] = [];
  let end = 0;
  let line = 0;

  function addText(to: number): void {
    const text = content.slice(end, to);
    const leading = text.length - text.trimStart().length;
    if (text.trim()) pieces.push({ line: line + linesIn(text.slice(0, leading)), text: text.trim() });
    line += linesIn(text);
  }

  for (const { tag, index } of tags) {
    addText(index);
    pieces.push({ line, tag });
    end = index + tag.source.length;
  }
  addText(content.length);
  return pieces;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

function tokensOf(state: StateCore, piece: Piece, paragraph: Token): Token[] {
  const place = new state.Token(tagType, '', 0);
  const line = (paragraph.map?.[0] ?? 0) + piece.line;
  place.map = [line, line + 1];
  place.hidden = paragraph.hidden;
  if ('text' in piece) return paragraphOf(state, place, [], piece.text);
  place.meta = piece.tag;
  return [place];
}
