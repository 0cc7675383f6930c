import type { Parse } from '../../model/text/parsedAhead.ts';

/** Parses a large page in another thread, so that this one isn't blocked. Without such a thread, it is parsed here. */
export type ParseAhead = (what: Parse, markdown: string) => Promise<void>;
