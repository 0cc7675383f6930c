import { contextKeys, type ContextKey } from './contextKeys.ts';

/** A `when` clause of the manifest, for menus, the palette and keybindings. */
export type Condition = string & { readonly isCondition: true };

/** Text in the syntax of VS Code's `when` clauses. Tables of commands use the named conditions of this folder instead. */
export function when(clause: string): Condition {
  return clause as Condition;
}

export function all(...conditions: readonly Condition[]): Condition {
  return when(conditions.join(' && '));
}

export function any(...conditions: readonly Condition[]): Condition {
  return when(`(${conditions.join(' || ')})`);
}

export function not(condition: Condition): Condition {
  return when(/^[\w.]+$/.test(condition) ? `!${condition}` : `!(${condition})`);
}

/** True if the context key is set and is neither false nor empty. */
export function isSet(key: ContextKey<string | boolean>): Condition {
  return when(`docsPlatform.${key}`);
}

export function is<Value extends string>(key: ContextKey<Value>, value: Value): Condition {
  return when(`docsPlatform.${key} == ${value}`);
}

export function isNot<Value extends string>(key: ContextKey<Value>, value: Value): Condition {
  return when(`docsPlatform.${key} != ${value}`);
}

/** Most palette commands need an account: the sample workspace or a server account. */
export const hasAccount = isNot(contextKeys.account, 'none');

type View = 'library' | 'changeRequests' | 'inbox' | 'sites' | 'organization' | 'findInPages';

export function inView(...views: readonly View[]): Condition {
  return when(
    views.length === 1 ? `view == docsPlatform.${views[0]}` : `view =~ /^docsPlatform\\.(${views.join('|')})$/`,
  );
}

/** VS Code's own search, where people look first. */
export const inSearchOfFiles = when('view == workbench.view.search');

/** There are matches of *Find in Pages*. VS Code's own results come first for F4, unless our view has the focus. */
export const mayWalkMatches = when(
  'docsPlatform.findInPages.shows =~ /^([mpr]|sk)/ && (focusedView == docsPlatform.findInPages || !hasSearchResult && !inSearchEditor && !reference-list.hasResult)',
);

// Documents

export const hasFocus = when('editorFocus');
export const isInMarkdown = when('editorLangId == markdown');
export const isInSettingsLanguage = when('editorLangId == docs-platform-settings');
export const canBeCommented = when('activeEditorHasCommentingRange');
export const isInDiff = when('textCompareEditorActive');
export const isDirty = when('activeEditorIsDirty');
export const hasSelection = when('editorHasSelection');
export const hasTextFocus = when('editorTextFocus');

const isFile = when(String.raw`resourcePath =~ /\/_files\//`);
const isMarkdown = when('resourceExtname == .md');
/** The path of a document starts with its space, followed by the version unless it is the published content. */
const ofChangeRequest = when(String.raw`resourcePath =~ /^\/[^\/.]+(\.change-request-| #\d)/`);

/** A page, read-only or editable. */
export const onPage = when('resourceScheme =~ /^docs-platform(-edit)?$/');
export const onReadOnlyPage = when('resourceScheme == docs-platform');
export const onEditablePage = when('resourceScheme == docs-platform-edit');
/** A file of a space, such as a picture. */
export const onFile = all(onReadOnlyPage, isFile);
export const onReadOnlyMarkdown = all(onReadOnlyPage, isMarkdown, not(isFile));
export const onEditableMarkdown = all(onEditablePage, isMarkdown);
export const onMarkdown = all(onPage, isMarkdown, not(isFile));
/** What was clicked in the reader: its webview says so in the context of the menu. */
export const onReader = when("webviewId == 'docsPlatform.reader'");
export const onReaderOfReadOnlyPage = all(onReader, when('docsPlatformIsReadOnly'));
export const onReaderToComment = all(onReader, when('docsPlatformMayComment'));
/** The reader is the active editor. */
export const inReader = when('activeCustomEditorId == docsPlatform.reader');
export const inPublishedContent = all(onReadOnlyPage, when(String.raw`resourcePath =~ /^\/[^\/.#@]+\//`));
export const onPublishedPage = all(
  onReadOnlyPage,
  when(String.raw`resourcePath =~ /^\/[^\/.#@]+\/.*\.md$/`),
  not(isFile),
);
/** A read-only page that can be edited. A page of a past revision can't. */
export const onPageToEdit = all(
  onReadOnlyPage,
  when(String.raw`resourcePath =~ /^\/[^\/.@]+(\.change-request-[0-9]+)?\/.*\.md$/`),
  not(isFile),
);

export const onPageOfChangeRequest = all(onPage, ofChangeRequest);
/** A page of a change request, or its changes as one document. */
export const onDocumentOfChangeRequest = all(
  when('resourceScheme =~ /^docs-platform(-changes|-edit)?$/'),
  ofChangeRequest,
);
export const onReadOnlyDocumentOfChangeRequest = all(
  when('resourceScheme =~ /^docs-platform(-changes)?$/'),
  ofChangeRequest,
);
export const inDiffOfChangeRequest = all(onDocumentOfChangeRequest, isInDiff);

const previewHasFocus = when("activeWebviewPanelId == 'markdown.preview'");
const previewed = (...kinds: readonly string[]): Condition =>
  all(previewHasFocus, when(`docsPlatform.${contextKeys.page.previewed} =~ /^(${kinds.join('|')})$/`));
/** The preview of a page is the active editor. */
export const inPreview = previewed('published', 'changeRequest', 'editable');
export const inPreviewOfReadOnlyPage = previewed('published', 'changeRequest');
export const inPreviewOfEditablePage = previewed('editable');
export const inPreviewOfChangeRequest = previewed('changeRequest', 'editable');

/** A document with the settings of a space, site or organization. */
export const onSettings = when('resourceScheme == docs-platform-settings');
export const onSettingsOfSiteSpace = all(
  onSettings,
  when(String.raw`resourceFilename =~ /\.siteSpaceCustomization\.docs\.json$/`),
);
/** The diff that asks the user to confirm a change of settings. */
export const onSettingsChange = all(when('resourceScheme == docs-platform-settings-change'), when('isInDiffEditor'));
export const onRequest = when('resourceScheme == docs-platform-request');
/** A copy of a page in which changes are suggested. */
export const onSuggestedEdit = when('resource =~ /^docs-platform-reply:[^?]*\\?suggestions\\./');
export const onReply = all(when('resourceScheme == docs-platform-reply'), not(onSuggestedEdit));
/** Other documents with this scheme start a new thread. */
export const onReplyToThread = when('resource =~ /^docs-platform-reply:[^?]*\\?reply\\./');

// Source control

/** The title of a change request's source control. */
export const onSourceControl = when('scmProvider == docsPlatform');
const { drafts, closed } = contextKeys.sourceControl;
export const onSourceControlOfDraft = all(onSourceControl, when(`scmProviderRootUri in docsPlatform.${drafts}`));
const isClosed = when(`scmProviderRootUri in docsPlatform.${closed}`);
/** The title of the source control of a change request that can be changed. */
export const onOpenSourceControl = all(onSourceControl, not(isClosed));
/** The groups of a source control: of all pages with unsent changes, and of what the change request changes. */
export const onUnsentGroup = all(onSourceControl, when('scmResourceGroup == unsent'));
export const onOpenUnsentGroup = all(onUnsentGroup, not(isClosed));
export const onChangedGroup = all(onSourceControl, when('scmResourceGroup == changed'));
/** A page with unsent changes in a source control. */
export const onUnsentRow = all(onSourceControl, when('scmResourceState == unsent'));
export const onOpenUnsentRow = all(onUnsentRow, not(isClosed));
/** The change request of the page can no longer be changed, so that only another one takes the unsent changes. */
export const onClosedUnsentRow = all(onUnsentRow, isClosed);
/** A page in a source control that the change request adds or changes. */
export const onChangedPageRow = all(onSourceControl, when('scmResourceState == changed'));
/** The peek of a change in the gutter of an editable page. */
export const onGutterChange = when('originalResourceScheme =~ /^docs-platform(-changes)?$/');

// Comment threads

const ofThreads = when('commentController == docsPlatform.comments');
/** A thread without comments yet. */
export const onNewThread = all(ofThreads, when('commentThreadIsEmpty'));
export const onOwnDraft = all(ofThreads, when('comment == draft'));
export const onSentComment = all(ofThreads, when('comment != draft'));
export const hasComments = when('!commentThreadIsEmpty');

type ThreadMark = 'open' | 'resolved' | 'reply' | 'resolve' | 'browser' | 'folded';

/** A comment thread with all these marks, in the order of its context value. */
export function onThread(...marks: readonly ThreadMark[]): Condition {
  return all(ofThreads, when(`commentThread =~ /^thread\\b${marks.map((mark) => `.*;${mark}\\b`).join('')}/`));
}

export function onComment(mark: 'edit' | 'delete' | 'browser' | 'suggestion' | 'outdated'): Condition {
  return all(ofThreads, when(`comment =~ /;${mark}\\b/`));
}
