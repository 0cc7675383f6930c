// Builds what ships (dist/). With --watch it stays and rebuilds on change; with --production it minifies.
import { rm, writeFile } from 'node:fs/promises';
import { context } from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

await rm('dist', { recursive: true, force: true });

const extension = await context({
  entryPoints: ['src/extension.ts'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  splitting: true,
  platform: 'node',
  target: 'node24',
  external: ['vscode'],
  chunkNames: 'chunks/[name]-[hash]',
  // Bundled CommonJS dependencies call require; an ES module has none of its own.
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  minify: production,
  sourcemap: production ? false : 'linked',
  metafile: true,
  logLevel: 'info',
});

if (watch) {
  await extension.watch();
} else {
  const { metafile } = await extension.rebuild();
  await writeFile('dist/metafile.json', JSON.stringify(metafile));
  await extension.dispose();
}
