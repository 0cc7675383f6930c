import { comparePages } from '../../src/composition/comparePages.ts';
import { foldedRows, type ChangedRow } from '../../src/model/rendering/changedRows.ts';
import { answer } from '../../src/protocol/answering.ts';
import { renderedChangesProtocol, type ChangedPage, type ComparedPage } from '../../src/protocol/renderedChanges.ts';
import { openBrowser, openWebviewAlone, type OpenWebview } from '../webview/browser.ts';
import { median, type Figure } from './figure.ts';

const pageCount = 1500;

/**
 * The view of rendered changes in Chromium: its first page with 200 KB of Markdown, and a change request of 1,500 pages
 * with 20 KB each. Pages are rendered and compared in a thread, as in VS Code; their texts come from memory.
 */
export async function* renderedChanges(): AsyncGenerator<Figure> {
  const browser = await openBrowser();
  try {
    // Starts the thread and loads its code, which VS Code does once.
    await compared(textOf(0, 2000), textOf(1, 2000));
    const whole: number[] = [];
    const paints: number[] = [];
    for (let run = 0; run < 5; run++) {
      const view = await openMany(browser, 1, 200_000);
      whole.push(await view.page.evaluate<number>('painted.then((time) => time - sent)'));
      paints.push(await view.page.evaluate<number>('painted.then((time) => time - arrived)'));
      await view.close();
    }
    yield { name: 'a page of 200 KB, from its texts to the first paint', value: median(whole), unit: 'ms' };
    yield { name: 'of it after the reply to the view', value: median(paints), unit: 'ms', limit: 300 };

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => compared(textOf(index, 20_000), changed(textOf(index, 20_000)))),
    );
    const view = await openMany(browser, pageCount, 20_000, answering(replies));
    const { page } = view;
    const listed = await page.evaluate<number>('listed.then((time) => time - sent)');
    yield { name: '1,500 changed pages listed', value: listed, unit: 'ms' };
    await page.evaluate('painted');
    yield { name: 'pages read for the list', value: await page.evaluate<number>('read'), unit: 'pages', limit: 40 };

    await page.evaluate('tasks.length = 0');
    await page.evaluate(scrollingThrough);
    const whileScrolling = await page.evaluate<number>('Math.max(0, ...tasks)');
    yield { name: 'longest task while scrolling through 100 pages', value: whileScrolling, unit: 'ms', limit: 50 };

    await page.locator('.change-row.changed').first().focus();
    await page.keyboard.press('c');
    await page.locator('vscode-textarea').first().waitFor();
    await page.evaluate('tasks.length = 0');
    for (const key of 'The dial turns anticlockwise, see. '.repeat(3)) await page.keyboard.type(key);
    const whileTyping = await page.evaluate<number>('Math.max(0, ...tasks)');
    yield { name: 'longest task while typing 100 characters', value: whileTyping, unit: 'ms', limit: 50 };
    yield { name: 'kept by the view after that', value: await heapOf(view), unit: 'MB', limit: 60 };
    await view.close();
  } finally {
    await browser.close();
  }
}

async function openMany(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  count: number,
  length: number,
  before = '',
): Promise<OpenWebview> {
  const pages = Array.from({ length: count }, (_, index) => pageOf(index));
  const header = { title: '', isOutdated: false, description: '', actions: [], mayComment: true };
  const nothing = async (): Promise<null> => null;
  const handlers = {
    changes: async () => ({ title: '#1 Docks', pages, ofChangeRequest: true, layout: 'marked' }),
    open: async () => ({ header, threads: [], extent: { hasMore: false, isLoading: false }, drafts: [] }),
    async page({ page }: { readonly page: string }): Promise<ComparedPage> {
      const index = Number(page.slice(1));
      return compared(textOf(index, length), changed(textOf(index, length)));
    },
    places: async ({ quotes }: { readonly quotes: readonly string[] }) => quotes.map(() => null),
    keepDraft: nothing,
  };
  return openWebviewAlone(browser, {
    bundle: 'renderedChanges',
    place: null,
    width: 1280,
    before: `${observing}\n${before}`,
    async receive(message, reply) {
      const refused = (_: string, error: unknown) => ({ message: String(error) });
      await reply(await answer(renderedChangesProtocol, handlers as never, message, refused));
    },
  });
}

async function compared(before: string, after: string): Promise<ComparedPage> {
  const texts = { completedTask: '', incompleteTask: '', footnotes: '', backToText: '', reusableContent: '' };
  const result = await comparePages({ before, after, texts, language: 'en' });
  const rows: readonly ChangedRow[] = result.kind === 'rows' ? result.rows : [];
  const stretches = foldedRows(rows, 2).map(({ from, to, isFolded }) => ({
    ...{ from, to, line: rows[from]!.line, end: rows[to - 1]!.end },
    ...(isFolded ? {} : { rows: rows.slice(from, to).map((row) => ({ ...row, nodes: [...row.nodes] })) }),
  }));
  return { kind: result.kind, sentences: [], stretches };
}

function changed(text: string): string {
  return text.replaceAll('clockwise', 'anticlockwise');
}

/** Runs in the page before its script: answers at once, as the browser's debugger would take longer than VS Code. */
function answering(replies: readonly ComparedPage[]): string {
  return `
    window.read = 0;
    const replies = ${JSON.stringify(replies.map((reply) => JSON.stringify(reply)))};
    const acquire = window.acquireVsCodeApi;
    window.acquireVsCodeApi = () => {
      const vscode = acquire();
      const postMessage = (message) => {
        if (message.request !== 'page') return vscode.postMessage(message);
        const reply = replies[window.read++ % replies.length];
        setTimeout(() => window.postMessage({ id: message.id, result: JSON.parse(reply) }, '*'), 20);
      };
      return { ...vscode, postMessage };
    };`;
}

function pageOf(index: number): ChangedPage {
  return {
    ...{ id: `p${index}`, title: `Page ${index}`, above: ['Robots'], kind: 'modified', letter: 'M' },
    ...{ kindInWords: 'Modified', isViewed: false, version: '1' },
  };
}

/** Headings, paragraphs, lists, and tables; every tenth block changes. */
function textOf(index: number, length: number): string {
  const blocks: string[] = [];
  for (let size = 0, at = 0; size < length; at++) {
    const word = at % 10 === 5 ? 'clockwise' : 'slowly';
    const block = [
      `## Part ${index}.${at}`,
      `Turn the dial ${word} until it **clicks**, and see [the drawing](drawing.md). `.repeat(4),
      `- One ${word}\n- Two\n- Three`,
      `| Robot | Docks |\n| --- | --- |\n| ND-${at} | ${word} |`,
    ][at % 4]!;
    blocks.push(block);
    size += block.length + 2;
  }
  return blocks.join('\n\n');
}

async function heapOf({ page }: OpenWebview): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

/** Runs in the page before its script: records long tasks, and when replies arrived and were visible. */
const observing = `
  window.tasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(duration);
  }).observe({ type: 'longtask' });
  const afterPaint = (done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(null);
  });
  const when = (selector, done) => {
    if (document.querySelector(selector)) afterPaint(done);
    else requestAnimationFrame(() => when(selector, done));
  };
  window.listed = new Promise((resolve) => when('.page-head', resolve));
  window.painted = new Promise((resolve) => when('.change-row.changed', resolve));
  window.addEventListener('message', ({ data }) => {
    if (data?.result?.pages) window.sent = performance.now();
    if (data?.result?.stretches) window.arrived ??= performance.now();
  });`;

/** Scrolls by half a window height per frame, through some 100 pages. */
const scrollingThrough = `(async () => {
  const scroller = document.querySelector('.changes');
  for (let frame = 0; frame < 400; frame++) {
    scroller.scrollTop += scroller.clientHeight / 2;
    await new Promise(requestAnimationFrame);
  }
})()`;
