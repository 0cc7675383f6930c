import { wordsSchema, type TextsOf } from './words.ts';

/** The texts of the reader. `extension/words/reader.ts` has them in English. */
export const ReaderWords = wordsSchema([
  ...['loading', 'couldNotLoad', 'retry', 'unreadable', 'path', 'onThisPage', 'back', 'forward', 'showSource'],
  ...['previous', 'next', 'pages', 'tooLong', 'copy', 'copied', 'enlarge', 'imageFailed', 'imageFailedNamed'],
  ...['completedTask', 'incompleteTask', 'footnotes', 'backToText', 'reusableContent'],
  ...['noPlace', 'cannotOpen', 'failed', 'showSpace', 'gone', 'outdated', 'dismiss'],
] as const);
export type ReaderTexts = TextsOf<typeof ReaderWords>;
