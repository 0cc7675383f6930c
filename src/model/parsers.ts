import { parsedDestinations } from './destinations.ts';
import { parsedHeadings } from './pageText.ts';
import type { Parse } from './parsedAhead.ts';
import { parsedTags } from './tagProblems.ts';

/** How each is parsed, as plain data. */
export const parsers: Readonly<Record<Parse, (text: string) => unknown>> = {
  destinations: parsedDestinations,
  headings: parsedHeadings,
  tags: parsedTags,
};
