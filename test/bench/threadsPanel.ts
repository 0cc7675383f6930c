import type { Page } from 'playwright-core';
import { answer, type Handlers } from '../../src/protocol/answering.ts';
import { threadsProtocol, type Post, type Thread, type ThreadsProtocol } from '../../src/protocol/threads.ts';
import { openBrowser, openWebviewAlone } from '../webview/browser.ts';
import { median, type Figure } from './figure.ts';

const threadCount = 5000;
const repliesEach = 4;

/**
 * The panel with 5,000 threads and their 20,000 replies, every tenth expanded, in Chromium; the extension answers from
 * memory.
 */
export async function* threadsPanel(): AsyncGenerator<Figure> {
  const threads = Array.from({ length: threadCount }, (_, index) => threadOf(index));
  const browser = await openBrowser();
  try {
    const paints: number[] = [];
    for (let run = 0; run < 5; run++) {
      const opened = await openMany(browser, threads);
      paints.push(await firstPaint(opened.page));
      await opened.close();
    }
    const opened = await openMany(browser, threads);
    const { page } = opened;
    await firstPaint(page);
    yield { name: 'first paint of 5,000 threads after their arrival', value: median(paints), unit: 'ms', limit: 150 };

    await page.evaluate('tasks.length = 0');
    const most = await page.evaluate<number>(scrollingThrough);
    yield { name: 'threads in the document at once, at most', value: most, unit: 'elements', limit: 100 };
    const whileScrolling = await page.evaluate<number>('Math.max(0, ...tasks)');
    yield { name: 'longest task while scrolling through all', value: whileScrolling, unit: 'ms', limit: 100 };

    await page.locator('.reply-here').first().click();
    await page.waitForFunction('document.activeElement?.localName === "vscode-textarea"');
    await page.evaluate('tasks.length = 0');
    for (const key of 'The dial turns anticlockwise, see. '.repeat(6).slice(0, 200)) await page.keyboard.type(key);
    const whileTyping = await page.evaluate<number>('Math.max(0, ...tasks)');
    yield { name: 'longest task while typing 200 characters', value: whileTyping, unit: 'ms', limit: 100 };
    await opened.close();
  } finally {
    await browser.close();
  }
}

async function openMany(browser: Awaited<ReturnType<typeof openBrowser>>, threads: readonly Thread[]) {
  const nothing = async (): Promise<null> => null;
  let say: (message: unknown) => Promise<void> = async () => undefined;
  const handlers: Handlers<ThreadsProtocol> = {
    open: async () => ({
      header: { title: 'Comments', isOutdated: false, description: '', actions: [], mayComment: true },
      threads,
      extent: { hasMore: false, isLoading: false },
      drafts: [],
    }),
    replies: async ({ thread }) => ({ replies: repliesOf(thread), hasMore: false }),
    delete: async () => false,
    mentions: async () => [],
    image: async () => 'data:image/png;base64,',
    ...{ refresh: nothing, more: nothing, resolve: nothing, reopen: nothing, react: nothing, send: nothing },
    // Like the store, sends all drafts at each change.
    async keepDraft(draft) {
      await say({ notification: 'drafts', params: [draft] });
      return null;
    },
    ...{
      discardDraft: nothing,
      addToReview: nothing,
      goTo: nothing,
      openPage: nothing,
      openInBrowser: nothing,
      applySuggestion: nothing,
      compareSuggestion: nothing,
      action: nothing,
    },
  };
  const opened = await openWebviewAlone(browser, {
    bundle: 'threads',
    place: null,
    state: { view: { unfolded: threads.filter((_, index) => index % 10 === 0).map(({ id }) => id) } },
    before: observing,
    async receive(message, reply) {
      say = reply;
      await reply(await answer(threadsProtocol, handlers, message, (_, error) => ({ message: String(error) })));
    },
  });
  return opened;
}

/** Runs in the page before its script: records long tasks, and when the threads arrived and were visible. */
const observing = `
  window.tasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(duration);
  }).observe({ type: 'longtask' });
  window.painted = new Promise((resolve) => {
    window.addEventListener('message', ({ data }) => {
      if (!data?.result?.threads) return;
      const arrived = performance.now();
      const look = () => {
        if (!document.querySelector('article')) return requestAnimationFrame(look);
        // A message comes after the frame was painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - arrived);
          port2.postMessage(null);
        });
      };
      requestAnimationFrame(look);
    });
  });`;

function firstPaint(page: Page): Promise<number> {
  return page.evaluate<number>('window.painted');
}

/** Scrolls by one window height per frame to the end. Returns the highest number of threads in the document. */
const scrollingThrough = `(async () => {
  const scroller = document.querySelector('.scroller');
  let most = 0;
  for (let still = 0; still < 20; ) {
    const before = scroller.scrollTop;
    scroller.scrollTop += scroller.clientHeight;
    await new Promise(requestAnimationFrame);
    most = Math.max(most, document.querySelectorAll('article').length);
    still = scroller.scrollTop === before ? still + 1 : 0;
  }
  return most;
})()`;

const words =
  'Should the **dial** turn _anticlockwise_ here? See [the drawing](https://docs.example.com/a) and `dial.set(3)`. ';

function postOf(id: string, index: number): Post {
  return {
    id,
    author: { id: `user-${index % 40}`, name: `Person ${index % 40}` },
    isOwn: index % 40 === 0,
    postedAt: Date.UTC(2026, 10, 20) - index * 600_000,
    body: { kind: 'markdown', markdown: words.repeat(1 + (index % 5)) },
    reactions: index % 3 ? [] : [{ emoji: '1f44d', label: '👍', count: 2, isOwn: false, names: ['Ada', 'Bo'] }],
    may: { edit: true, reply: true, delete: true },
    address: `https://docs.example.com/${id}`,
    isPending: false,
  };
}

function threadOf(index: number): Thread {
  return {
    ...postOf(`thread-${index}`, index),
    isResolved: false,
    replyCount: repliesEach,
    page: { id: `page-${index % 300}`, title: `Page ${index % 300}`, isOutdated: index % 11 === 0 },
    quote: 'Turn the dial clockwise until it clicks',
  };
}

function repliesOf(thread: string): Post[] {
  return Array.from({ length: repliesEach }, (_, index) => postOf(`${thread}-${index}`, index));
}
