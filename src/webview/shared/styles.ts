import { css, type CSSResult } from 'lit';

/** Sets the document's styles. For the content security policy, adopted styles aren't inline styles. */
export function adoptStyles(...styles: readonly CSSResult[]): void {
  document.adoptedStyleSheets = [
    ...document.adoptedStyleSheets,
    ...[base, ...styles].flatMap(({ styleSheet }) => styleSheet ?? []),
  ];
}

/** The theme defines all colors and fonts; VS Code provides them as variables. */
const base = css`
  :root {
    color-scheme: light dark;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  html,
  body {
    height: 100%;
  }
  body {
    margin: 0;
    padding: 0;
    font: var(--vscode-font-weight, normal) var(--vscode-font-size, 13px) / 1.5 var(--vscode-font-family, sans-serif);
    color: var(--vscode-foreground);
    background: var(--vscode-editor-background);
    overflow-wrap: anywhere;
  }
  :focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  [hidden] {
    display: none !important;
  }
  .heard-only {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .icon {
    display: inline-flex;
    width: 16px;
    height: 16px;
    flex: none;
    vertical-align: text-bottom;
    color: inherit;
  }
  button.plain {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-width: 24px;
    min-height: 24px;
    padding: 2px 4px;
    border: 1px solid transparent;
    border-radius: 4px;
    font: inherit;
    color: inherit;
    background: none;
    cursor: pointer;
    justify-content: center;
  }
  button.plain:hover:not(:disabled) {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
  }
  button.plain:disabled {
    color: var(--vscode-disabledForeground);
    cursor: default;
  }
  /* The elements give both kinds of buttons the border of the primary one, which looks like a focus. */
  vscode-button[secondary] {
    --vscode-button-border: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
  }
  /* As vscode-button, secondary: for the many buttons of a list, where elements with a life of their own cost too much. */
  button.secondary {
    min-height: 26px;
    padding: 1px 11px;
    border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
    font: inherit;
    line-height: 22px;
    color: var(--vscode-button-secondaryForeground);
    background: var(--vscode-button-secondaryBackground);
    cursor: pointer;
  }
  button.secondary:hover:not(:disabled) {
    background: var(--vscode-button-secondaryHoverBackground);
  }
  button.secondary:disabled {
    opacity: 0.4;
    cursor: default;
  }
  button.link {
    color: var(--vscode-textLink-foreground);
  }
`;
