import { registerHooks } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { createApi } from '../../src/client/createApi.ts';
import type { SiteSection } from '../../src/contract/sites/siteSections.ts';
import { answer } from '../../src/protocol/answering.ts';
import { siteBoard as protocol } from '../../src/protocol/siteBoard.ts';
import { createSites } from '../../src/store/sites/createSites.ts';
import { spaceOf } from '../client/samples.ts';
import { openBrowser, openWebviewAlone } from '../webview/browser.ts';
import { median, type Figure } from './figure.ts';

// Words for users come from VS Code, which doesn't run here; its stand-in is that of the unit tests.
const vscode = new URL('../fakes/vscode/index.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) => (name === 'vscode' ? { url: vscode, shortCircuit: true } : next(name, context)),
});

const sectionCount = 60;
const spaceCount = 1000;

/**
 * The board of a site with 60 sections and 1,000 site spaces in Chromium: the time from its data to its pixels, the
 * number of requests, and the longest task while a section is dragged across the whole board.
 */
export async function* siteBoard(): AsyncGenerator<Figure> {
  const browser = await openBrowser();
  try {
    const painted: number[] = [];
    const longest: number[] = [];
    let requests: string[] = [];
    for (let round = 0; round < 3; round++) {
      const board = await open(browser);
      requests = board.requests;
      painted.push(await board.page.evaluate<number>('window.painted'));
      longest.push(await dragAcross(board.page));
      await board.close();
    }
    yield {
      name: 'site board of 1,000 site spaces, painted after its data',
      value: median(painted),
      unit: 'ms',
      limit: 250,
    };
    const structure = requests.filter((request) => request.endsWith('/structure')).length;
    yield {
      name: 'site board of 1,000 site spaces, requests for its structure',
      value: structure,
      unit: 'requests',
      limit: 1,
    };
    yield {
      name: 'site board, longest task while dragging across',
      value: Math.max(...longest),
      unit: 'ms',
      limit: 100,
    };
  } finally {
    await browser.close();
  }
}

async function open(browser: Browser) {
  const { boardAnswers } = await import('../../src/extension/sites/boardAnswers.ts');
  const requests: string[] = [];
  const structure = JSON.stringify({ type: 'sections', structure: sections() });
  const headers = { 'content-type': 'application/json' };
  const api = createApi({
    base: 'https://docs.example',
    token: async () => 'token',
    async platform({ method, url }) {
      requests.push(`${method} ${new URL(url).pathname}`);
      if (url.endsWith('/structure')) return new Response(structure, { headers });
      return Response.json({ error: { code: 500, message: 'Nothing else is asked for.' } }, { status: 500 });
    },
  });
  const answers = boardAnswers({
    sites: createSites({ api, now: Date.now, serverNow: Date.now, log: { warn: (message) => console.warn(message) } }),
    at: { organizationId: 'org', siteId: 'site' },
    mayChange: true,
    notify: () => undefined,
    stateOf: () => 'live · public',
    takeFocus: () => undefined,
    chooseSpace: async () => undefined,
    askGroup: async () => undefined,
    confirmRemoval: async () => false,
    open: async () => undefined,
    problemOfCondition: async () => undefined,
    note: () => undefined,
  });
  const webview = await openWebviewAlone(browser, {
    bundle: 'siteBoard',
    place: {},
    width: 1280,
    height: 900,
    before: timing,
    receive: async (message, say) => {
      await say(await answer(protocol, answers.handlers, message, (_, error) => ({ message: String(error) })));
    },
  });
  // The policy of the page forbids `waitForFunction`.
  while (!(await webview.page.evaluate<boolean>('window.painted !== undefined'))) await webview.page.waitForTimeout(50);
  return {
    page: webview.page,
    requests,
    async close() {
      answers.dispose();
      await webview.close();
    },
  };
}

/** Runs in the page: records when the data arrived, when all of it is on screen, and long tasks. */
const timing = `
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))))
    .observe({ type: 'longtask', buffered: true });
  window.addEventListener('message', ({ data }) => {
    if (!data.result?.tree || window.arrived !== undefined) return;
    window.arrived = performance.now();
    const look = () => {
      if (document.querySelectorAll('.part').length < ${sectionCount + spaceCount}) return requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => (window.painted = performance.now() - window.arrived);
      requestAnimationFrame(() => channel.port2.postMessage(undefined));
    };
    requestAnimationFrame(look);
  });`;

/** Drags from the first section to the end of the board. Returns the longest task during that, in ms. */
async function dragAcross(page: Page): Promise<number> {
  const box = await page.locator('.part').first().boundingBox();
  if (!box) throw new Error('There is nothing to drag.');
  const start = await page.evaluate<number>('performance.now()');
  await page.mouse.move(box.x + 40, box.y + 10);
  await page.mouse.down();
  // At the edge the board scrolls by itself, and computes the drop target in every frame.
  await page.mouse.move(640, 895, { steps: 10 });
  if ((await page.locator('.ghost').count()) !== 1) throw new Error('Nothing is being dragged.');
  while (!(await page.evaluate<boolean>(isAtEnd))) {
    await page.mouse.move(200 + ((await page.evaluate<number>('document.documentElement.scrollTop')) % 900), 897);
    await page.waitForTimeout(100);
  }
  for (const x of [1000, 700, 400, 100]) await page.mouse.move(x, 300, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const tasks = await page.evaluate<{ startTime: number; duration: number }[]>('window.tasks');
  return Math.max(0, ...tasks.filter(({ startTime }) => startTime >= start).map(({ duration }) => duration));
}

const isAtEnd = 'document.documentElement.scrollTop + innerHeight >= document.documentElement.scrollHeight - 2';

function sections(): SiteSection[] {
  let made = 0;
  return Array.from({ length: sectionCount }, (_, index) => {
    const share = Math.floor(((index + 1) * spaceCount) / sectionCount) - made;
    const siteSpaces = Array.from({ length: share }, (_, at) => {
      const number = made + at;
      return {
        object: 'site-space',
        id: `site-space-${number}`,
        title: `Handbook of part ${number}`,
        path: `handbook-of-part-${number}`,
        section: `section-${index}`,
        default: at === 0,
        ...(number % 9 === 0 && { condition: 'visitor.claims.isPartner' }),
        urls: { published: `https://docs.example/section-${index}/handbook-of-part-${number}` },
        space: { ...spaceOf(`space-${number}`), title: `Handbook of part ${number}`, emoji: '📘' },
      };
    });
    made += share;
    return {
      object: 'site-section',
      id: `section-${index}`,
      title: `Section ${index}`,
      path: `section-${index}`,
      default: index === 0,
      icon: 'book',
      siteSpaces,
      urls: { published: `https://docs.example/section-${index}` },
    };
  });
}
