/** A range of a text, in UTF-16 units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface Word extends TextSpan {
  readonly text: string;
}

/** In scripts without spaces, each character counts as a word. */
const word = /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]&&\p{L}]|[\p{L}\p{N}\p{M}]+/gv;

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(word)].map((match) => ({
    text: match[0].normalize('NFKC').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Blanks markup whose words a reader doesn't see, so that offsets stay the same. */
export function masked(markdown: string): string {
  return withoutMarkup(markdown)
    .replace(/(?<=\])\([^()\s]{0,2000}(?:\s+"[^"\n]{0,500}")?\)/g, blank)
    .replace(/&(?:#\w{1,8}|[a-zA-Z]{2,31});/g, blank);
}

function withoutMarkup(markdown: string): string {
  const markup = /<!--|\{%(?:[^%{\n]|%(?!\})|\{(?!%)){0,2000}%\}|<\/?[a-zA-Z][^<>\n]{0,2000}>/g;
  const lastEnd = markdown.lastIndexOf('-->');
  const parts: string[] = [];
  let from = 0;
  for (let match = markup.exec(markdown); match; match = markup.exec(markdown)) {
    const [whole] = match;
    if (whole === '<!--') {
      // A comment without an end isn't a comment.
      if (lastEnd < markup.lastIndex) continue;
      markup.lastIndex = markdown.indexOf('-->', markup.lastIndex) + '-->'.length;
    }
    parts.push(markdown.slice(from, match.index), blankTag(markdown.slice(match.index, markup.lastIndex)));
    from = markup.lastIndex;
  }
  return parts.join('') + markdown.slice(from);
}

/** The alternative text of an image is read. */
function blankTag(tag: string): string {
  const [whole, before = '', alt = ''] = /^(<img\s(?:[^>]*\s)?alt=")([^"<>]*)"/i.exec(tag) ?? [];
  return whole === undefined ? blank(tag) : blank(before) + alt + blank(tag.slice(before.length + alt.length));
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}
