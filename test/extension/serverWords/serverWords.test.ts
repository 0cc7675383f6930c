import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { longestTest } from '../../patience.ts';
import { serveHostilePlatform, site } from './hostilePlatform.ts';

// This `vscode` differs from that of other test files (test/fakes/vscode), which share their modules.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', async () => (await import('./recordingCode.ts')).recordingCode);

afterAll(() => void vi.resetModules());

const { activate } = await import('../../../src/extension.ts');
const code = await import('./recordingCode.ts');
const { bugs, person, shown, trees } = code;

interface Menu {
  readonly command?: string;
  readonly when?: string;
}

const manifest = JSON.parse(await readFile('package.json', 'utf8')) as {
  contributes: { commands: { command: string }[]; menus: Record<string, Menu[]> };
};

/** How many rows are visited below each row. */
const most = 4;
/**
 * A command is no longer waited for after so many checks, 25 ms apart, in which nothing was requested or shown. What takes
 * longer than the pauses of the extension waits for something that doesn't exist here.
 */
const quietChecks = 40;

/**
 * Commands that remove what others need, which run last or never, and commands that keep the platform busy for long.
 */
const isLast = (id: string): boolean => /delete|remove|archive|merge|transfer|unpublish|revert/i.test(id);
const isLeftOut = (id: string): boolean => /signOut|resetSample|openSample|switchAccount|replaceToken|savePdf/.test(id);

/**
 * The minimum number of hostile texts that reach each place where VS Code renders links or icons; about a third of the
 * actual number.
 */
const reached = {
  ErrorMessage: 40,
  WarningMessage: 30,
  'WarningMessage.detail': 2,
  InformationMessage: 25,
  'InputBox.prompt': 1,
  'InputBox.validationMessage': 100,
  'Progress.title': 12,
  setStatusBarMessage: 10,
  'StatusBarItem.text': 8,
  'QuickPickItem.label': 2000,
  'QuickPickItem.description': 2000,
  'QuickPickItem.detail': 1000,
  'CompletionItem.label': 30,
  'TreeItem.tooltip': 300,
  'Comment.body': 20,
  'error of save': 2,
};

let platform: Awaited<ReturnType<typeof serveHostilePlatform>>;

test(
  'no text of a server becomes a link, a command or an icon, however it reaches VS Code',
  { timeout: 2 * longestTest },
  async () => {
    platform = await serveHostilePlatform();
    await signedIn();

    // The first walk has all changes refused, so that nothing is gone before the second.
    platform.refuses = ({ method }) => method !== 'GET';
    await walk();
    await workInDocuments();
    platform.refuses = () => false;
    await walk();
    await workInDocuments();
    platform.refuses = () => true;
    for (const id of trees.keys()) {
      await run(`${id}.refresh`);
      await code.expand(id, most);
    }
    await workInDocuments();

    assert.deepEqual(
      [...new Set(shown.filter(survives).map(({ where, text }) => `${where}: ${text}`))].slice(0, 50),
      [],
    );
    for (const [where, least] of Object.entries(reached)) {
      const count = shown.filter((one) => one.where === where && /Sign in again|trash/.test(one.text)).length;
      assert.ok(count >= least, `only ${count} hostile texts came to ${where}`);
    }
    // A missing part of this fake would end an action too early.
    assert.deepEqual(
      bugs.filter((bug) => /is not a (function|constructor)|is not iterable|on the mock/.test(bug)),
      [],
    );
  },
);

/** Whether VS Code would render more than text. Our own links run our own commands. */
function survives({ reading, text, mayRunCommands }: (typeof shown)[number]): boolean {
  const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
  const links = (text.match(new RegExp(link, 'gi')) ?? []).some((each) => !/\]\(command:docsPlatform\./.test(each));
  switch (reading) {
    case 'links and icons':
      return links || text.includes('$(trash)');
    case 'icons':
      return text.includes('$(trash)');
    case 'Markdown':
      return mayRunCommands === true && links;
    case 'as it is':
      return false;
  }
}

async function signedIn(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dp-words-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  person.file = path.join(folder, 'file.json');
  await writeFile(person.file, '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}');
  const answers: Record<string, string> = {
    'Sign In to a Docs Platform': platform.address,
    'Open from URL': site,
    [`Sign In to ${new URL(platform.address).host}`]: platform.token,
  };
  person.types = (title, value) =>
    answers[title] === undefined ? [`${value}x`, '5', 'https://x.example', 'a@b.example'] : [answers[title]];
  const memento = () => {
    const stored = new Map<string, unknown>();
    return {
      keys: () => [...stored.keys()],
      get: (key: string) => stored.get(key),
      update: async (key: string, value: unknown) => void stored.set(key, value),
      setKeysForSync: () => undefined,
    };
  };
  const secrets = memento();
  const context = {
    subscriptions: [],
    extension: { packageJSON: manifest },
    extensionMode: 3,
    extensionUri: code.recordingCode.Uri.file(process.cwd()),
    globalStorageUri: code.recordingCode.Uri.file(folder),
    globalState: memento(),
    workspaceState: memento(),
    secrets: {
      get: async (key: string) => secrets.get(key),
      store: secrets.update,
      delete: async (key: string) => secrets.update(key, undefined),
      onDidChange: () => ({ dispose: () => undefined }),
    },
  };
  activate(context as unknown as vscode.ExtensionContext);
  onTestFinished(() => {
    for (const stored of context.subscriptions as vscode.Disposable[]) stored.dispose();
  });
  // It may have to load its code first.
  const account = await code.recordingCode.commands.executeCommand('docsPlatform.signIn');
  assert.ok(account, `Nobody is signed in: ${JSON.stringify(shown)} ${bugs.join()}`);
}

async function run(id: string, ...given: unknown[]): Promise<unknown> {
  let isOver = false;
  const result = Promise.resolve(code.recordingCode.commands.executeCommand(id, ...given)).finally(
    () => (isOver = true),
  );
  return Promise.race([result, quiet(() => isOver)]);
}

async function quiet(isOver: () => boolean): Promise<void> {
  let before = '';
  for (let checks = 0; checks < quietChecks && !isOver(); checks++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    const now = `${platform.requests} ${shown.length}`;
    if (now !== before) checks = 0;
    before = now;
  }
}

/**
 * Expands all trees, and runs each command of the manifest on the rows that offer it, without a row, and with each kind
 * of document active.
 */
async function walk(): Promise<void> {
  const done = new Set<string>();
  const actions: { id: string; given: unknown[] }[] = [];
  for (const id of trees.keys()) {
    for (const { row, item } of await code.expand(id, most)) {
      const { contextValue: context = '', command } = item;
      const opening = `${command?.command} ${context.split(';')[0]}`;
      if (command && !done.has(opening)) actions.push({ id: command.command, given: command.arguments ?? [] });
      done.add(opening);
      for (const { command, when = '' } of Object.values(manifest.contributes.menus).flat()) {
        if (!command || !when.includes(`view == ${id} `) || !fits(when, id, context)) continue;
        const kind = `${command} ${context.split(';')[0]}`;
        if (!done.has(kind)) actions.push({ id: command, given: [row] });
        done.add(kind);
      }
    }
  }
  for (const { command } of manifest.contributes.commands) actions.push({ id: command, given: [] });
  const all = actions
    .filter(({ id }) => !isLeftOut(id))
    .sort((one, other) => Number(isLast(one.id)) - Number(isLast(other.id)));
  for (const { id, given } of all) await run(id, ...given);
}

/** Entries without a condition on rows run in each view they name. */
function fits(when: string, view: string, context: string): boolean {
  const rows = [...when.matchAll(/view == (\S+) && viewItem =~ \/((?:[^/\\]|\\.)*)\//g)];
  return rows.length === 0 || rows.some(([, each, pattern = '']) => each === view && new RegExp(pattern).test(context));
}

/** With a document of each kind active: commands, comments, completion and a save. */
async function workInDocuments(): Promise<void> {
  // Details are read-only settings.
  const open = code.openDocuments().filter(({ uri }) => !uri.path.includes('.details.'));
  const kinds = new Map(open.map((document) => [document.uri.scheme, document]));
  for (const [scheme, document] of kinds) {
    code.focus(document);
    for (const { command, when = '' } of [...menu('editor/title'), ...menu('editor/context')]) {
      if (command && when.includes(scheme) && !isLeftOut(command)) await run(command, document.uri);
      code.focus(document);
    }
    if (!/settings|edit|reply/.test(scheme)) continue;
    const before = document.text;
    if (scheme === 'docs-platform-edit') {
      for (const written of ['[a](', '![a](', '[a](#', '{% ', `[a](${'../'.repeat(2)}`]) {
        code.type(document, `${written}\n${before}`);
        await code.complete(document, new code.recordingCode.Position(0, written.length));
      }
    }
    code.type(
      document,
      scheme.includes('settings') ? before.replace('"title": "', '"title": "A ') : `${before}\nMore.\n`,
    );
    await document.save();
  }
  for (const thread of code.threads.slice(0, 4)) {
    const [comment] = thread.comments;
    for (const { command } of menu('comments/commentThread/title')) if (command) await run(command, thread);
    for (const { command } of menu('comments/commentThread/context'))
      if (command) await run(command, { thread, text: 'More.' });
    for (const { command } of [...menu('comments/comment/title'), ...menu('comments/comment/context')]) {
      if (command) await run(command, comment);
    }
  }
}

function menu(name: string): readonly Menu[] {
  return manifest.contributes.menus[name] ?? [];
}
