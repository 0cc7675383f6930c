import type { Frame, Page } from 'playwright-core';
import { until } from './until.ts';

/** The frame with this text, at any depth, once there is one. */
export function frameWith(page: Page, text: string | RegExp): Promise<Frame> {
  return until(`a webview with ${String(text)}`, async () => {
    for (const frame of page.frames()) {
      if (frame !== page.mainFrame() && (await shows(frame, text))) {
        return frame;
      }
    }
  });
}

async function shows(frame: Frame, text: string | RegExp): Promise<boolean> {
  // A frame may be removed during the check.
  return frame
    .getByText(text)
    .first()
    .isVisible()
    .catch(() => false);
}
