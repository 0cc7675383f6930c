import type { Reason } from '../../../model/shared/reasons.ts';

/** How the reasons of a room are worded. `sentence` words a nested reason. */
export type WordsFor<Part> = {
  readonly [Code in keyof Part]: (values: Part[Code], sentence: (reason: Reason) => string) => string;
};
