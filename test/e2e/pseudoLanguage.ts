import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { textBundle } from '../../build/l10n.ts';
import { brackets, pseudo } from '../pseudo.ts';
import { readNames } from '../readManifest.ts';
import { serverEntry } from '../vscode/install.ts';
import { startWarm } from './warmStart.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

const locale = 'qps-ploc';

/**
 * Opens VS Code in the pseudo-language: our texts are in one kind of brackets, VS Code's own in another. What is in none is
 * data, or a text that nobody can translate.
 */
export async function openPseudoWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const userDataDir = await mkdtemp('/tmp/dp-pseudo-');
  const profile = path.join(userDataDir, 'unused-profile');
  if (!(await startWarm(userDataDir, profile))) throw new Error('Only starts after the warm start.');
  await rm(profile, { recursive: true });
  const [extension] = globSync(path.join(userDataDir, 'extensions/docs-platform.docs-platform-*'));
  if (extension === undefined) throw new Error('The extension is not installed.');
  await mkdir(path.join(extension, 'l10n'), { recursive: true });
  await writeJson(path.join(extension, `package.nls.${locale}.json`), inPseudo(readNames()));
  await writeJson(path.join(extension, `l10n/bundle.l10n.${locale}.json`), inPseudo(textBundle()));
  await writeLanguagePack(userDataDir);
  const workbench = await openWorkbench({ ...options, userDataDir, locale });
  return {
    ...workbench,
    get page() {
      return workbench.page;
    },
    async dispose() {
      await workbench.dispose();
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Makes all texts of VS Code itself appear in brackets of their own. */
async function writeLanguagePack(userDataDir: string): Promise<void> {
  const out = path.join(path.dirname(serverEntry), '../../lib/vscode/out');
  const keys = JSON.parse(await readFile(path.join(out, 'nls.keys.json'), 'utf8')) as [string, string[]][];
  const messages = JSON.parse(await readFile(path.join(out, 'nls.messages.json'), 'utf8')) as string[];
  let at = 0;
  const contents = Object.fromEntries(
    keys.map(([module, names]) => [
      module,
      Object.fromEntries(names.map((name) => [name, bracketed(messages[at++] ?? '')])),
    ]),
  );
  const file = path.join(userDataDir, 'vscode-in-brackets.json');
  await writeJson(file, { version: '1.0.0', contents });
  const extensions = [{ extensionIdentifier: { id: 'docs-platform.pseudo' }, version: '1.0.0' }];
  const pack = { hash: 'pseudo', extensions, translations: { vscode: file }, label: 'Pseudo' };
  await writeJson(path.join(userDataDir, 'languagepacks.json'), { [locale]: pack });
}

/** What has no word of its own, such as `{0}: {1}`, only joins texts of others. */
function bracketed(message: string): string {
  return /[a-z]/i.test(message.replace(/\{\d+\}/g, ''))
    ? `${brackets.vsCode[0]}${message}${brackets.vsCode[1]}`
    : message;
}

function inPseudo(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)]));
}

async function writeJson(file: string, content: unknown): Promise<void> {
  await writeFile(file, JSON.stringify(content));
}
