import type { Browser } from 'playwright-core';
import { answer, type Handlers } from '../../src/protocol/answering.ts';
import { readerProtocol, type ReaderPage, type ReaderProtocol } from '../../src/protocol/reader.ts';
import { onePixel } from './openPanel.ts';
import { openWebview, type OpenWebview, type WebviewOptions } from './browser.ts';

/** The reader in Chromium. The extension's answers are given by the test. */
export interface OpenedReader extends OpenWebview {
  /** The webview's requests with their parameters, in order. Those for images, and reports of the place, are left out. */
  readonly asked: string[];
  /** The line at the top of the view, as it was reported last. */
  readonly line: () => number;
}

export type ReaderOptions = Partial<Pick<WebviewOptions, 'theme' | 'width' | 'height' | 'state'>> & {
  readonly page?: Partial<ReaderPage>;
  readonly answers?: Partial<Handlers<ReaderProtocol>>;
};

export async function openReader(
  browser: Browser,
  markdown: string,
  { page = {}, answers = {}, ...view }: ReaderOptions = {},
): Promise<OpenedReader> {
  const asked: string[] = [];
  let line = 0;
  const done = () => null;
  const handlers: Handlers<ReaderProtocol> = {
    open: () => ({ markdown, space: 'Handbook', above: [], ...page }),
    ...{ goTo: done, showSpace: done, follow: done, back: done, forward: done, showSource: done },
    ...{ image: () => onePixel, cover: () => onePixel },
    ...answers,
    scrolledTo(at) {
      ({ line } = at);
      return null;
    },
  };
  const webview = await openWebview(browser, {
    bundle: 'reader',
    place: 'docs-platform://account/handbook/page.md',
    ...view,
    async receive(message, say) {
      const { request, params } = message as { readonly request: string; readonly params: Record<string, unknown> };
      if (!['image', 'cover', 'scrolledTo'].includes(request))
        asked.push([request, ...Object.values<unknown>(params)].join(' '));
      const sentence = (_: string, error: unknown) => ({ message: (error as Error).message });
      await say(await answer(readerProtocol, handlers, message, sentence));
    },
  });
  return { ...webview, asked, line: () => line };
}
