import { css } from 'lit';

export const renderedChangesStyles = css`
  html {
    overflow: hidden;
  }
  body {
    display: grid;
    grid-template: auto minmax(0, 1fr) / auto minmax(0, 1fr);
    /* Moving the focus doesn't scroll it. */
    overflow: clip;
  }
  .changes-head {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    padding: 8px 16px;
    border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .changes-head h1 {
    margin: 0;
    font-size: 1.3em;
    font-weight: 600;
  }
  .head-tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    margin-inline-start: auto;
  }
  .choices {
    display: inline-flex;
  }
  .choice {
    min-height: 26px;
    padding: 1px 10px;
    border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, var(--vscode-widget-border)));
    font: inherit;
    color: var(--vscode-foreground);
    background: none;
    cursor: pointer;
  }
  .choice:first-child {
    border-start-start-radius: 4px;
    border-end-start-radius: 4px;
  }
  .choice:last-child {
    margin-inline-start: -1px;
    border-start-end-radius: 4px;
    border-end-end-radius: 4px;
  }
  .choice[aria-pressed='true'] {
    color: var(--vscode-inputOption-activeForeground, var(--vscode-foreground));
    background: var(--vscode-inputOption-activeBackground);
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
    box-shadow: inset 0 0 0 1px var(--vscode-contrastActiveBorder, transparent);
    z-index: 1;
  }
  .page-list {
    contain: strict;
    width: 220px;
    overflow: hidden auto;
    padding: 8px 0;
    border-inline-end: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  /* The browser checks in each frame which of them are visible: 50 pages are one. */
  .listed-pages {
    content-visibility: auto;
    contain-intrinsic-size: auto 1300px;
  }
  .page-list button {
    width: 100%;
    padding-inline: 8px;
    border-radius: 0;
    text-align: start;
  }
  .page-list button[aria-current='location'] {
    color: var(--vscode-list-activeSelectionForeground, inherit);
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px dotted var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .list-title {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .mark-viewed {
    width: 14px;
    flex: none;
    color: var(--vscode-charts-green, inherit);
  }
  .is-viewed .list-title {
    color: var(--vscode-descriptionForeground);
  }
  .letter {
    flex: none;
    min-width: 1em;
    text-align: center;
    color: var(--vscode-gitDecoration-modifiedResourceForeground);
  }
  .letter.added {
    color: var(--vscode-gitDecoration-addedResourceForeground);
  }
  .letter.deleted {
    color: var(--vscode-gitDecoration-deletedResourceForeground);
  }
  .letter.renamed {
    color: var(--vscode-gitDecoration-renamedResourceForeground);
  }
  .changes {
    grid-column: 2;
    contain: strict;
    overflow: hidden auto;
    padding-bottom: 40vh;
  }
  .changes > .notices,
  .changes > .empty {
    padding: 0 16px;
  }
  .changes > .empty {
    padding-block: 32px;
    text-align: center;
  }
  section[data-page] {
    content-visibility: auto;
    contain-intrinsic-size: auto 200px;
    /* The browser keeps the first visible page in place: no fraction of the page above may be visible. */
    scroll-margin-top: -1px;
  }
  section.unfolded {
    min-height: var(--kept-height);
  }
  /* Its rows don't push away those that are being read below it. */
  section:not(.shown) {
    overflow-anchor: none;
  }
  .page-head {
    position: sticky;
    top: 0;
    z-index: 3;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
    min-height: 38px;
    padding: 6px 16px 6px 8px;
    border-block: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
    background: var(
      --vscode-editorGroupHeader-tabsBackground,
      var(--vscode-sideBar-background, var(--vscode-editor-background))
    );
  }
  .page-head h2 {
    margin: 0;
    font-size: 1.1em;
  }
  .page-tools {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-inline-start: auto;
  }
  .viewed {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 24px;
    cursor: pointer;
  }
  .introduction:not(:empty),
  .general:not(:empty) {
    padding: 0 24px;
  }
  .sentences {
    margin: 12px 0;
    padding-inline-start: 18px;
  }
  .page-note {
    margin: 12px 0;
    color: var(--vscode-descriptionForeground);
  }
  .general > .thread {
    max-width: 640px;
    margin-bottom: 8px;
  }
  .body {
    padding: 8px 16px 24px 24px;
  }
  .body:empty {
    padding: 0;
  }
  .change-row {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 820px);
    gap: 0 24px;
    max-width: 820px;
    border-radius: 3px;
    contain-intrinsic-size: auto 60px;
  }
  .lazy > .change-row {
    content-visibility: auto;
    /* Shows the bar and the buttons of a row, which are beside and above it. */
    overflow-clip-margin: 18px;
  }
  /* Text is equally wide beside threads and where there are none. */
  .with-margin .change-row {
    grid-template-columns: minmax(0, 820px) minmax(0, 300px);
    max-width: 1144px;
  }
  .layout-columns .change-row {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    max-width: none;
  }
  .layout-columns .row-margin {
    grid-column: 2;
  }
  .change-row:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 3px;
  }
  .change-row.changed > .cell:first-child::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: -14px;
    width: 3px;
    border-radius: 2px;
    background: var(--vscode-editorGutter-modifiedBackground, currentColor);
  }
  .cell {
    min-width: 0;
  }
  /* No change is out of sight at the end of a long line. Numbers beside the lines would get out of step. */
  .changed .cell :not(.docs-platform-code-numbered) > pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .cell > .docs-platform-page > :first-child {
    margin-top: 6px;
  }
  .cell > .docs-platform-page > :last-child {
    margin-bottom: 10px;
  }
  .layout-columns .cell.before {
    padding-inline-end: 12px;
    border-inline-end: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .row-margin > .thread {
    margin-bottom: 8px;
    font-size: 0.96em;
  }
  /* Between the row and the one above it, beside the words of both. */
  .row-tools {
    position: absolute;
    inset-block-start: -18px;
    inset-inline-end: 0;
    z-index: 2;
    display: flex;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
  }
  /* The title of the page would hide them. */
  .change-row:first-child > .row-tools {
    inset-block-start: -8px;
  }
  @media (width >= 1000px) {
    .with-margin:not(.layout-columns) .row-tools {
      inset-inline-end: 324px;
    }
  }
  .fold-row {
    margin-block: 6px;
    padding-inline: 8px;
    border-block: 1px dashed var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .fold-row .link::before {
    content: '⋯';
  }
  .reported {
    position: fixed;
    inset: auto 16px 16px;
    z-index: 5;
    width: fit-content;
    max-width: calc(100% - 32px);
    margin: 0 auto;
    padding: 8px 16px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 4px;
    color: var(--vscode-notifications-foreground, var(--vscode-foreground));
    background: var(--vscode-notifications-background, var(--vscode-editorWidget-background));
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
  }
  .docs-platform-tab-title.with-changes::after {
    content: '•';
    margin-inline-start: 6px;
    color: var(--vscode-editorGutter-modifiedBackground, currentColor);
  }
  .image-size {
    /* The line through a deleted image doesn't go through its size. */
    display: inline-block;
    width: 100%;
    color: var(--vscode-descriptionForeground);
    font-size: 0.9em;
  }
  dialog.keys {
    min-width: 300px;
    padding: 16px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-radius: 6px;
    color: var(--vscode-foreground);
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
  }
  dialog.keys h2 {
    margin: 0 0 12px;
    font-size: 1.1em;
  }
  dialog.keys dl {
    margin: 0 0 16px;
  }
  dialog.keys dl > div {
    display: flex;
    gap: 12px;
    padding-block: 2px;
  }
  dialog.keys dt {
    min-width: 80px;
  }
  dialog.keys dd {
    margin: 0;
  }
  @media (width < 1000px) {
    .with-margin .change-row {
      grid-template-columns: minmax(0, 1fr);
      max-width: 820px;
    }
    .with-margin.layout-columns .change-row {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      max-width: none;
    }
  }
  @media (width < 700px) {
    .page-list,
    .list-toggle {
      display: none;
    }
    .changes {
      grid-column: 1 / -1;
    }
    .body {
      padding-inline: 18px 10px;
    }
    .changes-head,
    .page-head {
      padding-inline: 8px;
    }
    .choices {
      display: none;
    }
  }
`;
