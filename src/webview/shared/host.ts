/** What VS Code gives a webview, once. State is kept while the panel is hidden, and over a reload of the window. */
interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

export const host: VsCode = acquireVsCodeApi();
