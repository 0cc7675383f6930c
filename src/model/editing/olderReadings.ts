import { idsAlone, main, uriOf, type SpaceNames } from '../shared/address.ts';
import type { PageReading, Rewritten } from '../pages/text.ts';
import { spaceAbove } from './sentLinks.ts';

/**
 * Texts of the same Markdown with other names of spaces: with their ids, as in earlier versions, and with their former
 * titles. Unsent text from back then is based on one of these.
 */
export function olderReadings(
  reading: PageReading,
  context: { readonly path: string; readonly names: SpaceNames },
): PageReading[] {
  const { names } = context;
  const generations = [0, 1].map((age) => (space: string) => names.formerSlugsOf(space)[age] ?? names.slugOf(space));
  const links = reading.rewritten.map(({ start, end }) => {
    const url = reading.text.slice(start, end);
    return { url, found: spaceAbove(url, context) };
  });
  const readings = [() => undefined, ...generations].map((slugOf) =>
    respelled(
      reading,
      links.map(({ url, found }) => {
        if (!found) return url;
        const { path } = uriOf({ account: '', space: found.space, version: main, path: '' }, { ...idsAlone, slugOf });
        return `${found.before}${path.slice(1)}${found.behind}`;
      }),
    ),
  );
  const others = new Map(readings.map((each) => [each.text, each]));
  others.delete(reading.text);
  return [...others.values()];
}

/** The same reading with other addresses in its rewritten links, one for each. */
function respelled({ markdown, text, rewritten }: PageReading, urls: readonly string[]): PageReading {
  let made = '';
  let at = 0;
  const moved = rewritten.map(({ start, end, written }, index): Rewritten => {
    const url = urls[index] ?? '';
    made += text.slice(at, start) + url;
    at = end;
    return { start: made.length - url.length, end: made.length, written };
  });
  return { markdown, text: made + text.slice(at), rewritten: moved };
}
