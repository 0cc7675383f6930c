import { build, type BuildOptions } from 'esbuild';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { shellHtml } from '../../src/extension/webviews/html.ts';
import { chromiumFlags, installChromium } from '../vscode/chromium.ts';

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
  readonly bundle: 'reader' | 'siteBoard' | 'threads' | 'test';
  /** The source of the bundle `test`, with imports from the root of the repository. */
  readonly source?: string;
  readonly place: unknown;
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

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: installChromium(), args: chromiumFlags });
}

export async function openWebview(browser: Browser, options: WebviewOptions): Promise<OpenWebview> {
  const { bundle, place, state, theme = 'dark', width = 720, height = 800, before = '', receive } = options;
  const { source } = options;
  const [files, texts] = await Promise.all([source === undefined ? bundled() : bundling(source), textsOf(bundle)]);
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  await page.route('**/*', (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    if (hostname !== 'webview.test') return route.abort();
    if (pathname === '/') {
      const html = shellHtml({
        script: `http://webview.test/${bundle}.js`,
        nonce: 'n',
        title: 'Test',
        language: 'en',
        words: { language: 'en', texts },
        place,
      });
      return route.fulfill({ contentType: 'text/html', body: html });
    }
    const body = files.get(pathname.slice(1));
    return body === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body });
  });
  const say = (message: unknown): Promise<void> =>
    page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`).then(
      () => undefined,
      () => undefined,
    );
  await page.exposeFunction('hearWebview', (message: unknown) => void receive(message, say));
  await page.addInitScript(`${actingAsVsCode(state, themes(theme))}\n${before}`);
  await page.goto('http://webview.test/');
  return {
    page,
    say,
    faults,
    state: () => page.evaluate('window.keptState'),
    close: () => context.close(),
  };
}

/** A script that runs in the page before any other: the API that VS Code gives a webview. */
function actingAsVsCode(state: unknown, variables: Record<string, string>): string {
  return `
    window.keptState = ${JSON.stringify(state)};
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => window.hearWebview(JSON.parse(JSON.stringify(message))),
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

/** The texts that the extension gives the webview, in English. */
async function textsOf(bundle: WebviewOptions['bundle']): Promise<Readonly<Record<string, string>>> {
  if (bundle === 'test') return {};
  const { outputFiles } = await build({
    entryPoints: [`src/extension/words/${bundle}.ts`],
    alias: { vscode: fileURLToPath(new URL('../fakes/vscode/values.ts', import.meta.url)) },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  const module = (await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]!.text)}`)) as {
    readonly [Name in `${WebviewOptions['bundle']}Texts`]?: () => Readonly<Record<string, string>>;
  };
  return module[`${bundle}Texts`]?.() ?? {};
}

let files: Promise<ReadonlyMap<string, string>> | undefined;

/** The bundles as they ship, by name, built once for all callers. */
function bundled(): Promise<ReadonlyMap<string, string>> {
  return (files ??= bundling());
}

async function bundling(source?: string): Promise<ReadonlyMap<string, string>> {
  const { webviewBuild } = (await import(new URL('../../build/options.mjs', import.meta.url).href)) as {
    readonly webviewBuild: (mode: { production: boolean }) => BuildOptions;
  };
  const options = webviewBuild({ production: true });
  const entry = source === undefined ? {} : { entryPoints: [], stdin: { contents: source, resolveDir: '.' } };
  const { outputFiles = [] } = await build({ ...options, ...entry, write: false, logLevel: 'silent' });
  return new Map(
    outputFiles.map(({ path, text }) => [path.replace(/^.*dist\/webview\//, '').replace('stdin', 'test'), text]),
  );
}
