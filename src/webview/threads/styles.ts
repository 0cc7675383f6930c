import { css } from 'lit';
import { pageStyles } from '../shared/pageStyles.ts';
import { suggestionStyles } from './suggestionStyles.ts';

const layout = css`
  body {
    display: flex;
    flex-direction: column;
    overflow: hidden;
  }
  .head,
  .filters,
  .notices {
    flex: none;
    padding: 0 16px;
  }
  .head {
    padding-top: 12px;
  }
  .title,
  .about,
  .filters {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
  }
  h1 {
    margin: 0;
    font-size: 1.3em;
    font-weight: 600;
  }
  .refresh {
    margin-inline-start: auto;
  }
  .about > .dim {
    flex: 1 1 160px;
  }
  .head-actions {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .filters {
    padding-block: 8px;
    border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .statuses {
    display: flex;
    flex-wrap: wrap;
    margin-inline-end: auto;
  }
  .tab {
    padding: 4px 8px;
    border: 0;
    border-bottom: 2px solid transparent;
    font: inherit;
    color: var(--vscode-foreground);
    background: none;
    cursor: pointer;
  }
  .tab[aria-pressed='true'] {
    border-bottom-color: var(--vscode-panelTitle-activeBorder, var(--vscode-foreground));
    font-weight: 600;
  }
  .tab:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  select {
    height: 26px;
    max-width: 140px;
    padding: 2px 4px;
    border: 1px solid var(--vscode-dropdown-border, transparent);
    border-radius: 4px;
    font: inherit;
    color: var(--vscode-dropdown-foreground);
    background: var(--vscode-dropdown-background);
    text-overflow: ellipsis;
  }
  .search {
    flex: 1 1 140px;
    width: auto;
    min-width: 120px;
    max-width: 280px;
  }
  .new {
    padding-block: 8px;
  }
  .news {
    position: sticky;
    top: 8px;
    z-index: 1;
    height: 0;
    text-align: center;
  }
  .unseen {
    padding: 3px 12px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 12px;
    font: inherit;
    color: var(--vscode-button-foreground);
    background: var(--vscode-button-background);
    cursor: pointer;
  }
  .scroller {
    flex: 1 1 0;
    min-height: 0;
    overflow: hidden auto;
    overflow-anchor: none;
    position: relative;
  }
  .rows {
    position: relative;
  }
  .row {
    position: absolute;
    inset: 0 0 auto 0;
    padding: 6px 16px;
  }
  .empty {
    padding: 16px;
    text-align: center;
    color: var(--vscode-descriptionForeground);
  }
`;

/** Errors, unsent text, and the user's review, above the threads. */
const notices = css`
  .unsent h2 {
    margin: 0 0 4px;
    font-size: 1em;
    font-weight: 600;
  }
  .notice-actions {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding: 8px;
    margin-block: 4px;
    border: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-contrastBorder, currentColor));
    border-radius: 4px;
  }
  .unsent {
    margin-block: 8px;
    max-height: 35vh;
    overflow: auto;
  }
  .review .notice {
    border-color: var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor));
  }
  .unsent-text {
    display: flex;
    flex-direction: column;
    flex: 1 1 200px;
    white-space: pre-wrap;
  }
  .count {
    color: var(--vscode-descriptionForeground);
  }
`;

const threads = css`
  /* Looks like the suggestions of an editor. */
  .mentions {
    position: fixed;
    inset: auto;
    width: max-content;
    max-height: 40vh;
    margin: 0;
    padding: 0;
    overflow: auto;
    list-style: none;
    color: var(--vscode-editorSuggestWidget-foreground, var(--vscode-foreground));
    background: var(
      --vscode-editorSuggestWidget-background,
      var(--vscode-editorWidget-background, var(--vscode-editor-background))
    );
    border: 1px solid var(--vscode-editorSuggestWidget-border, var(--vscode-contrastBorder, transparent));
  }
  .mentions li {
    padding: 2px 8px;
    cursor: pointer;
  }
  .mentions li .dim {
    margin-inline-start: 8px;
  }
  .mentions li[aria-selected='true'],
  .mentions li[aria-selected='true'] .dim {
    color: var(--vscode-quickInputList-focusForeground, var(--vscode-list-activeSelectionForeground));
    background: var(--vscode-quickInputList-focusBackground, var(--vscode-list-activeSelectionBackground));
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .mentions li[aria-selected='true'] .dim {
    outline: none;
  }
  .dim {
    color: var(--vscode-descriptionForeground);
  }
  .problem {
    margin: 4px 0;
    color: var(--vscode-errorForeground);
  }
  .mark {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    padding: 0 6px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 8px;
    font-size: 0.9em;
    color: var(--vscode-badge-foreground);
    background: var(--vscode-badge-background);
  }
  .thread {
    padding: 8px 12px;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, var(--vscode-panel-border)));
    border-radius: 6px;
    background: var(--vscode-sideBar-background, transparent);
  }
  .thread:focus-visible {
    outline: 2px solid var(--vscode-focusBorder);
  }
  .thread[data-resolved]:has(.folded) {
    padding-block: 2px;
  }
  .place {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    margin-bottom: 4px;
    padding-bottom: 4px;
    border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .place > button.link {
    padding-inline: 0;
    text-align: start;
  }
  /* The thread stands beside the page and words that it is about. */
  .beside :is(.place > button.link, .place > .quote, .place:not(:has(.mark))) {
    display: none;
  }
  .quote {
    flex: 1 1 120px;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-style: italic;
    color: var(--vscode-descriptionForeground);
  }
  .post {
    padding-block: 4px;
  }
  .by {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
    min-height: 26px;
  }
  .author {
    font-weight: 600;
  }
  .tools {
    display: flex;
    margin-inline-start: auto;
    color: var(--vscode-icon-foreground);
  }
  .plain-text {
    white-space: pre-wrap;
  }
  .reactions,
  .picker {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-block: 4px;
  }
  .chip {
    min-width: 24px;
    min-height: 24px;
    padding: 0 8px;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, var(--vscode-panel-border)));
    border-radius: 12px;
    font: inherit;
    color: var(--vscode-foreground);
    background: none;
    cursor: pointer;
  }
  .chip:hover:not(:disabled) {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .chip:disabled {
    cursor: default;
  }
  .chip[aria-pressed='true'] {
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
    color: var(--vscode-inputOption-activeForeground, var(--vscode-foreground));
    background: var(--vscode-inputOption-activeBackground);
    box-shadow: inset 0 0 0 1px var(--vscode-contrastActiveBorder, transparent);
  }
  .fold {
    margin-inline-start: -4px;
    padding-inline: 0 6px;
    color: var(--vscode-textLink-foreground);
  }
  .replies {
    margin-inline-start: 8px;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor));
  }
  .thread-actions,
  .box-actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: 4px 8px;
    margin-top: 6px;
  }
  .reply-here {
    flex: 1 1 120px;
    padding: 4px 8px;
    border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, var(--vscode-panel-border)));
    border-radius: 4px;
    font: inherit;
    text-align: start;
    color: var(--vscode-descriptionForeground);
    background: var(--vscode-input-background);
    cursor: text;
  }
  .box {
    margin-top: 8px;
  }
  .box vscode-textarea {
    width: 100%;
  }
  .apply {
    margin-block: 6px 2px;
  }
  .box > p.dim {
    margin: 2px 0 4px;
  }
  .hint {
    margin-inline-end: auto;
    white-space: nowrap;
    color: var(--vscode-descriptionForeground);
  }
  .folded {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  .folded-text {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .kept {
    margin: 4px 0;
    padding: 8px;
    white-space: pre-wrap;
    background: var(--vscode-textCodeBlock-background);
  }
`;

/** Comments look like pages, but small. */
const bodies = css`
  .markdown,
  .markdown .docs-platform-page {
    unicode-bidi: isolate;
    max-width: 100%;
    font: inherit;
  }
  .markdown .docs-platform-page > :first-child {
    margin-top: 0;
  }
  .markdown .docs-platform-page > :last-child {
    margin-bottom: 0;
  }
  .markdown .docs-platform-page :is(p, ul, ol, blockquote, pre, table) {
    margin: 0 0 8px;
  }
  .markdown .docs-platform-page :is(h1, h2, h3, h4, h5, h6) {
    margin: 8px 0;
    padding: 0;
    border: 0;
    font-size: 1.05em;
    font-weight: 600;
  }
  .markdown .docs-platform-page :is(ul, ol) {
    padding-inline-start: 24px;
  }
  .markdown .docs-platform-page code {
    font-size: 0.95em;
  }
  .markdown .docs-platform-page pre {
    padding: 8px;
    max-height: 400px;
  }
  .markdown .docs-platform-page pre code {
    min-width: 100%;
    color: inherit;
    overflow-wrap: normal;
  }
  .markdown .docs-platform-page blockquote > :last-child {
    margin-bottom: 0;
  }
  .markdown.foldable:not(.is-cut) > button {
    display: none;
  }
  .beside .markdown.foldable > .docs-platform-page:not(:has(pre :is(ins, del))) {
    max-height: 320px;
    overflow: hidden;
  }
  .beside .markdown.foldable:not(:has(pre :is(ins, del))) > button {
    display: block;
    padding: 4px 0;
  }
  .markdown .docs-platform-page :is(th, td) {
    padding: 2px 8px;
    border: 1px solid var(--docs-platform-border);
    text-align: start;
  }
  .markdown .docs-platform-page img {
    display: block;
    max-height: 480px;
  }
  .markdown .docs-platform-page .picture-button {
    min-height: 24px;
    padding: 2px 6px;
    color: var(--vscode-textLink-foreground);
    cursor: pointer;
  }
`;

/** Threads and their boxes, in any view. */
export const postStyles = [notices, threads, bodies, suggestionStyles];

export const threadStyles = [...pageStyles, layout, ...postStyles];
