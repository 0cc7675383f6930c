import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'vitest';
import { contributionsOfTables, namesOfTables } from '../build/contributions.ts';
import { keyIn, readManifest, readNames } from './readManifest.ts';

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category?: string;
}
interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}
interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly publisher: string;
  readonly main: string;
  readonly icon: string;
  readonly engines: { readonly vscode: string };
  readonly extensionKind: readonly string[];
  readonly activationEvents: readonly string[];
  readonly enabledApiProposals?: unknown;
  readonly devDependencies: Record<string, string>;
  readonly scripts: Record<string, string>;
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly menus: Record<string, readonly MenuItem[]>;
    readonly submenus?: readonly { readonly id: string }[];
    readonly keybindings: readonly unknown[];
    readonly views: Record<string, readonly { id: string; name?: string; icon?: string }[]>;
    readonly viewsWelcome: readonly { view: string; contents: string }[];
    readonly configuration: { properties: Record<string, { scope?: string }> };
    readonly walkthroughs?: readonly {
      steps: readonly { description: string; completionEvents?: readonly string[] }[];
    }[];
  };
}

const written = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const manifest = readManifest<Manifest>();
const contributed = manifest.contributes.commands.map(({ command }) => command);
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(`src/${name}`, 'utf8'))
  .join('\n');

test('package.json contributes what the tables say: npm run contributions writes it', () => {
  const { commands, menus, submenus, keybindings } = written.contributes;
  const names = Object.entries(readNames()).filter(([key]) => /^(command|submenu|category)\./.test(key));

  assert.deepEqual({ commands, menus, submenus, keybindings }, contributionsOfTables());
  assert.deepEqual({ ...Object.fromEntries(names), product: 'Docs Platform' }, namesOfTables());
});

test('every text of package.json that a user sees is a key of package.nls.json, and each key is used', () => {
  const { displayName, description, contributes } = written;
  // The label of a resource comes from its path.
  const texts = textsIn({ displayName, description, ...contributes, resourceLabelFormatters: [] });
  const keys = texts.map(([, text]) => keyIn(text));

  assert.deepEqual(
    texts.filter(([, text]) => keyIn(text) === undefined),
    [],
  );
  assert.deepEqual([...new Set(keys)].sort(), Object.keys(readNames()).sort());
});

test('every contributed command has a handler, and every handler is contributed', () => {
  const handled = [...sources.matchAll(/^ {4,6}'(docsPlatform\.[\w.]+)':/gm)].map(([, id]) => id);

  assert.deepEqual([...new Set(handled)].sort(), contributed.filter((id) => !id.endsWith('.row')).sort());
  const forRows = contributed.filter((id) => id.endsWith('.row')).map((id) => id.replace(/\.row$/, ''));
  assert.deepEqual(
    forRows.filter((id) => !handled.includes(id)),
    [],
  );
});

test('every command that a menu, a welcome view or a walkthrough names is contributed, or created by VS Code for a view', () => {
  const views = Object.values(manifest.contributes.views)
    .flat()
    .map(({ id }) => `${id}.focus`);
  const inMenus = Object.values(manifest.contributes.menus)
    .flat()
    .flatMap(({ command }) => command ?? []);
  const inTexts = JSON.stringify([manifest.contributes.viewsWelcome, manifest.contributes.walkthroughs ?? []]).matchAll(
    /\(command:([\w.]+)/g,
  );

  const named = [...inMenus, ...[...inTexts].map(([, id]) => id ?? '')];

  assert.deepEqual(
    named.filter((id) => ![...contributed, ...views, 'workbench.action.openWalkthrough'].includes(id)),
    [],
  );
});

test('commands that write into a comment thread are offered only to users who may comment', () => {
  const { menus } = manifest.contributes;
  const offered = (menu: string, command: string, view: RegExp, context: string): boolean =>
    (menus[menu] ?? []).some(({ command: each, when = '' }) => {
      const pattern = / =~ \/(\^.*)\/$/.exec(when)?.[1];
      return each === command && view.test(when) && pattern !== undefined && new RegExp(pattern).test(context);
    });
  const reply = (context: string) =>
    offered('docsPlatform.more', 'docsPlatform.comments.reply', /changeRequests/, context);
  const resolve = (context: string) =>
    offered('comments/commentThread/title', 'docsPlatform.comments.resolve', /comments/, context);

  assert.deepEqual([reply('changeRequest;open;view;comment'), reply('changeRequest;open;view')], [true, false]);
  assert.deepEqual([resolve('thread;open;reply;resolve;browser'), resolve('thread;open;browser')], [true, false]);
});

test('every submenu that a menu names is contributed, with commands in it', () => {
  const { menus, submenus = [] } = manifest.contributes;
  const named = Object.values(menus)
    .flat()
    .flatMap(({ submenu }) => submenu ?? []);

  assert.deepEqual([...new Set(named)].sort(), submenus.map(({ id }) => id).sort());
  for (const { id } of submenus) assert.ok((menus[id]?.length ?? 0) > 1, id);
});

test('the palette has at most 70 commands, in four categories, each with a name of its own', () => {
  const hidden = new Set(
    manifest.contributes.menus['commandPalette']?.flatMap(({ command, when }) => (when === 'false' ? [command] : [])),
  );
  const { commands } = manifest.contributes;
  const names = commands.flatMap(({ command, category, title }) =>
    hidden.has(command) ? [] : [`${category}: ${title}`],
  );

  assert.ok(names.length <= 70, `${names.length} commands are in the palette:\n${names.join('\n')}`);
  assert.equal(new Set(names).size, names.length, names.sort().join('\n'));
  const categories = ['Docs Platform', 'Docs Platform Organization', 'Docs Platform Sites', 'Help'];
  assert.deepEqual([...new Set(commands.map(({ category }) => category))].sort(), categories);
});

test('a palette command on open documents is offered only with one', () => {
  const whens = new Map(manifest.contributes.menus['commandPalette']?.map(({ command, when }) => [command, when]));
  const acting = contributed.filter((id) => /\.(editing\.(edit|saveAll|discardDraft|insertFile)|page\.\w+)$/.test(id));

  assert.ok(acting.length > 8);
  for (const id of acting) assert.match(whens.get(id) ?? '', /^false$|resourceScheme|docsPlatform\.page\./, id);
});

test("no view has so many icons in its title that its name doesn't fit in 200 pixels", () => {
  const inTitles = manifest.contributes.menus['view/title'] ?? [];
  for (const { id, name = '' } of Object.values(manifest.contributes.views).flat()) {
    const icons = inTitles.filter(({ when = '', group = '' }) => when.includes(id) && group.startsWith('navigation'));
    // Two in the same place are never shown together.
    const places = new Set(icons.map(({ group }) => group));
    assert.ok(places.size <= (name.length > 12 ? 2 : 3), `${name}: ${[...places].join(', ')}`);
  }
});

test('uses no proposed API', () => {
  assert.equal(manifest.enabledApiProposals, undefined);
  assert.doesNotMatch(JSON.stringify(manifest.scripts), /enable-proposed-api/);
});

test('runs as a UI or workspace extension, and starts with the window', () => {
  assert.deepEqual(manifest.extensionKind, ['ui', 'workspace']);
  assert.deepEqual(
    manifest.activationEvents.filter((event) => !event.startsWith('onWebviewPanel:docsPlatform.')),
    [
      'onStartupFinished',
      ...['', '-settings', '-edit', '-reply', '-request', '-changes'].map(
        (kind) => `onFileSystem:docs-platform${kind}`,
      ),
    ],
  );
});

test('the typings are not newer than the oldest supported VS Code', () => {
  assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`);
});

test('no workspace can change where a token is sent', () => {
  const { properties } = manifest.contributes.configuration;
  assert.equal(properties['docsPlatform.serverAddress']?.scope, 'application');
});

test('every setting that the code reads is contributed', () => {
  const read = [...sources.matchAll(/getConfiguration\('docsPlatform'\)\.(?:get|inspect)<[^>]*>\('([\w.]+)'/g)];
  assert.ok(read.length > 0);
  for (const [, name] of read) {
    assert.ok(`docsPlatform.${name}` in manifest.contributes.configuration.properties, name);
  }
});

test('every file that the manifest names exists', () => {
  const named = [...JSON.stringify(manifest.contributes).matchAll(/"(?:\.\/)?(media\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  assert.ok(named.length > 0);
  for (const path of [...named, manifest.icon]) assert.ok(path && existsSync(path), path);
});

test('every picture of the walkthrough is one svg, because VS Code positions each svg element separately', () => {
  const pictures = [...JSON.stringify(manifest.contributes.walkthroughs).matchAll(/"(media\/[^"]+\.svg)"/g)];
  assert.ok(pictures.length > 0);
  for (const [, path = ''] of pictures) assert.equal(readFileSync(path, 'utf8').match(/<svg/g)?.length, 1, path);
});

test('messages that name a command from the Command Palette use its title', () => {
  const named = [...sources.matchAll(/\b[Rr]un ([A-Z][A-Za-z ]+?)(?: instead)?\./g)].map(([, title]) => title);
  const titles = manifest.contributes.commands.map(({ title }) => title.replace('…', ''));

  assert.ok(named.includes('Reset Sample Workspace'));
  assert.ok(named.length > 6);
  assert.deepEqual(
    named.filter((title) => !titles.includes(title ?? '')),
    [],
  );
});

/** The texts of a manifest that VS Code shows, with the names of their properties. */
function textsIn(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return isShown.test(name) || keyIn(value) !== undefined ? [[name, value]] : [];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, key));
}

const isShown =
  /^(displayName|title|contextualTitle|category|label|aliases|contents|altText|name|placeholder|.*descriptions?|.*messages?|enumItemLabels)$/i;
