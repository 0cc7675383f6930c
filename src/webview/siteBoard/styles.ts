import book from '@vscode/codicons/src/icons/book.svg';
import folder from '@vscode/codicons/src/icons/folder.svg';
import gripper from '@vscode/codicons/src/icons/gripper.svg';
import listTree from '@vscode/codicons/src/icons/list-tree.svg';
import { css } from 'lit';
import { iconMask } from '../shared/icon.ts';

export const styles = css`
  main {
    padding: 16px 20px 48px;
  }
  header {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 16px;
    align-items: center;
    margin-bottom: 12px;
  }
  h1 {
    margin: 0;
    font-size: 1.5em;
    font-weight: 600;
  }
  .state {
    grid-column: 1;
    margin: 0;
    color: var(--vscode-descriptionForeground);
  }
  .sending {
    margin-inline-start: 8px;
  }
  .tools {
    grid-column: 2;
    grid-row: 1 / span 2;
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .keys {
    grid-column: 1 / -1;
    margin: 4px 0 0;
    font-size: 0.92em;
    color: var(--vscode-descriptionForeground);
  }
  .notice {
    display: flex;
    gap: 8px;
    align-items: center;
    margin-bottom: 12px;
    padding: 6px 10px;
    border: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-contrastBorder, currentColor));
    border-radius: 4px;
    background: var(--vscode-inputValidation-warningBackground);
    color: var(--vscode-inputValidation-warningForeground, var(--vscode-foreground));
  }
  .notice > span:not(.icon) {
    flex: 1;
  }
  .grid {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
    gap: 12px;
    align-items: start;
  }
  .card {
    min-width: 0;
    padding: 6px;
    border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
    border-color: var(--vscode-contrastBorder, var(--vscode-panel-border));
    border-radius: 6px;
    background: var(--vscode-sideBar-background, transparent);
    content-visibility: auto;
    contain-intrinsic-size: auto 300px;
  }
  .group {
    border-style: dashed;
  }
  .group .section {
    margin: 4px 0 4px 8px;
    padding-inline-start: 4px;
    border-inline-start: 2px solid var(--vscode-tree-indentGuidesStroke, var(--vscode-panel-border));
  }
  h2,
  h3 {
    margin: 0;
    font: inherit;
  }
  h2 .title,
  h3 .title {
    font-weight: 600;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    padding-inline-start: 12px;
  }
  .part {
    display: grid;
    grid-template-columns: auto auto 1fr;
    gap: 0 6px;
    align-items: start;
    width: 100%;
    min-height: 26px;
    padding: 2px 6px 2px 2px;
    border: 1px solid transparent;
    border-radius: 4px;
    font: inherit;
    color: inherit;
    text-align: start;
    background: none;
    cursor: grab;
    touch-action: none;
  }
  .part:hover {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .part:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }
  .part::before,
  .kind {
    width: 16px;
    height: 16px;
    margin-top: 2px;
    background: currentColor;
    forced-color-adjust: none;
  }
  .part::before {
    content: '';
    mask-image: ${iconMask(gripper)};
    opacity: 0.5;
  }
  .site-section-group {
    mask-image: ${iconMask(folder)};
  }
  .site-section {
    mask-image: ${iconMask(listTree)};
  }
  .site-space {
    mask-image: ${iconMask(book)};
  }
  .part.held {
    background: var(--vscode-list-activeSelectionBackground);
    color: var(--vscode-list-activeSelectionForeground);
    border-color: var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
  }
  .part.held span {
    color: inherit;
  }
  .picture {
    margin-top: 2px;
  }
  .words {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: baseline;
    min-width: 0;
  }
  .path,
  .mark,
  .description {
    color: var(--vscode-descriptionForeground);
  }
  .part:hover .path,
  .part:hover .mark {
    color: inherit;
  }
  .path,
  .mark {
    font-size: 0.92em;
  }
  .description {
    margin: 0 6px 2px 26px;
    font-size: 0.92em;
  }
  .badge {
    padding: 0 6px;
    border-radius: 8px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    font-size: 0.85em;
    background: var(--vscode-badge-background);
    color: var(--vscode-badge-foreground);
  }
  .part.held .badge {
    color: var(--vscode-badge-foreground);
  }
  .broken {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    color: var(--vscode-list-warningForeground, var(--vscode-editorWarning-foreground));
    font-size: 0.92em;
  }
  .adder {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-height: 24px;
    margin: 2px 0 0 10px;
    padding: 2px 8px 2px 4px;
    border: 1px solid transparent;
    border-radius: 4px;
    font: inherit;
    color: var(--vscode-textLink-foreground);
    background: none;
    cursor: pointer;
  }
  .adder:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
  }
  .adders {
    margin-top: 12px;
  }
  .empty {
    padding: 24px 0;
    color: var(--vscode-descriptionForeground);
  }
  .action {
    min-height: 26px;
    padding: 2px 12px;
    border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
    font: inherit;
    color: var(--vscode-button-secondaryForeground);
    background: var(--vscode-button-secondaryBackground);
    cursor: pointer;
  }
  .action.primary {
    border-color: var(--vscode-button-border, var(--vscode-contrastBorder, transparent));
    color: var(--vscode-button-foreground);
    background: var(--vscode-button-background);
  }
  .action:disabled {
    opacity: 0.6;
    cursor: default;
  }
  dialog {
    width: min(480px, calc(100vw - 32px));
    padding: 16px;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, currentColor));
    border-radius: 6px;
    color: var(--vscode-foreground);
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 40%);
  }
  dialog h2 {
    margin-bottom: 12px;
    font-size: 1.15em;
    font-weight: 600;
  }
  .field {
    display: grid;
    grid-template-columns: 96px 1fr;
    gap: 2px 8px;
    align-items: center;
    margin-bottom: 8px;
  }
  .field input {
    min-width: 0;
    min-height: 26px;
    padding: 2px 6px;
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, var(--vscode-descriptionForeground)));
    border-radius: 4px;
    font: inherit;
    color: var(--vscode-input-foreground);
    background: var(--vscode-input-background);
  }
  .field input[aria-invalid='true'] {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
    outline-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }
  .hint,
  .field .problem {
    grid-column: 2;
    font-size: 0.92em;
  }
  .hint {
    color: var(--vscode-descriptionForeground);
  }
  .problem {
    color: var(--vscode-errorForeground);
  }
  .buttons {
    display: flex;
    gap: 8px;
    margin-top: 12px;
  }
  .others {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-top: 12px;
    padding-top: 8px;
    border-top: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  body.dragging,
  body.dragging .part {
    cursor: grabbing;
    user-select: none;
  }
  body.dragging.refused,
  body.dragging.refused .part {
    cursor: not-allowed;
  }
  .lifted {
    opacity: 0.4;
  }
  .ghost {
    position: fixed;
    top: 0;
    left: 0;
    z-index: 2;
    max-width: 280px;
    padding: 2px 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-focusBorder));
    border-radius: 4px;
    color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
    pointer-events: none;
  }
  .ghost-title {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .reason {
    color: var(--vscode-errorForeground);
  }
  .line {
    position: fixed;
    top: 0;
    left: 0;
    z-index: 1;
    border-radius: 2px;
    background: var(--vscode-focusBorder);
    pointer-events: none;
  }
  .line.inside {
    border: 2px solid var(--vscode-focusBorder);
    border-radius: 6px;
    background: none;
  }
  .line.refused {
    border: 2px dashed var(--vscode-errorForeground);
  }
  @media (width < 560px) {
    main {
      padding: 12px 10px 40px;
    }
    header {
      grid-template-columns: 1fr;
    }
    .tools {
      grid-column: 1;
      grid-row: auto;
      margin-top: 6px;
    }
    .field {
      grid-template-columns: 1fr;
    }
    .hint,
    .field .problem {
      grid-column: 1;
    }
  }
`;
