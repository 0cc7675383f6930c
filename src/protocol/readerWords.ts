import { wordsSchema, type TextsOf } from './words.ts';

/** The texts of the reader. `extension/words/reader.ts` has them in English. */
export const ReaderWords = wordsSchema([
  ...['loadingPage', 'couldNotLoadPage', 'retry', 'unreadable', 'path', 'onThisPage', 'back', 'forward', 'showSource'],
  ...[
    'previous',
    'next',
    'pages',
    'tooLong',
    'copy',
    'copied',
    'showDiagram',
    'enlarge',
    'imageFailed',
    'imageFailedNamed',
    'showImagesFrom',
    'imagesNotLoaded',
  ],
  ...['completedTask', 'incompleteTask', 'footnotes', 'backToText', 'reusableContent'],
  ...['noPlace', 'cannotOpen', 'failed', 'showSpace', 'gone', 'outdatedPage', 'dismiss', 'commentsOf', 'otherThreads'],
  ...['commentHere', 'noText', 'hideComments', 'showComments'],
] as const);
export type ReaderTexts = TextsOf<typeof ReaderWords>;
