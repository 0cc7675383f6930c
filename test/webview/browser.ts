import { readFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { shellHtml, type Shell } from '../../src/extension/ground/webviews/html.ts';
import { patience } from '../patience.ts';
import { chromiumFlags, installChromium } from '../vscode/chromium.ts';
import { listen, origin, serveBundle, servePage } from './server.ts';

/** A webview in Chromium with the page, policy and bundle that VS Code would use. The caller acts as the extension. */
export interface OpenWebview {
  readonly page: Page;
  /** Sends a message to the webview. */
  say(message: unknown): Promise<void>;
  /** The state that the webview stored. */
  state(): Promise<unknown>;
  /** Violations of the content security policy, and errors. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

export interface WebviewOptions {
  readonly bundle: 'reader' | 'renderedChanges' | 'siteBoard' | 'threads' | 'test';
  /** The source of the bundle `test`, with imports from the root of the repository. */
  readonly source?: string;
  readonly place: unknown;
  /** VS Code's language, and its translation of the texts. English if there is none. */
  readonly words?: Shell['words'];
  /** The state stored earlier. */
  readonly state?: unknown;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** A script that runs in the page before its own. */
  readonly before?: string;
  /** Receives the messages of the webview. */
  readonly receive: (message: unknown, say: (message: unknown) => Promise<void>) => unknown;
}

export type Theme = 'light' | 'dark' | 'highContrast' | 'highContrastLight';

/** A browser for webviews. It finds nothing else in the network. */
export async function openBrowser(): Promise<Browser> {
  const rules = `MAP ${new URL(origin).hostname}:80 ${await listen()}, MAP * ~NOTFOUND`;
  return chromium.launch({
    executablePath: installChromium(),
    args: [...chromiumFlags, '--no-proxy-server', `--host-resolver-rules=${rules}`],
  });
}

/**
 * Opens a webview in a page that all tests of this process share, because a new page takes eight times as long as a new
 * document. Those that are open at the same time have a page each.
 */
export async function openWebview(options: WebviewOptions): Promise<OpenWebview> {
  const page = free.pop() ?? (await createPage(await (browser ??= openBrowser())));
  const webview = await page.show(options);
  return {
    ...webview,
    async close() {
      await webview.close();
      free.push(page);
    },
  };
}

/** Ends with the process. */
let browser: Promise<Browser> | undefined;

/** Those that are open. */
export const pages = new Set<Page>();

/** Those in which no webview is open. */
const free: WebviewPage[] = [];

/** Opens a webview in a page of its own, for measurements: they don't depend on what was open before. */
export async function openWebviewAlone(browser: Browser, options: WebviewOptions): Promise<OpenWebview> {
  const page = await createPage(browser);
  return { ...(await page.show(options)), close: () => page.close() };
}

interface WebviewPage {
  /** Shows a webview in a new document. What an earlier one still does is neither heard nor answered. */
  show(options: WebviewOptions): Promise<OpenWebview>;
  close(): Promise<void>;
}

interface Shown {
  readonly path: string;
  readonly faults: string[];
  readonly receive: (message: unknown) => unknown;
}

async function createPage(browser: Browser): Promise<WebviewPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  pages.add(page);
  page.once('close', () => pages.delete(page));
  let shown: Shown | undefined;
  /** Whether the document is that of the webview, not of an earlier one. */
  let isReceived = false;
  const note = (fault: string) => {
    if (isReceived) shown?.faults.push(fault);
  };
  page.on('framenavigated', (frame) => (isReceived = new URL(frame.url()).pathname === shown?.path));
  page.on('pageerror', (error) => note(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(message.text());
  });
  await page.exposeFunction('hearWebview', (path: string, message: unknown) => {
    if (path === shown?.path) void shown.receive(message);
  });

  return {
    async show({
      bundle,
      source,
      place,
      state,
      theme = 'dark',
      words = { language: 'en' },
      width = 720,
      height = 800,
      before = '',
      receive,
    }) {
      const script = await serveBundle(bundle, source);
      const { path, remove } = servePage(
        shellHtml({ script, nonce: 'n', title: 'Test', language: 'en', words, place }),
      );
      const say = async (message: unknown): Promise<void> => {
        if (shown?.path !== path) return;
        const post = `if (location.pathname === '${path}') window.postMessage(${JSON.stringify(message)}, '*')`;
        await page.evaluate(post).catch(() => undefined);
      };
      shown = { path, faults: [], receive: (message) => receive(message, say) };
      const { faults } = shown;
      await page.setViewportSize({ width, height });
      // Nothing of the new document is below the mouse.
      await page.mouse.move(-1, -1);
      const prelude = await page.addInitScript(`${actingAsVsCode(path, state, themes(theme))}\n${before}`);
      await page.goto(`${origin}${path}`);
      return {
        page,
        say,
        faults,
        state: () => page.evaluate('window.keptState'),
        async close() {
          // All that was reported until now has been heard when the answer arrives.
          await page.evaluate('0');
          shown = undefined;
          isReceived = false;
          remove();
          await prelude.dispose();
          // A test that failed may have left it pressed.
          await page.mouse.up();
        },
      };
    },
    close: () => context.close(),
  };
}

/** A script that runs in the page before any other: the API that VS Code gives a webview. */
function actingAsVsCode(path: string, state: unknown, variables: Record<string, string>): string {
  return `
    localStorage.clear();
    sessionStorage.clear();
    window.keptState = ${JSON.stringify(state)};
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => window.hearWebview('${path}', JSON.parse(JSON.stringify(message))),
      getState: () => window.keptState,
      setState: (next) => (window.keptState = JSON.parse(JSON.stringify(next))),
    });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('forbidden: ' + violatedDirective + ' ' + blockedURI),
    );
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      observer.disconnect();
      for (const [name, value] of Object.entries(${JSON.stringify(variables)})) {
        document.documentElement.style.setProperty(name, value);
      }
    }).observe(document, { childList: true });`;
}

/** The colors that VS Code gave webviews in its own themes. */
function themes(theme: Theme): Record<string, string> {
  const all = JSON.parse(readFileSync(new URL('themes.json', import.meta.url), 'utf8')) as Record<
    Theme,
    Record<string, string>
  >;
  return all[theme];
}
