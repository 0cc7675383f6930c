import { sameLines } from '../merge/sameLines.ts';
import { headingAt, headingsOf, type PageHeading } from '../pages/text.ts';

/** A heading that has another text, and with it another anchor. */
export interface RenamedHeading {
  readonly before: { readonly slug: string; readonly title: string };
  readonly after: { readonly slug: string; readonly title: string };
  /** What led to it before, in lower case, and has to be `after.slug` in links now. */
  readonly anchors: readonly string[];
}

/**
 * The headings of a text that another text has in the same places under other names. Where headings were also added or
 * removed between two that stayed, nobody can tell, so none are found there.
 */
export function renamedHeadings(before: string, after: string): readonly RenamedHeading[] {
  if (before === after) return [];
  const [old, now] = [headingsOf(before), headingsOf(after)];
  const places = sameLines(
    old.map(({ title }) => title),
    now.map(({ title }) => title),
  );
  const found: RenamedHeading[] = [];
  let [from, start] = [0, 0];
  for (let end = 0; end <= now.length; end += 1) {
    const to = end === now.length ? old.length : places[end];
    if (to === undefined) continue;
    // A heading that stayed may have another number, if the one with the same title before it was renamed.
    const pairs = to - from === end - start ? Math.min(to - from + 1, old.length - from, now.length - start) : 0;
    for (let index = 0; index < pairs; index += 1) {
      const [one, other] = [old[from + index]!, now[start + index]!];
      const anchors = lostAnchors(one, other).filter((anchor) => headingAt(old, anchor) === one);
      if (anchors.length > 0)
        found.push({ before: one, after: other, anchors: anchors.map((each) => each.toLowerCase()) });
    }
    [from, start] = [to + 1, end + 1];
  }
  return found;
}

/** GitHub's id may stay where it's still one of the heading's. */
function lostAnchors({ slug, alias = '' }: PageHeading, now: PageHeading): string[] {
  if (now.slug === '') return [];
  return [...(slug === now.slug ? [] : [slug]), ...([now.slug, now.alias].includes(alias) ? [] : [alias])];
}
