import { wordsSchema, type TextsOf } from './words.ts';

/** The texts of the board of a site. `extension/words/siteBoard.ts` has them in English. */
export const SiteBoardWords = wordsSchema([
  ...['untitled', 'loading', 'couldNotLoad', 'retry', 'unreadable', 'saving', 'site', 'openSite', 'shareLinks', 'undo'],
  ...['refresh', 'keysToRead', 'keysToEdit', 'keysToMove', 'keysToMoveSpace', 'dismiss', 'lastUpdated', 'structure'],
  ...['emptySite', 'emptyGroup', 'addSpace', 'addSection', 'addGroup', 'addSpaceTo', 'addSectionTo', 'movableGroup'],
  ...['movableSection', 'movableSpace', 'default', 'condition', 'spaceHidden', 'spaceDeleted', 'group', 'section'],
  ...['space', 'removedByOther', 'save', 'cancel', 'close', 'titleField', 'pathField', 'pathHint', 'conditionField'],
  ...['conditionHint', 'iconField', 'iconHint', 'descriptionField', 'openInBrowser', 'showPages', 'makeDefault'],
  ...['changeSpace', 'remove', 'heldRemoved', 'madeDefault', 'removed', 'changed', 'saveFirst', 'nothingToUndo'],
  ...['movedBack', 'atEnd', 'atEndOfSection', 'added', 'addedAtTop', 'moved', 'movedAtTop', 'grabbed', 'grabbedAtTop'],
  ...['position', 'positionAtTop', 'dropped', 'droppedAtTop', 'putBack', 'putBackAtTop', 'cannotMove'],
  ...['cannotMakeDefault', 'cannotRemove', 'cannotAddSpace', 'cannotAddSection', 'cannotAddGroup'],
  ...['cannotChangeSpace', 'cannotOpen', 'cannotRefresh', 'cannotUndo', 'groupHoldsSections', 'spaceStaysInSection'],
] as const);
export type SiteBoardTexts = TextsOf<typeof SiteBoardWords>;
