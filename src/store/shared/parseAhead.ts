import type { Parse } from '../../model/text/parsedAhead.ts';

/** Has a large page parsed in another thread, so that it takes no time here. Without one it is parsed here. */
export type ParseAhead = (what: Parse, markdown: string) => Promise<void>;
