import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const dynamicImport = /(?<!typeof )\bimport\('(\.[^']+)'\)/g;

const entry = 'src/extension.ts';

/** Packages that nobody waits for who doesn't need them. */
const large = ['micromark', 'zod', 'fflate'];

/**
 * An esbuild plugin: what features load on first use is loaded in few files: one for all commands, one for each feature,
 * and one for what they share. A file for each dynamic import, and for each set of them that shares something, would
 * make the package a tenth larger, and VS Code takes a millisecond to load each.
 */
export const featureChunks = {
  name: 'few chunks for features',
  /** @param {import('esbuild').PluginBuild} pass */
  setup(pass) {
    /** By chunk, the files in it. */
    let chunks = new Map();
    /** What chunks share. */
    let shared = [];

    pass.onStart(async () => {
      // Tests also bundle single files.
      if (!Object.values(pass.initialOptions.entryPoints).includes(entry)) return;
      const others = pass.initialOptions.plugins.filter((plugin) => plugin !== featureChunks);
      const { metafile } = await build({ ...pass.initialOptions, plugins: others, write: false, logLevel: 'silent' });
      ({ chunks, shared } = planned(metafile));
    });
    pass.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replace(dynamicImport, (whole, target) => {
        const wanted = inRepository(path.resolve(path.dirname(file), target));
        const [chunk] = [...chunks].find(([, files]) => files.includes(wanted)) ?? [];
        if (chunk === undefined) return whole;
        return `import('feature:${chunk}').then((chunk) => chunk.${nameOf(chunks.get(chunk).indexOf(wanted))})`;
      }),
      loader: 'ts',
    }));
    pass.onResolve({ filter: /^feature:/ }, ({ path: name }) => ({ path: name.slice(8), namespace: 'feature' }));
    pass.onLoad({ filter: /(?:)/, namespace: 'feature' }, ({ path: chunk }) => ({
      contents: [
        ...chunks.get(chunk).map((file, index) => `export * as ${nameOf(index)} from './${file}';`),
        ...shared.map((file) => `import './${file}';`),
      ].join('\n'),
      resolveDir: process.cwd(),
    }));
  },
};

function planned({ inputs }) {
  const withoutDynamic = ({ kind }) => kind !== 'dynamic-import';
  const closure = (file) => reached([file], withoutDynamic, inputs);
  const ofViews = reached([entry], ({ path: imported }) => !imported.endsWith('/commands.ts'), inputs);
  const largeIn = (file) => {
    const packages = [...closure(file)].map((input) => /node_modules\/([^/]+)/.exec(input)?.[1]);
    return large.filter((name) => packages.includes(name));
  };

  const chunks = Map.groupBy(importedDynamically(inputs), (file) =>
    [ofViews.has(file) ? featureOf(file) : 'commands', ...largeIn(file)].join('-'),
  );
  const atActivation = closure(entry);
  const loaded = [...chunks.values()].map((files) => reached(files, withoutDynamic, inputs));
  const shared = Object.keys(inputs).filter(
    (file) =>
      file.startsWith('src/') &&
      !atActivation.has(file) &&
      loaded.filter((files) => files.has(file)).length > 1 &&
      largeIn(file).length === 0,
  );
  return { chunks, shared };
}

/** The files of the features that are imported dynamically. */
function importedDynamically(inputs) {
  const imported = Object.values(inputs).flatMap(({ imports }) => imports);
  const dynamic = imported.filter(({ kind, external }) => kind === 'dynamic-import' && !external);
  return [...new Set(dynamic.map(({ path: file }) => file))].filter(featureOf).sort();
}

function featureOf(file) {
  return /^src\/(?:extension\/(?:ground|reading|review|writing)|extension|model)\/([^/]+)\//.exec(file)?.[1];
}

function reached(starts, follows, inputs) {
  const files = new Set(starts);
  for (const file of files)
    for (const one of inputs[file].imports) if (!one.external && follows(one)) files.add(one.path);
  return files;
}

function inRepository(file) {
  return path.relative(process.cwd(), file).replaceAll(path.sep, '/');
}

function nameOf(index) {
  return `_${index.toString(36)}`;
}
