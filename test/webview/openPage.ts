import { fromHtml } from 'hast-util-from-html';
import type { ElementContent } from 'hast';
import type { MarkedNode } from '../../src/model/rendering/marked.ts';
import { renderPage } from '../../src/model/rendering/renderPage.ts';
import { renderedDiff } from '../../src/model/rendering/renderedDiff.ts';
import { onePixel } from './openPanel.ts';
import { openWebview, type OpenWebview, type WebviewOptions } from './browser.ts';

/** A rendered page in Chromium, built and styled as webviews do it. */
export interface OpenedPage extends OpenWebview {
  /** The addresses of images that were loaded, in order. */
  readonly images: string[];
  /** The addresses that were followed; those to be opened beside the page begin with `beside `. */
  readonly followed: string[];
}

export interface PageOptions extends Pick<WebviewOptions, 'theme' | 'width' | 'height'> {
  /** Makes images. Those that it throws for can't be loaded. */
  readonly image?: (address: string) => string;
}

/** What the webview would get if an attacker sent it. */
export type Tree = { readonly blocks: readonly ElementContent[] };

export async function openPage(
  content: string | Tree | { readonly before: string; readonly after: string; readonly shown: string },
  options: PageOptions = {},
): Promise<OpenedPage> {
  const { image = () => onePixel, ...view } = options;
  const [images, followed]: [string[], string[]] = [[], []];
  const tree =
    typeof content === 'string'
      ? { blocks: blocksOf(content), shown: undefined }
      : 'blocks' in content
        ? { ...content, shown: undefined }
        : { blocks: comparedBlocks(content), shown: content.shown };
  const webview = await openWebview({
    bundle: 'test',
    source,
    place: tree,
    ...view,
    async receive(message, say) {
      const { follow, load } = message as { readonly follow?: string; readonly load?: string };
      if (follow !== undefined) followed.push(follow);
      if (load === undefined) return;
      images.push(load);
      try {
        await say({ address: load, image: image(load) });
      } catch (error) {
        await say({ address: load, problem: (error as Error).message });
      }
    },
  });
  await webview.page.locator('.docs-platform-page').waitFor();
  return { ...webview, images, followed };
}

export function blocksOf(markdown: string): readonly ElementContent[] {
  const parse = (html: string) => fromHtml(html, { fragment: true }).children;
  const page = renderPage(markdown, { words, parse });
  if (!page) throw new Error('The page was not rendered.');
  return page.blocks;
}

function comparedBlocks({ before, after }: { readonly before: string; readonly after: string }): MarkedNode[] {
  return renderedDiff(blocksOf(before), blocksOf(after));
}

const words = {
  completedTask: 'Completed task',
  incompleteTask: 'Incomplete task',
  footnotes: 'Footnotes',
  backToText: 'Back to the text',
  reusableContent: 'Reusable content',
  day: (date: Date) => date.toUTCString().slice(5, 16),
};

/** The smallest webview that shows a page. It has a landmark and a listener for clicks, as VS Code's has. */
const source = `
  import './src/webview/shared/jitless.ts';
  import { anchorIn, comparedPageElement, pageElement } from './src/webview/shared/pageTree.ts';
  import { pageStyles } from './src/webview/shared/pageStyles.ts';
  import { adoptStyles } from './src/webview/shared/styles.ts';

  adoptStyles(...pageStyles);
  const vscode = acquireVsCodeApi();
  const waiting = new Map();
  addEventListener('message', ({ data: { address, image, problem } }) => {
    const [resolve, reject] = waiting.get(address);
    if (image) resolve(image); else reject(new Error(problem));
  });
  const actions = {
    words: {
      copy: 'Copy', copied: 'Copied', enlarge: 'Enlarge', inserted: 'Inserted:', deleted: 'Deleted:',
      imageFailed: (description, reason) => description + ': ' + reason,
    },
    image: (address) => new Promise((resolve, reject) => {
      waiting.set(address, [resolve, reject]);
      vscode.postMessage({ load: address });
    }),
    follow: (address, beside) => vscode.postMessage({ follow: (beside ? 'beside ' : '') + address }),
    changedAttributes: ({ former, properties }) => former && [former, { properties }]
      .map(({ properties: { ariaLabel, href } }) => ariaLabel ?? href ?? '').join(' → '),
  };
  const { blocks, shown } = JSON.parse(document.body.dataset.place);
  const main = document.createElement('main');
  main.append(shown ? comparedPageElement(blocks, shown, actions) : pageElement(blocks, actions));
  document.body.append(main);
  window.anchorIn = (anchor) => anchorIn(main, anchor);
  // As VS Code's own listener, which opens links to the web and goes to the top for others.
  addEventListener('click', (event) => {
    const link = event.composedPath().find(({ localName, href }) => localName === 'a' && href);
    if (!link) return;
    event.preventDefault();
    if (link.getAttribute('href') === '#') scrollTo(0, 0);
    else vscode.postMessage({ follow: 'web ' + link.href });
  });
`;
