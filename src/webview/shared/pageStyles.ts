import preview from '../../../media/preview.css';
import { css, unsafeCSS } from 'lit';

/** How rendered pages look: what VS Code's preview gives each Markdown document, then our own style sheet of it. */
export const pageStyles = [
  css`
    .docs-platform-page {
      font-family: var(--vscode-markdown-font-family, var(--vscode-font-family, sans-serif));
      font-size: var(--vscode-markdown-font-size, 14px);
      line-height: 1.57;
      overflow-wrap: break-word;
    }
    .docs-platform-page :is(h1, h2, h3, h4, h5, h6) {
      margin-top: 24px;
      margin-bottom: 16px;
      font-weight: 600;
      line-height: 1.25;
    }
    .docs-platform-page h1 {
      padding-bottom: 0.3em;
      border-bottom: 1px solid var(--docs-platform-border);
      font-size: 2em;
      font-weight: 400;
    }
    .docs-platform-page h2 {
      padding-bottom: 0.3em;
      border-bottom: 1px solid var(--docs-platform-border);
      font-size: 1.5em;
    }
    .docs-platform-page h3 {
      font-size: 1.25em;
    }
    .docs-platform-page h4 {
      font-size: 1em;
    }
    .docs-platform-page :is(h5, h6) {
      font-size: 0.875em;
    }
    .docs-platform-page :is(p, ul, ol, dl, pre, blockquote, table, hr) {
      margin: 0 0 16px;
    }
    .docs-platform-page :is(sub, sup) {
      line-height: 0;
    }
    .docs-platform-page li > :is(p, ul, ol) {
      margin-bottom: 8px;
    }
    .docs-platform-page a {
      color: var(--vscode-textLink-foreground);
      text-decoration: none;
    }
    /* In text, the color alone doesn't tell a link apart in each theme. */
    .docs-platform-page :is(a:is(:hover, :focus), :is(p, li, td, th, dd, figcaption) a) {
      text-decoration: underline;
    }
    .docs-platform-page .docs-platform-card a {
      text-decoration: none;
    }
    .docs-platform-page hr {
      border: 0;
      border-bottom: 1px solid var(--docs-platform-border);
    }
    .docs-platform-page blockquote {
      padding: 2px 12px;
      border-inline-start: 4px solid var(--vscode-textBlockQuote-border, var(--docs-platform-border));
      background: var(--vscode-textBlockQuote-background);
    }
    .docs-platform-page blockquote > :last-child {
      margin-bottom: 0;
    }
    .docs-platform-page :is(code, kbd, samp) {
      font-family: var(--vscode-editor-font-family, monospace);
      font-size: 1em;
      color: var(--vscode-textPreformat-foreground);
      background: var(--vscode-textPreformat-background);
      padding: 1px 3px;
      border-radius: 4px;
    }
    .docs-platform-page pre {
      position: relative;
      padding: 16px;
      border: 1px solid var(--vscode-contrastBorder, transparent);
      border-radius: 3px;
      overflow: auto;
      background: var(--vscode-textCodeBlock-background);
    }
    .docs-platform-page pre code {
      display: inline-block;
      padding: 0;
      color: var(--vscode-editor-foreground);
      background: none;
      line-height: 1.357em;
      tab-size: 4;
    }
    .docs-platform-page table:not([data-view='cards']) {
      display: block;
      width: max-content;
      max-width: 100%;
      overflow-x: auto;
      border-collapse: collapse;
    }
    .docs-platform-page table:not([data-view='cards']) :is(th, td) {
      padding: 5px 10px;
      border-bottom: 1px solid var(--docs-platform-border);
    }
    .docs-platform-page img {
      max-width: 100%;
      max-height: 100%;
    }
    .docs-platform-page :is(pre, table):focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: -1px;
    }
  `,
  unsafeCSS(preview),
  css`
    .docs-platform-page .copy-code {
      position: absolute;
      inset-block-start: 4px;
      inset-inline-end: 4px;
      padding: 2px 8px;
      border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
      border-radius: 4px;
      font: var(--vscode-font-size, 13px) / 1.5 var(--vscode-font-family, sans-serif);
      color: var(--vscode-button-secondaryForeground);
      background: var(--vscode-button-secondaryBackground);
      cursor: pointer;
      opacity: 0;
    }
    .docs-platform-page pre:hover > .copy-code,
    .docs-platform-page .copy-code:focus-visible {
      opacity: 1;
    }
    .docs-platform-page .show-diagram {
      display: block;
      margin-top: 12px;
      padding: 0;
      border: 0;
      font: var(--vscode-font-size, 13px) / 1.5 var(--vscode-font-family, sans-serif);
      color: var(--vscode-textLink-foreground);
      background: none;
      cursor: pointer;
    }
    .docs-platform-page .show-diagram:is(:hover, :focus-visible) {
      text-decoration: underline;
    }
    /* It is copied, and comments quote it. */
    .docs-platform-page .drawn .formula-source {
      font-size: 0;
    }
    .docs-platform-page math {
      user-select: none;
    }
    /* Formulas can move what they show: it stays within them. */
    .docs-platform-page .docs-platform-math.drawn {
      padding: 0;
      border: 0;
      font-style: normal;
      color: inherit;
      background: none;
    }
    .docs-platform-page code.docs-platform-math.drawn {
      display: inline-block;
      max-width: 100%;
      overflow: clip;
      overflow-clip-margin: 4px;
      font-family: inherit;
    }
    .docs-platform-page pre.docs-platform-math.drawn {
      padding: 8px 0;
      max-height: 100vh;
      text-align: center;
    }
    .docs-platform-page pre.docs-platform-math.drawn > code {
      font-family: inherit;
      color: inherit;
    }
    .docs-platform-page math {
      font-size: 1.1em;
    }
    /* Browsers don't draw lines through formulas, or boxes around them. */
    .docs-platform-page menclose {
      --line:
        transparent calc(50% - 0.6px), currentColor calc(50% - 0.6px) calc(50% + 0.6px), transparent calc(50% + 0.6px);
      display: inline-block math;
      background-image: var(--up, none), var(--down, none);
    }
    .docs-platform-page menclose[notation~='updiagonalstrike'] {
      --up: linear-gradient(to bottom right, var(--line));
    }
    .docs-platform-page menclose[notation~='downdiagonalstrike'] {
      --down: linear-gradient(to top right, var(--line));
    }
    .docs-platform-page menclose[notation~='horizontalstrike'] {
      text-decoration: line-through;
    }
    .docs-platform-page menclose[notation~='box'] {
      padding: 2px;
      border: 1px solid currentColor;
    }
    .docs-platform-page .picture-button {
      display: inline-block;
      padding: 8px 12px;
      border: 1px dashed var(--docs-platform-border);
      border-radius: 4px;
      font: inherit;
      color: var(--docs-platform-dim);
      background: none;
    }
    .docs-platform-page .remote-image {
      display: inline-flex;
      flex-wrap: wrap;
      gap: 4px 8px;
      align-items: center;
      max-width: 100%;
      box-sizing: border-box;
      padding: 8px 12px;
      border: 1px dashed var(--docs-platform-border);
      border-radius: 4px;
      color: var(--docs-platform-dim);
      overflow-wrap: anywhere;
    }
    .docs-platform-page .remote-image > button {
      min-height: 24px;
      padding: 0;
      border: 0;
      font: inherit;
      text-align: start;
      color: var(--vscode-textLink-foreground);
      background: none;
      cursor: pointer;
    }
    .docs-platform-page .remote-image > button:hover {
      text-decoration: underline;
    }
    .docs-platform-page img:not([src]) {
      min-width: 40px;
      min-height: 40px;
      background: var(--docs-platform-surface);
    }
    .docs-platform-page img.large {
      cursor: zoom-in;
    }
    .docs-platform-page img.large:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: 2px;
    }
    dialog.picture {
      max-width: 96vw;
      max-height: 96vh;
      padding: 0;
      border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
      background: var(--vscode-editor-background);
    }
    dialog.picture > img {
      display: block;
      max-width: 96vw;
      max-height: 96vh;
      cursor: zoom-out;
    }
    /* Drawings are sharp at any size. */
    dialog.picture > img[src^='data:image/svg'] {
      width: 96vw;
      height: 96vh;
      object-fit: contain;
    }
    dialog.picture::backdrop {
      background: rgb(0 0 0 / 60%);
    }
    /* What was inserted or deleted, in the colors of VS Code's diffs, and told apart without colors, too. Only our own
       classes: authors write ins and del as well. */
    .docs-platform-page .inserted {
      color: inherit;
      background-color: var(--vscode-diffEditor-insertedTextBackground, transparent);
      outline: 1px solid var(--vscode-diffEditor-insertedTextBorder, transparent);
    }
    /* Dim text isn't readable in these colors. */
    .docs-platform-page .docs-platform-tabs > .docs-platform-tab-title:is(.inserted, .deleted),
    .docs-platform-page :is(.inserted, .deleted) .docs-platform-code-title {
      color: var(--vscode-foreground);
    }
    .docs-platform-page ins.inserted {
      text-decoration: underline 1px;
    }
    .docs-platform-page .deleted {
      text-decoration: line-through;
      background-color: var(--vscode-diffEditor-removedTextBackground, transparent);
      outline: 1px dashed var(--vscode-diffEditor-removedTextBorder, transparent);
    }
    /* A line through a block doesn't go through what is an inline-block in it. */
    .docs-platform-page .deleted code {
      text-decoration: line-through;
    }
    .docs-platform-page :is(.inserted, .deleted) pre {
      background-color: transparent;
    }
    .docs-platform-page .inserted:not(ins) {
      box-shadow: -4px 0 0 var(--vscode-editorGutter-addedBackground, currentColor);
    }
    .docs-platform-page .deleted:not(del) {
      box-shadow: -4px 0 0 var(--vscode-editorGutter-deletedBackground, currentColor);
    }
    ::highlight(commented) {
      background-color: var(--vscode-editor-wordHighlightBackground, transparent);
      text-decoration: underline dotted 2px var(--vscode-editorCommentsWidget-unresolvedBorder, currentColor);
    }
    .docs-platform-page .attributes-note {
      display: block;
      color: var(--docs-platform-dim);
      font-size: 0.9em;
      font-weight: normal;
    }
  `,
];
