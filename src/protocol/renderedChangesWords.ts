import { wordsSchema, type TextsOf } from './words.ts';

/** The texts of a view of rendered changes besides those of comments. `extension/words/renderedChanges.ts` has them in English. */
export const RenderedChangesWords = wordsSchema([
  ...['loading', 'couldNotLoad', 'retry', 'unreadable', 'pages', 'viewedCount', 'pageCount', 'noChanges', 'columns'],
  ...['marked', 'layout', 'markdownDiff', 'pageDiff', 'nextChange', 'previousChange', 'keys', 'close', 'viewed'],
  ...['viewedPage', 'isViewed', 'isNotViewed', 'allViewed', 'showPage', 'hidePage', 'unchanged', 'showRows'],
  ...['same', 'tooLong', 'sameText', 'noText', 'inserted', 'deleted', 'movedHere', 'movedAway'],
  ...['lastChange', 'firstChange', 'addComment', 'suggest'],
  ...[
    'copy',
    'copied',
    'enlarge',
    'imageFailed',
    'imageFailedNamed',
    'showImagesFrom',
    'imagesNotLoaded',
    'imageSize',
    'noPlace',
    'cannotOpen',
    'changedTo',
  ],
  ...[
    'linkChanged',
    'imageChanged',
    'otherLook',
    'keyNext',
    'keyPrevious',
    'keyViewed',
    'keyComment',
    'keySuggest',
    'keyLayout',
  ],
  ...['keyHelp', 'hideList', 'showList', 'noComment', 'noSuggestion', 'noBox', 'pageGone', 'deletedPage'],
] as const);
export type RenderedChangesTexts = TextsOf<typeof RenderedChangesWords>;
