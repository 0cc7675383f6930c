import { withoutComments } from '../../src/extension/ground/threads/withoutComments.ts';
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
  /** Called with what sends messages to the webview, once it can. */
  readonly opened?: (say: (message: unknown) => Promise<void>) => void;
};

/** As VS Code's extension draws variables and numbers. */
const drawn = (source: string) =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>${source}</mi></mrow></semantics></math>`;

export async function openReader(
  markdown: string,
  { page = {}, answers = {}, opened, ...view }: ReaderOptions = {},
): Promise<OpenedReader> {
  const asked: string[] = [];
  let line = 0;
  const done = () => null;
  const handlers: Handlers<ReaderProtocol> = {
    ...withoutComments(),
    page: () => ({ markdown, space: 'Handbook', above: [], ...page }),
    ...{ goToPage: done, showSpace: done, follow: done, back: done, forward: done, showSource: done },
    ...{ picture: () => onePixel, hideComments: done, cover: () => onePixel },
    formulas: ({ formulas }) => formulas.map(({ source }) => drawn(source)),
    codeColors: ({ codes }) => codes.map(() => null),
    showDiagram: done,
    ...answers,
    scrolledTo(at) {
      ({ line } = at);
      return null;
    },
  };
  const webview = await openWebview({
    bundle: 'reader',
    place: 'docs-platform://account/handbook/page.md',
    ...view,
    async receive(message, say) {
      opened?.(say);
      const { request, params } = message as { readonly request: string; readonly params: Record<string, unknown> };
      if (!['picture', 'cover', 'scrolledTo', 'open'].includes(request))
        asked.push([request, ...Object.values<unknown>(params)].join(' '));
      const sentence = (_: string, error: unknown) => ({ message: (error as Error).message });
      await say(await answer(readerProtocol, handlers, message, sentence));
    },
  });
  return { ...webview, asked, line: () => line };
}
