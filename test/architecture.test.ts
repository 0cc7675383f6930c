import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { describe, test } from 'vitest';
import { bundled, loadedWith, webviewOptions } from './bundle.ts';
import { cyclesAmong, importsIn, importsOf, type Import } from './importGraph.ts';
import { budgets, features, ground, mostEntries, rooms } from './rooms.ts';

interface Rule {
  /** Layers and packages of which everything may be imported. */
  readonly any: readonly string[];
  /** Layers and packages of which only types may be imported, with `import type`. */
  readonly types: readonly string[];
}

const markdown = [
  'mdast-util-from-markdown',
  'jsonc-parser',
  'mdast-util-gfm-table',
  'micromark-extension-gfm-table',
  'unist-util-visit',
];

const webviewLibraries = [
  'lit',
  '@vscode-elements/elements',
  '@vscode/codicons',
  '@tanstack/virtual-core',
  'hast-util-from-html',
  'markdown-it',
];

/** Packages that read and write external formats. The file that needs one loads it on first use. */
const formats = ['hast-util-from-html', 'hast-util-to-mdast', 'js-yaml', 'jspdf', 'mdast-util-to-markdown', 'yauzl'];

/** What the files of each layer may import besides each other. Everything else is forbidden. */
const rules: Readonly<Record<string, Rule>> = {
  contract: { any: ['zod'], types: [] },
  model: {
    any: [...markdown, 'jsonc-parser', 'markdown-it', 'markdownlint', 'node-diff3'],
    types: ['contract', 'hast', 'mdast', 'unist'],
  },
  client: { any: ['contract', 'model', 'undici', 'zod', 'node'], types: [] },
  protocol: { any: ['contract', 'model', 'zod'], types: [] },
  store: { any: ['model', 'lru-cache', 'p-limit', 'p-map'], types: ['client', 'contract'] },
  workers: { any: ['node'], types: [] },
  formats: { any: ['model', 'workers', 'node', ...markdown, ...formats], types: ['mdast', 'hast'] },
  server: {
    any: [
      ...['contract', 'model', 'formats', 'workers', 'zod', 'node', 'hono', '@hono/node-server', 'markdown-it'],
      ...markdown,
      ...formats,
    ],
    types: ['mdast', 'hast'],
  },
  webview: {
    any: ['protocol', 'model', 'zod', 'media/preview.css', ...webviewLibraries],
    types: ['contract', 'hast'],
  },
  extension: {
    any: ['model', 'protocol', 'vscode', 'fflate', 'lru-cache', 'p-map'],
    types: ['store', 'client', 'contract', 'markdown-it'],
  },
  /** The files in `src` itself, which connect the others. */
  composition: {
    any: [
      ...[
        'extension',
        'store',
        'client',
        'server',
        'formats',
        'workers',
        'model',
        'protocol',
        'contract',
        'vscode',
        'node',
      ],
      'hast-util-from-html',
    ],
    types: [],
  },
};

/** File names that the map uses for a part of each feature or view. */
const everyFeatureHas = ['index.ts', 'contributions.ts', 'rows.ts', 'children.ts', 'items.ts', './worker.ts'];

/** What activation may load at most, minified, in bytes. */
const activationLimit = 48 * 1024;

/** What activation never loads: it is loaded with `await import(…)` on first use. */
const neverAtActivation =
  /(^|\/)node_modules\/(zod|undici|hono)\/|^src\/(contract|client|protocol|server|formats|store)\/|\/(commands|templateTags)\.ts$/;

const imports = importsIn('src');

describe('the layers', () => {
  test('import only what the table allows', () => {
    assert.ok(imports.length > 50, `only ${imports.length} imports were found in src`);
    assert.deepEqual(violations(imports), []);
  });

  test('never import in a cycle', () => {
    assert.deepEqual(
      cyclesAmong(imports).map((cycle) => cycle.join(' → ')),
      [],
    );
  });

  test('keep the features of the extension apart', () => {
    assert.deepEqual(
      imports.filter(({ from, to }) => isBetweenFeatures(from, to)).map(({ from, to }) => `${from} imports ${to}`),
      [],
    );
  });

  test.each([
    ['a value where types are allowed', 'src/model/a.ts', "import { Page } from '../contract/content.ts'"],
    [
      'types inside braces, which load the module',
      'src/model/a.ts',
      "import { type Page } from '../contract/content.ts'",
    ],
    ['a layer above', 'src/client/a.ts', "import type { Library } from '../store/library.ts'"],
    ['a package', 'src/contract/a.ts', "import { request } from 'undici'"],
    ['a module of Node', 'src/model/a.ts', "import { join } from 'node:path'"],
    ['a dynamic import', 'src/store/a.ts', "const later = import('../client/createApi.ts')"],
    ['a type in place', 'src/client/a.ts', "let a: import('../store/library.ts').Library"],
    ['a re-export', 'src/client/a.ts', "export * from '../server/localPlatform.ts'"],
  ])('forbid %s', (_, file, source) => {
    assert.equal(violations(importsOf(file, source)).length, 1);
  });
});

describe('the rooms', () => {
  test('import only what the tables allow', () => {
    const known = Object.values(rooms).reduce((sum, layer) => sum + Object.keys(layer).length, 0);
    assert.ok(known > 40, `only ${known} rooms are in the tables`);
    assert.deepEqual(imports.flatMap(betweenRooms), []);
  });

  test('never import in a cycle', () => {
    const between = imports
      .filter(({ from, to }) => to.startsWith('src/') && layerOf(from) === layerOf(to))
      .map((one) => ({ ...one, from: posix.dirname(one.from), to: posix.dirname(one.to) }))
      .filter(({ from, to }) => from !== to);

    assert.ok(between.length > 100, `only ${between.length} imports between folders were found`);
    assert.deepEqual(
      cyclesAmong(between).map((cycle) => cycle.join(' → ')),
      [],
    );
  });

  test('fit on one screen', () => {
    const folders = readdirSync('src', { recursive: true, withFileTypes: true });
    const entries = Map.groupBy(folders, ({ parentPath }) => parentPath);

    assert.deepEqual(
      [...entries].filter(([, inside]) => inside.length > mostEntries).map(([folder, { length }]) => [folder, length]),
      [],
    );
  });

  test('stay within their budgets of lines', () => {
    const lines = new Map<string, number>();
    for (const { parentPath, name } of readdirSync('src', { recursive: true, withFileTypes: true })) {
      if (!name.endsWith('.ts')) continue;
      const folder = posix.relative('src', parentPath);
      const room = roomOfExtension(`src/${folder}/`) ?? (folder.split('/').slice(0, 2).join('/') || '.');
      const { length } = readFileSync(posix.join(parentPath, name), 'utf8').matchAll(/\n/g).toArray();
      lines.set(room, (lines.get(room) ?? 0) + length);
    }

    assert.deepEqual([...lines.keys()].sort(), Object.keys(budgets).sort());
    assert.deepEqual(
      [...lines].filter(([room, count]) => count > (budgets[room] ?? 0)),
      [],
    );
  });

  test('have files that don’t repeat the name of their room', () => {
    const names = readdirSync('src', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map(({ parentPath, name }) => posix.join(parentPath, name));

    assert.deepEqual(names.filter(repeatsItsRoom), []);
  });

  test.each([
    ['a room above', 'src/store/library/a.ts', 'src/store/comments/b.ts'],
    ['a room that the tables lack', 'src/model/unknown/a.ts', 'src/model/shared/b.ts'],
    ['a feature’s folder from below', 'src/extension/ground/prompts/a.ts', 'src/extension/ground/commands/b.ts'],
  ])('forbid %s', (_, from, to) => {
    assert.equal(betweenRooms({ from, to, typeOnly: true }).length, 1);
  });
});

describe('the descriptions of rooms', () => {
  const readmes = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('README.md'),
  );

  test('name files that exist', () => {
    const missing = readmes.flatMap((readme) => {
      const text = readFileSync(posix.join('src', readme), 'utf8');
      const named = [...text.matchAll(/`([\w./]+\.ts)`/g)].flatMap(([, file]) => file ?? []);
      return named.filter((file) => !isThere(file, posix.dirname(readme))).map((file) => `${readme} names ${file}`);
    });

    assert.ok(readmes.length > 10);
    assert.deepEqual(missing, []);
  });

  test('keep the map within 900 words', () => {
    const words = readFileSync('src/README.md', 'utf8').split(/\s+/).length;
    assert.ok(words <= 900, `src/README.md has ${words} words`);
  });
});

test('the sample workspace is shown without the HTTP library', async () => {
  const { inputs } = loadedWith(['src/composition/runtime.ts', 'src/server/localPlatform.ts'], await bundled());

  assert.ok(inputs.some((input) => input.includes('node_modules/zod/')));
  assert.deepEqual(
    inputs.filter((input) => input.includes('node_modules/undici/')),
    [],
  );
});

test('only the parser of the HTTP library that is used is shipped', async () => {
  const { outputs } = await bundled();
  const parts = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));

  const parsers = parts.filter(
    ([input, { bytesInOutput }]) =>
      /node_modules\/undici\/.*(llhttp|milo|parser-h1)/.test(input) && bytesInOutput > 15_000,
  );

  assert.deepEqual(
    parsers.map(([input]) => input.replace(/.*\/undici\/lib\//, '')),
    ['llhttp/llhttp_simd-wasm.js'],
  );
});

test.each([
  ['markdown-it', 'default'],
  ['headingIds', 'createHeadingIds'],
  ['hast-util-from-html', 'fromHtml'],
  ['entities', 'decodeHTMLStrict'],
  ['templateTags', 'templateTags'],
])('the extension loads %s from the webviews', async (name, exported) => {
  const file = `webview/chunks/${name}.js`;
  const users = Object.entries((await bundled()).outputs).flatMap(([output, { imports }]) =>
    imports.flatMap(({ path }) => (path.endsWith(`/${file}`) ? [[posix.dirname(output), path]] : [])),
  );

  assert.ok(users.length > 0);
  for (const [folder, imported] of users) assert.equal(posix.join(folder!, imported!), `dist/${file}`);
  const { outputs } = (await build({ ...(await webviewOptions()), write: false, logLevel: 'silent' })).metafile;
  assert.ok(outputs[`dist/${file}`]?.exports.includes(exported));
});

test('only the parts of the libraries for imports that are used are shipped', async () => {
  const { outputs } = await bundled();
  const sizeOf = (name: string) =>
    Object.values(outputs)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .filter(([input]) => input.includes(`node_modules/${name}`))
      .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);

  // Without the writer of YAML, the readers of archives beside ours, and checksums that Node has.
  assert.ok(sizeOf('js-yaml/') < 41_000, `${sizeOf('js-yaml/')}`);
  assert.ok(sizeOf('fflate/') < 11_000, `${sizeOf('fflate/')}`);
  assert.ok(sizeOf('yauzl/crc32.js') < 500, `${sizeOf('yauzl/crc32.js')}`);
});

test('no webview hands a text to a parser of its page, which would report the handlers in it', () => {
  const parsers =
    /\b(?:DOMParser|innerHTML|outerHTML|insertAdjacentHTML|setHTML\w*|parseHTML\w*|createContextualFragment|document\.write\w*)\b/;
  const files = readdirSync('src/webview', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );

  assert.ok(files.length > 0);
  assert.deepEqual(
    files.filter((file) => parsers.test(readFileSync(posix.join('src/webview', file), 'utf8'))),
    [],
  );
});

test('the reader and the comment panel share the renderer', async () => {
  const { outputs } = (await build({ ...(await webviewOptions()), write: false, logLevel: 'silent' })).metafile;
  const shared = [
    'model/rendering/harmlessTree',
    'webview/shared/parseHtml',
    'model/rendering/emoji',
    'webview/shared/pageTree',
  ];

  for (const source of shared) {
    const holders = Object.entries(outputs).filter(([, { inputs }]) => `src/${source}.ts` in inputs);
    assert.equal(holders.length, 1, source);
    assert.match(holders[0]![0], /^dist\/webview\/chunks\//);
  }
});

test('workers are bundled where the extension looks for them, and load nothing that uses its API', async () => {
  const metafile = await bundled();

  const callers = Object.entries(metafile.outputs).filter(([, { inputs }]) => 'src/workers/runInWorker.ts' in inputs);
  assert.ok(callers.length > 0);
  assert.deepEqual(
    callers.map(([output]) => output.replace(/[^/]*$/, '')),
    callers.map(() => 'dist/chunks/'),
  );
  const entries = Object.keys(metafile.outputs).filter((output) => output.startsWith('dist/workers/'));
  assert.deepEqual(entries.toSorted(), [
    'dist/workers/checkingWorker.js',
    'dist/workers/comparingWorker.js',
    ...['dist/workers/documentWorker.js', 'dist/workers/importWorker.js', 'dist/workers/pageWorker.js'],
    'dist/workers/pdfWorker.js',
  ]);
  const loaded = new Set(entries);
  for (const output of loaded)
    for (const { path } of metafile.outputs[output]?.imports ?? []) if (path in metafile.outputs) loaded.add(path);
  assert.ok(loaded.size > 5);
  assert.deepEqual(
    [...loaded].filter((output) => metafile.outputs[output]?.imports.some(({ path }) => path === 'vscode')),
    [],
  );
});

describe('activation', () => {
  test('loads neither the heavy libraries nor the layers that need them', async () => {
    const metafile = await bundled();

    const loaded = loadedWith(['src/extension.ts'], metafile).inputs.filter((input) => neverAtActivation.test(input));

    assert.deepEqual(
      loaded.map((input) => `${input} is loaded: ${wayTo(input, metafile)}`),
      [],
    );
  });

  test('loads little code', async () => {
    const { bytes, inputs } = loadedWith(['src/extension.ts'], await bundled());

    assert.ok(bytes > 0);
    assert.ok(bytes <= activationLimit, `activation loads ${bytes} bytes of ${activationLimit}:\n${inputs.join('\n')}`);
  });
});

function violations(all: readonly Import[]): string[] {
  return all
    .filter((one) => !isAllowed(one))
    .map(({ from, to, typeOnly }) => {
      const [layer, target] = [layerOf(from), layerOf(to)];
      const remedy = rules[layer]?.types.includes(target) ? ': only by `import type { … }`' : '';
      return `${from} imports ${typeOnly ? 'types' : 'values'} of ${to}; ${layer} may not import ${target}${remedy}`;
    });
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const layer = layerOf(from);
  const target = layerOf(to);
  const rule = rules[layer];
  if (rule === undefined) return false;
  return (
    layer === target ||
    rule.any.includes(target) ||
    (typeOnly && rule.types.some((each) => each === target || to.startsWith(`${each}/`)))
  );
}

/** The layer of a file, or the package itself. */
function layerOf(target: string): string {
  const [root, folder, ...rest] = target.split('/');
  if (root !== 'src' || folder === undefined) return target;
  return rest.length === 0 ? 'composition' : folder;
}

/** A description of an import between rooms that isn't allowed. */
function betweenRooms({ from, to }: Import): string[] {
  const layer = layerOf(from);
  if (layer !== layerOf(to)) return [];
  const [source, target] = [roomOf(from, layer), roomOf(to, layer)];
  if (source === target) return [];
  const table = rooms[layer];
  const isAllowed = table ? table[source]?.includes(target) : layer !== 'extension' || mayImportInGround(from, to);
  return isAllowed ? [] : [`${from} imports ${to}; ${layer}/${source} may not import ${target}`];
}

/** Rooms of the ground import only those below them; `isBetweenFeatures` checks features. */
function mayImportInGround(from: string, to: string): boolean {
  const [source, target] = [roomOfExtension(from), roomOfExtension(to)].map((room) =>
    ground.findIndex((each) => room === `extension/ground/${each}`),
  );
  return source! < 0 || (target! >= 0 && target! <= source!);
}

/** The room of the ground or of a feature, such as `extension/reading/reader`; undefined for what is in none. */
function roomOfExtension(file: string): string | undefined {
  const [, feature = '', room = ''] = /^src\/extension\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  const known = feature === 'ground' ? ground : features[feature];
  if (known?.includes(room)) return `extension/${feature}/${room}`;
  return known?.includes('.') ? `extension/${feature}` : undefined;
}

function roomOf(file: string, layer: string): string {
  return posix.relative(`src/${layer}`, posix.dirname(file)) || '.';
}

/** A file named relative to the README's folder, to `src` or to the repository, or one that each feature has. */
function isThere(file: string, folder: string): boolean {
  const candidates = [posix.join('src', folder, file), posix.join('src', file), file];
  return candidates.some((candidate) => existsSync(candidate)) || everyFeatureHas.includes(file);
}

/**
 * The contract's groups and the server's handlers of them have the API document's names; views of a webview are named
 * after what they show.
 */
function repeatsItsRoom(file: string): boolean {
  if (/^src\/(contract|server\/groups)\/|^src\/webview\/.*View\.ts$/.test(file)) return false;
  const [room = '', name = ''] = [posix.basename(posix.dirname(file)), posix.basename(file, '.ts')];
  const singular = room.replace(/s$/, '');
  return (
    name !== room && name !== singular && name.startsWith(singular) && /^[s]?[A-Z]/.test(name.slice(singular.length))
  );
}

function isBetweenFeatures(from: string, to: string): boolean {
  if (![from, to].every((file) => file.startsWith('src/extension/'))) return false;
  const [source, target] = [roomOfExtension(from), roomOfExtension(to)];
  return source !== target && !target?.startsWith('extension/ground/');
}

/** One path of imports from the entry to a file. */
function wayTo(input: string, { inputs }: Metafile): string {
  const ways = new Map<string, readonly string[]>([['src/extension.ts', ['src/extension.ts']]]);
  for (const [file, way] of ways) {
    for (const { path, kind } of inputs[file]?.imports ?? []) {
      if (kind !== 'dynamic-import' && !ways.has(path)) ways.set(path, [...way, path]);
    }
  }
  return ways.get(input)?.join(' → ') ?? 'a chunk that is shared with it';
}
