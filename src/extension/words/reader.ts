import * as vscode from 'vscode';
import { pageTexts, renderingTexts } from './rendering.ts';
import { threadsTexts } from './threads.ts';

/** The texts of the reader, with those of its comments. */
export function readerTexts() {
  return {
    ...threadsTexts(),
    ...renderingTexts(),
    ...pageTexts(),
    loadingPage: vscode.l10n.t('Loading the page…'),
    couldNotLoadPage: vscode.l10n.t("Couldn't load the page. {0}"),
    retry: vscode.l10n.t('Retry'),
    unreadable: vscode.l10n.t('This view is out of sync with the extension. Close and reopen it.'),
    path: vscode.l10n.t('Path of the page'),
    onThisPage: vscode.l10n.t('On this page'),
    back: vscode.l10n.t('Go back'),
    forward: vscode.l10n.t('Go forward'),
    showSource: vscode.l10n.t('Show Source'),
    previous: vscode.l10n.t('Previous'),
    next: vscode.l10n.t('Next'),
    showDiagram: vscode.l10n.t('Show Diagram in Preview'),
    pages: vscode.l10n.t('Previous and next page'),
    tooLong: vscode.l10n.t('This page is too long to be shown as its readers see it.'),
    imageFailed: vscode.l10n.t("Couldn't load the image. {0}"),
    showImagesFrom: vscode.l10n.t('Show Images from {0}'),
    imagesNotLoaded: vscode.l10n.t("Images from {0} aren't loaded"),
    imageFailedNamed: vscode.l10n.t("Couldn't load the image “{0}”. {1}"),
    noPlace: vscode.l10n.t('This page has no “{0}”.'),
    cannotOpen: vscode.l10n.t("Couldn't open the link. {0}"),
    failed: vscode.l10n.t("That didn't work. {0}"),
    showSpace: vscode.l10n.t('Show “{0}” in the Library'),
    gone: vscode.l10n.t('This page no longer exists on the server. You see what was loaded before.'),
    outdatedPage: vscode.l10n.t("Couldn't load the page again, so you see what was loaded before. {0}"),
    dismiss: vscode.l10n.t('Dismiss'),
    commentsOf: vscode.l10n.t('Comments on this page'),
    otherThreads: vscode.l10n.t('Other comments'),
    commentHere: vscode.l10n.t('Add Comment (C)'),
    noText: vscode.l10n.t('There is no text here to comment on.'),
    hideComments: vscode.l10n.t('Hide Comments'),
    showComments: vscode.l10n.t('Show Comments ({0})'),
  };
}
