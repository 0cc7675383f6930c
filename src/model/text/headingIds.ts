import { githubSlug } from '../shared/slug.ts';
import { withoutLeading, withoutTrailing } from '../shared/trimmed.ts';

/** A place in a page that links can name. */
export interface NamedPlace {
  /** As a reader sees it, perhaps with an id in braces at the end. */
  readonly title: string;
  /** The id that its author gave it. */
  readonly own?: string | undefined;
  /** The title of a page has no id on the platform, and the summary of a box that opens has none on GitHub. */
  readonly kind: 'pageTitle' | 'heading' | 'summary';
}

export interface HeadingIds {
  /**
   * What a link is written with: the platform's id, from the author or the title. Where we can't know it, GitHub's; empty
   * if that has none.
   */
  readonly slug: string;
  /** GitHub's id, which leads to it as well, if it's another one than the author's. */
  readonly alias?: string;
  /** Without the id in braces. */
  readonly title: string;
}

/** Gives the headings of a page their ids, in order. */
export function createHeadingIds(): (place: NamedPlace) => HeadingIds {
  const [github, platform] = [numbering(), numbering()];
  return ({ title: written, own, kind }) => {
    const inBraces = idInBraces(written);
    const title = inBraces === undefined ? written : written.slice(0, -`{#${inBraces}}`.length).replace(/ $/, '');
    const alias = kind === 'summary' ? undefined : github(githubSlug(title));
    const ownId = own ?? inBraces;
    if (ownId !== undefined) platform(ownId);
    const id = ownId === undefined && kind !== 'pageTitle' ? platformId(title) : undefined;
    const slug = ownId ?? (id === undefined ? (alias ?? '') : platform(id));
    return { slug, ...(ownId === undefined && alias !== undefined && alias !== slug && { alias }), title };
  };
}

/** The id that an author wrote at the end of a title. */
export function idInBraces(title: string): string | undefined {
  return /\{#([^\s{}]+)\}$/.exec(title)?.[1];
}

/**
 * The id that the platform makes of a title. Undefined for a title with letters of other scripts, which it spells in
 * Latin letters by tables that we don't have.
 */
export function platformId(title: string): string | undefined {
  const text = title
    // Names of emoji, and emoji themselves, are no part of it.
    .replace(/(?<!\w):[a-z0-9_+-]{1,40}:(?!\w)/g, ' ')
    .replace(/(\S)['‘’‚‛′‵](?=\S)/g, '$1')
    .normalize('NFKD')
    .replace(/([aou])\u0308/gi, '$1e')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı$€£]/g, (sign) => spelled[sign]!)
    .replace(/[&|<>]/g, (sign, at: number, all: string) => {
      const [before = '', after = ''] = [all[at - 1], all[at + 1]];
      return `${/[a-z0-9&|<>]/.test(before) ? '-' : ''}${spelled[sign]}${/[a-z0-9]/.test(after) ? '-' : ''}`;
    });
  if (/[^\P{L}a-z]/u.test(text)) return undefined;
  // It takes plus signs out last, so that what was around one keeps two hyphens.
  const words = text.replace(/[^a-z0-9_.+]+/g, '-').replaceAll('+', '');
  const id = withoutTrailing(withoutTrailing(withoutLeading(words, '-'), '-'), '.');
  return /^\d/.test(id) ? `id-${id}` : id || 'undefined';
}

const spelled: Readonly<Record<string, string>> = {
  ...{ '&': 'and', '|': 'or', '<': 'less-than', '>': 'greater-than' },
  ...{ $: 'usd', '€': 'eur', '£': 'gbp', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** Ids that were given before get a number. Takes linear time also for thousands of equal ones. */
function numbering(): (wanted: string) => string {
  const taken = new Map<string, number>();
  return (wanted) => {
    let id = wanted;
    let number = taken.get(wanted) ?? 0;
    while (taken.has(id)) id = `${wanted}-${++number}`;
    taken.set(wanted, number);
    if (id !== wanted) taken.set(id, 0);
    return id;
  };
}
