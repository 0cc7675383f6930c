import { css } from 'lit';

export const readerStyles = css`
  body {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    height: auto;
  }
  .content {
    width: 100%;
    max-width: 820px;
    margin: 0 auto;
    padding: 0 48px 48px 32px;
  }
  .head {
    display: flex;
    gap: 4px;
    align-items: center;
    min-height: 36px;
    margin-inline-start: -8px;
    color: var(--vscode-descriptionForeground);
  }
  .head ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .head li + li::before {
    content: '›';
    margin-inline-end: 4px;
  }
  .head .link,
  .outline .link,
  .foot .link {
    min-width: 0;
    padding: 2px 0;
    text-align: start;
    white-space: normal;
  }
  .reading {
    position: relative;
    min-height: 60vh;
  }
  .comments-switch {
    margin-inline-start: auto;
  }
  .beside-page {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }
  .beside-page > * {
    position: absolute;
    inset-inline: 0 0;
    pointer-events: auto;
  }
  .beside-page > .beside {
    font-size: 0.96em;
  }
  .beside-page > .comment-here {
    inset-inline: auto -32px;
    z-index: 1;
  }
  .general > .thread {
    margin-bottom: 8px;
  }
  ::highlight(commented-now) {
    background-color: var(--vscode-editor-findMatchHighlightBackground, transparent);
    text-decoration: underline 2px var(--vscode-focusBorder);
  }
  ::highlight(code-keyword) {
    color: var(--vscode-debugTokenExpression-boolean);
  }
  ::highlight(code-string) {
    color: var(--vscode-debugTokenExpression-string);
  }
  ::highlight(code-number) {
    color: var(--vscode-debugTokenExpression-number);
  }
  ::highlight(code-comment) {
    color: var(--vscode-descriptionForeground);
  }
  ::highlight(code-title),
  ::highlight(code-name) {
    color: var(--vscode-debugTokenExpression-name);
  }
  ::highlight(code-type) {
    color: var(--vscode-debugTokenExpression-type);
  }
  .picture-of-page {
    margin-top: 16px;
    font-size: 40px;
    line-height: 1.2;
  }
  .docs-platform-page > .description {
    color: var(--vscode-descriptionForeground);
    font-size: 1.1em;
  }
  .foot nav {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    margin-top: 32px;
    padding-top: 16px;
    border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, rgba(127, 127, 127, 0.35)));
  }
  .foot nav > div {
    display: grid;
    flex: 1 1 180px;
  }
  .foot nav span {
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
  }
  .foot .previous {
    justify-items: start;
  }
  .foot .next {
    justify-items: end;
    text-align: end;
  }
  .outline {
    font-size: 0.95em;
  }
  .outline summary {
    padding: 2px 0;
    color: var(--vscode-descriptionForeground);
    cursor: pointer;
  }
  .outline ul {
    margin: 4px 0 0;
    padding: 0;
    border-inline-start: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, rgba(127, 127, 127, 0.35)));
    list-style: none;
  }
  .outline li {
    padding-inline-start: 12px;
  }
  .outline .level-3 {
    padding-inline-start: 24px;
  }
  .outline .level-4 {
    padding-inline-start: 36px;
  }
  .outline .link {
    color: var(--vscode-descriptionForeground);
  }
  .outline .link[aria-current='location'] {
    color: var(--vscode-foreground);
    font-weight: 600;
  }
  .notices {
    position: sticky;
    top: 0;
    z-index: 1;
  }
  .notices > .notice {
    gap: 4px 8px;
    padding: 6px 6px 6px 12px;
    margin: 0;
    border-radius: 0;
    /* The page scrolls below it. */
    background: var(--vscode-editor-background);
  }
  .notice p {
    flex: 1 1 120px;
    margin: 0;
  }
  .cover > img {
    display: block;
    width: 100%;
    max-height: 240px;
    border-radius: 4px;
    object-fit: cover;
  }
  .cover > img.large {
    cursor: default;
  }
  .at-cursor {
    box-shadow: -12px 0 0 -9px var(--vscode-focusBorder);
  }
  .docs-platform-page :is([data-anchor], [data-alias]),
  .docs-platform-page [data-line] {
    scroll-margin-top: 12px;
  }
  .empty {
    padding: 48px 0;
    color: var(--vscode-descriptionForeground);
  }
  .empty h1 {
    margin: 0 0 8px;
    font-size: inherit;
    font-weight: inherit;
  }
  @media (width >= 1200px) {
    .content {
      max-width: 1096px;
      padding-inline-end: 356px;
    }
    .beside-page > .beside {
      inset-inline: auto -324px;
      width: 292px;
    }
  }
  @media (width >= 900px) {
    .outline {
      position: sticky;
      top: 0;
      max-height: 100vh;
      overflow: auto;
    }
    .outline details {
      width: 230px;
      padding: 44px 16px 16px 0;
    }
  }
  @media (width < 900px) {
    body {
      display: block;
    }
    .outline details {
      margin-top: 8px;
    }
  }
  @media (width < 480px) {
    .content {
      padding: 0 14px 32px;
    }
    .beside-page > .comment-here {
      inset-inline-end: 0;
      background: var(--vscode-editor-background);
    }
  }
`;
