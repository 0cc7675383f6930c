import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { banner } from './options.mjs';

/**
 * Joins what activation loads into one file. Splitting makes some twenty chunks of it, because code that is loaded
 * later shares parts of it, and VS Code takes a millisecond for each file. The chunks then re-export that file, so that
 * no code exists twice.
 * @param {import('esbuild').Metafile} metafile of the bundle in dist/
 */
export async function joinActivation({ outputs }) {
  const workers = Object.keys(outputs).filter((output) => /^dist\/workers\/[^/]*\.js$/.test(output));
  const entry = 'dist/extension.js';
  const chunks = [...loadedWith([entry], outputs)].filter((output) => output !== entry && !isHelpers(outputs[output]));
  const ofWorkers = loadedWith(workers, outputs);
  const names = new Map(
    chunks.map((chunk, index) => [chunk, outputs[chunk].exports.map((name) => [name, `__${index}_${name}`])]),
  );
  const list = (chunk, pair) => names.get(chunk).map(pair).join(',');
  const doors = chunks.map(
    (chunk) => `export{${list(chunk, ([name, joined]) => `${name} as ${joined}`)}}from'./${chunk}';`,
  );

  const { outputFiles } = await build({
    stdin: { contents: [`export*from'./${entry}';`, ...doors].join('\n'), resolveDir: process.cwd() },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
    write: false,
    external: ['vscode'],
    plugins: [{ name: 'what is loaded later', setup: (pass) => leaveOut(pass, new Set([entry, ...chunks])) }],
  });
  await writeFile(entry, withOneImport(outputFiles[0].text));
  for (const chunk of chunks) {
    // Workers can't load the joined file. They get a copy of what they share with it.
    if (ofWorkers.has(chunk)) {
      refuseState(chunk, outputs[chunk]);
      continue;
    }
    const from = path.posix.relative(path.posix.dirname(chunk), entry);
    await writeFile(chunk, `export{${list(chunk, ([name, joined]) => `${joined} as ${name}`)}}from'${from}';\n`);
  }
}

function leaveOut(pass, joined) {
  pass.onResolve({ filter: /^\.{1,2}\// }, ({ path: wanted, resolveDir }) => {
    const output = path.relative(process.cwd(), path.resolve(resolveDir, wanted));
    if (joined.has(output)) return undefined;
    // Every chunk imports esbuild's helpers, even if it uses none.
    return { path: `./${path.posix.relative('dist', output)}`, external: true, sideEffects: false };
  });
  // One `require` is enough: that of the chunk that passes it to CommonJS code.
  pass.onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
    return { contents: withoutUnusedRequire(await readFile(file, 'utf8')) };
  });
}

/**
 * Leaves the banner out of each file that doesn't use it: together, they weigh 6 KB in the package.
 * @param {import('esbuild').Metafile} metafile of the bundle in dist/
 */
export async function leaveOutBanners({ outputs }) {
  for (const output of Object.keys(outputs).filter((name) => name.endsWith('.js'))) {
    const code = await readFile(output, 'utf8');
    await writeFile(output, withoutUnusedRequire(code));
  }
}

function withoutUnusedRequire(code) {
  const own = code.replace(banner, '');
  return /\brequire\b/.test(own) ? code : own;
}

/** Whether a chunk holds nothing but esbuild's own helpers. */
function isHelpers({ inputs }) {
  return Object.keys(inputs).length === 0;
}

/** Each source file imports VS Code's API under a name of its own. */
export function withOneImport(code) {
  const names = [];
  const rest = code.replace(/\bimport\*as ([\w$]+) from"vscode";/g, (_, name) => {
    names.push(name);
    return '';
  });
  const [first, ...others] = names;
  if (first === undefined)
    throw new Error("Activation doesn't import VS Code's API in the form that its files are joined by");
  const same = others.map((name) => `${name}=${first}`).join(',');
  return `import*as ${first} from"vscode";${same && `var ${same};`}${rest}`;
}

/** What is copied must not hold anything that changes. */
function refuseState(chunk, { inputs }) {
  const others = Object.keys(inputs).filter((input) => input !== 'src/model/shared/schemes.ts');
  if (others.length > 0) throw new Error(`${chunk} would be loaded twice, for activation and by workers: ${others}`);
}

/** All outputs that some outputs import, directly or indirectly, without a dynamic import. */
function loadedWith(entries, outputs) {
  const loaded = new Set(entries);
  for (const output of loaded) {
    for (const { path: imported, kind } of outputs[output].imports)
      if (kind === 'import-statement' && outputs[imported]) loaded.add(imported);
  }
  return loaded;
}
