import { describeBrowser, installChromium } from '../vscode/chromium.ts';

/** All that webviews alone need. */
export function setup(): void {
  console.log(describeBrowser(installChromium()));
}
