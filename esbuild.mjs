// Builds the extension (dist/). With --watch it keeps running and rebuilds on change; with --production it minifies.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build, context } from 'esbuild';
import { joinActivation, leaveOutBanners } from './build/activation.mjs';
import { writeNotices } from './build/notices.mjs';
import { extensionBuild, webviewBuild } from './build/options.mjs';
import { packagedReadme } from './build/readme.mjs';
import { sampleArchive } from './build/sample.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

await rm('dist', { recursive: true, force: true });

const [extension, webviews] = await Promise.all([
  context(extensionBuild({ production })),
  context(webviewBuild({ production })),
]);

(await imported('build/contributions.ts')).writeContributions();
await writeSchemas();
await writeFile('dist/sample.json.br', await sampleArchive('media/sample'));
await writeFile('dist/README.md', packagedReadme(await readFile('README.md', 'utf8')));

if (watch) {
  await extension.watch();
  await webviews.watch();
} else {
  const { metafile: ofWebviews } = await webviews.rebuild();
  await webviews.dispose();
  const { metafile } = await extension.rebuild();
  await writeFile('dist/metafile.json', JSON.stringify(metafile));
  await extension.dispose();
  await writeNotices([metafile, ofWebviews]);
  if (production) {
    await joinActivation(metafile);
    await leaveOutBanners(metafile);
  }
}

/** Writes the JSON schemas of the settings documents from the contract: dist/schemas/<kind>.json. */
async function writeSchemas() {
  const { settingsSchemas } = await imported('src/contract/settingsBodies.ts');
  await mkdir('dist/schemas', { recursive: true });
  for (const [kind, schema] of Object.entries(settingsSchemas())) {
    await writeFile(`dist/schemas/${kind}.json`, JSON.stringify(schema));
  }
}

/** Imports a TypeScript module, even in a Node.js that can't run TypeScript. */
async function imported(file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
