import type { Parse } from '../model/text/parsedAhead.ts';
import { parsers } from '../model/pages/parsers.ts';
import { answer } from '../workers/answer.ts';

// A thread of its own: parses large pages.

export interface ParseTask {
  readonly what: Parse;
  readonly text: string;
}

answer(({ what, text }: ParseTask) => parsers[what](text));
