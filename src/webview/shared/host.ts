/**
 * The API that VS Code gives a webview, once. Its state survives while the panel is hidden, and a reload of the window.
 */
interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

export const host: VsCode = acquireVsCodeApi();
