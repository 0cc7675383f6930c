/**
 * Whether a text is made in such a way that parsing it as Markdown could take seconds: the parser's labour grows with the square
 * of what stands together without a break, and with the depth of nesting. Texts that people write are far from it.
 */
export function isLaborious(markdown: string): boolean {
  let labour = 0;
  let run = 0;
  let fence: string | undefined;
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = /^[ \t>]*(?:[-+*] |\d+[.)] )?[ \t]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (mark !== undefined) fence = mark;
    if (containers.test(line)) return true;
    if (beginsAnew.test(line)) {
      labour += run * run;
      run = 0;
    }
    run += line.length + 1;
  }
  return labour + run * run > limit;
}

/** In characters, squared: some two seconds on a slow machine. */
const limit = 1e9;
const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){40}/;
/** An empty line, a list item, a heading, a row of a table. */
const beginsAnew = /^[ \t>]*(?:$|[-+*] |\d+[.)] |#{1,6} |\|)/;
