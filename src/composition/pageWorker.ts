import type { Parse } from '../model/text/parsedAhead.ts';
import { parsers } from '../model/pages/parsers.ts';
import { answer } from '../workers/answer.ts';

// Runs in a thread of its own and parses large pages.

export interface ParseTask {
  readonly what: Parse;
  readonly text: string;
}

answer(({ what, text }: ParseTask) => parsers[what](text));
