// Builds what ships (dist/). With --watch it stays and rebuilds on change; with --production it minifies.
import { rm, writeFile } from 'node:fs/promises';
import { context } from 'esbuild';
import { extensionBuild, webviewBuild } from './esbuild.options.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

await rm('dist', { recursive: true, force: true });

const [extension, webviews] = await Promise.all([
  context(extensionBuild({ production })),
  context(webviewBuild({ production })),
]);

if (watch) {
  await extension.watch();
  await webviews.watch();
} else {
  await webviews.rebuild();
  await webviews.dispose();
  const { metafile } = await extension.rebuild();
  await writeFile('dist/metafile.json', JSON.stringify(metafile));
  await extension.dispose();
}
