import { parsedDestinations } from '../text/destinations.ts';
import { parsedHeadings } from './text.ts';
import type { Parse } from '../text/parsedAhead.ts';
import { parsedTags } from '../tags/problems.ts';

/** The parser of each kind; results are plain data. */
export const parsers: Readonly<Record<Parse, (text: string) => unknown>> = {
  destinations: parsedDestinations,
  headings: parsedHeadings,
  tags: parsedTags,
};
