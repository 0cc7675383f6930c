import * as vscode from 'vscode';
import { threadsTexts } from './threads.ts';

/** The texts of a view of rendered changes, with those of its comments. */
export function renderedChangesTexts() {
  return { ...threadsTexts(), ...view(), ...page(), ...content(), ...keys() };
}

function view() {
  return {
    couldNotLoad: vscode.l10n.t("Couldn't load the changes. {0}"),
    pages: vscode.l10n.t('Changed pages'),
    pageCount: vscode.l10n.t('{0} page|{0} pages'),
    viewedCount: vscode.l10n.t('{0} of {1} viewed|{0} of {1} viewed'),
    noChanges: vscode.l10n.t('There are no changed pages.'),
    layout: vscode.l10n.t('Layout'),
    columns: vscode.l10n.t('Two Columns'),
    marked: vscode.l10n.t('One Column'),
    markdownDiff: vscode.l10n.t('Markdown Diff'),
    nextChange: vscode.l10n.t('Go to Next Change (F7)'),
    previousChange: vscode.l10n.t('Go to Previous Change (Shift+F7)'),
    keys: vscode.l10n.t('Keyboard Shortcuts (?)'),
    close: vscode.l10n.t('Close'),
    lastChange: vscode.l10n.t('This is the last change.'),
    firstChange: vscode.l10n.t('This is the first change.'),
    hideList: vscode.l10n.t('Hide list of pages'),
    showList: vscode.l10n.t('Show list of pages'),
  };
}

function page() {
  return {
    viewed: vscode.l10n.t('Viewed'),
    viewedPage: vscode.l10n.t('Viewed: {0}'),
    isViewed: vscode.l10n.t('“{0}” is marked as viewed.'),
    isNotViewed: vscode.l10n.t('“{0}” is marked as not viewed.'),
    allViewed: vscode.l10n.t('All pages are viewed.'),
    pageDiff: vscode.l10n.t('Open Markdown diff of “{0}”'),
    showPage: vscode.l10n.t('Show “{0}”'),
    hidePage: vscode.l10n.t('Hide “{0}”'),
    unchanged: vscode.l10n.t('{0} unchanged block|{0} unchanged blocks'),
    showRows: vscode.l10n.t('Show'),
    same: vscode.l10n.t("The text changed, but readers don't see a difference."),
    tooLong: vscode.l10n.t('This page is too long to be shown as its readers see it.'),
    sameText: vscode.l10n.t("The text didn't change."),
    noText: vscode.l10n.t('This page has no text to show.'),
  };
}

function content() {
  return {
    inserted: vscode.l10n.t('Inserted:'),
    deleted: vscode.l10n.t('Deleted:'),
    movedHere: vscode.l10n.t('Moved here'),
    movedAway: vscode.l10n.t('Moved away'),
    addComment: vscode.l10n.t('Add Comment'),
    suggest: vscode.l10n.t('Suggest Change'),
    pageGone: vscode.l10n.t("This page isn't among the changes. The comments on it stay here."),
    deletedPage: vscode.l10n.t('Deleted Page'),
    noBox: vscode.l10n.t('The page of this comment has no changes. Open the comment threads to edit it.'),
    noComment: vscode.l10n.t('Select a block of the page first.'),
    noSuggestion: vscode.l10n.t("Select a block of the page first. Deleted text can't be changed."),
    copy: vscode.l10n.t('Copy'),
    copied: vscode.l10n.t('Copied'),
    enlarge: vscode.l10n.t('Click to enlarge'),
    imageFailed: vscode.l10n.t("Couldn't load the image. {0}"),
    showImagesFrom: vscode.l10n.t('Show Images from {0}'),
    imagesNotLoaded: vscode.l10n.t("Images from {0} aren't loaded"),
    imageFailedNamed: vscode.l10n.t("Couldn't load the image “{0}”. {1}"),
    imageSize: vscode.l10n.t('{0} × {1} pixels'),
    noPlace: vscode.l10n.t('This page has no “{0}”.'),
    cannotOpen: vscode.l10n.t("Couldn't open the link. {0}"),
    changedTo: vscode.l10n.t('{0} → {1}'),
    linkChanged: vscode.l10n.t('Link: {0} → {1}'),
    otherLook: vscode.l10n.t('Looks different'),
    imageChanged: vscode.l10n.t('Image: {0} → {1}'),
  };
}

function keys() {
  return {
    keyNext: vscode.l10n.t('Next change'),
    keyPrevious: vscode.l10n.t('Previous change'),
    keyViewed: vscode.l10n.t('Mark the page as viewed, and go on'),
    keyComment: vscode.l10n.t('Comment on the selected text or block'),
    keySuggest: vscode.l10n.t('Suggest a change of the block'),
    keyLayout: vscode.l10n.t('One or two columns'),
    keyHelp: vscode.l10n.t('Show this list'),
  };
}
