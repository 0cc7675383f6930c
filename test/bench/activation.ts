import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { until } from '../e2e/until.ts';
import { chromiumFlags, installChromium } from '../vscode/chromium.ts';
import { installVsCode } from '../vscode/install.ts';
import { startVsCode } from '../vscode/server.ts';
import { type Figure, median } from './figure.ts';
import { packageExtension } from './packageExtension.ts';

/**
 * How long our packaged extension takes to activate, compared with an empty one with the same manifest, as VS Code
 * itself reports it in its performance view: loading the code, activate(), and what activate() awaits, in milliseconds.
 * Another extension activates both in an idle window, in turns, ten times each.
 */
export async function* activation(): AsyncGenerator<Figure> {
  await installVsCode();
  const executablePath = installChromium();
  const scratch = await mkdtemp('/tmp/dp-bench-');
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));
  const copies = await extensionCopies(scratch);
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  cleanUp.defer(() => browser.close());

  const contestants = [];
  for (const extension of [copies.ours, copies.empty]) {
    const result = path.join(scratch, `${path.basename(extension)}.json`);
    const env = { DOCS_PLATFORM_BENCH_RESULT: result };
    const vsCode = await startVsCode({ extensions: { link: [extension, activator] }, env });
    cleanUp.defer(() => vsCode.dispose());
    contestants.push({ url: vsCode.url, result, parts: [] as Parts[] });
  }
  for (let round = 0; round < 10; round++) {
    for (const contestant of contestants) {
      contestant.parts.push(await measure(browser, contestant));
    }
  }
  const whole = ({ parts }: { parts: Parts[] }) =>
    median(parts.map((each) => each.reduce((sum, part) => sum + part, 0)));
  const [ours = NaN, empty = NaN] = contestants.map(whole);
  yield { name: 'activation, ours', value: ours, unit: 'ms' };
  const loading = median(contestants[0]?.parts.map(([load]) => load) ?? []);
  yield { name: 'activation, ours, of it loading the code', value: loading, unit: 'ms' };
  yield { name: 'activation, an empty extension', value: empty, unit: 'ms' };
  // A third is for loading the code, a fifth for registering the commands, the rest for views and providers.
  yield { name: 'activation above an empty extension', value: ours - empty, unit: 'ms', limit: 12 };
}

/** The times for loading the code, calling activate(), and what it awaits, in ms. */
type Parts = readonly [load: number, call: number, finish: number];

const activator = path.join(import.meta.dirname, 'activator');

/** The shipped extension, and the same without its code; neither activates by itself. */
async function extensionCopies(scratch: string): Promise<{ ours: string; empty: string }> {
  const installed = await startVsCode({
    userDataDir: path.join(scratch, 'installed'),
    extensions: { vsix: [await packageExtension()] },
  });
  await installed.dispose();
  const [folder = ''] = globSync(`${installed.userDataDir}/extensions/docs-platform.docs-platform-*`);
  const ours = path.join(scratch, 'ours');
  const empty = path.join(scratch, 'empty');
  for (const copy of [ours, empty]) {
    await cp(folder, copy, { recursive: true });
    const file = path.join(copy, 'package.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...manifest, activationEvents: ['onCustomEvent:nobodyFires'] }));
  }
  await rm(path.join(empty, 'dist'), { recursive: true });
  await mkdir(path.join(empty, 'dist'));
  await writeFile(path.join(empty, 'dist/extension.js'), 'export function activate() {}\n');
  return { ours, empty };
}

async function measure(browser: Browser, { url, result }: { url: string; result: string }): Promise<Parts> {
  await rm(result, { force: true });
  // A fresh window: the performance view of an earlier one is Markdown, for which VS Code would activate us.
  const page = await browser.newPage();
  await page.goto(`${url}?ew=true`);
  const { report, error } = await until(
    'VS Code to measure',
    async () => {
      return JSON.parse(await readFile(result, 'utf8')) as { report?: string; error?: string };
    },
    60_000,
  );
  // Leaving the page ends the window's extension host, which otherwise waits for a closed window to come back.
  await page.goto('about:blank');
  await page.close();
  // | Extension | Eager | Load Code | Call Activate | Finish Activate | Event | By |
  const row = report?.split('\n').find((line) => line.startsWith('| docs-platform.docs-platform '));
  const cells = row?.split('|').map((cell) => cell.trim());
  if (!cells) {
    throw new Error(error ?? 'VS Code’s performance view does not list our extension.');
  }
  const [load = NaN, call = NaN, finish = NaN] = cells.slice(3, 6).map(Number);
  return [load, call, finish];
}
