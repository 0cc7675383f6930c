import { css } from 'lit';

/** Suggestions in comments. */
export const suggestionStyles = css`
  /* In the lines of a suggestion, all words count. */
  .markdown .docs-platform-page pre:has(ins, del) {
    max-height: none;
  }
  .markdown .docs-platform-page pre:has(ins, del) code {
    display: block;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  /* The lines of a diff. Themes with high contrast have borders instead of backgrounds. */
  .markdown pre :is(ins, del) {
    display: block;
    margin-inline: -8px;
    padding-inline: 5px 8px;
    border-inline-start: 3px solid var(--line, transparent);
    outline: 1px solid var(--line, transparent);
    outline-offset: -1px;
    text-decoration: none;
  }
  .markdown pre ins {
    --line: var(--vscode-diffEditor-insertedTextBorder, var(--vscode-contrastBorder));
    background: var(--vscode-diffEditor-insertedLineBackground);
  }
  .markdown pre del {
    --line: var(--vscode-diffEditor-removedTextBorder, var(--vscode-contrastBorder));
    outline-style: dashed;
    background: var(--vscode-diffEditor-removedLineBackground);
  }
  .markdown pre :is(ins, del) mark {
    color: inherit;
    border-radius: 2px;
    outline: 1px solid var(--line, transparent);
    outline-offset: -1px;
  }
  .markdown pre ins mark {
    background: var(--vscode-diffEditor-insertedTextBackground);
  }
  .markdown pre del mark {
    outline-style: dashed;
    background: var(--vscode-diffEditor-removedTextBackground);
  }
`;
