import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { bundled, loadedWith } from '../bundle.ts';
import type { Figure } from './figure.ts';
import { packageExtension } from './packageExtension.ts';

const main = 'extension/dist/extension.js';

/** How much minified code is loaded: at activation, which is one file as it ships, and on the first use after it. */
export async function* loadedCode(): AsyncGenerator<Figure> {
  const shipped = unzipSync(await readFile(await packageExtension()), { filter: ({ name }) => name === main });
  yield { name: 'code loaded at activation', value: (shipped[main]?.length ?? NaN) / 1024, unit: 'KB', limit: 44 };

  const metafile = await bundled();
  const loaded = (...later: string[]) => loadedWith(['src/extension.ts', ...later], metafile);
  const { inputs } = loaded();
  const heavy = ['zod', 'undici'].filter((name) => inputs.some((input) => input.includes(`node_modules/${name}/`)));
  yield { name: 'of zod and undici at activation', value: heavy.length, unit: 'libraries', limit: 0 };

  const sample = loaded('src/composition/runtime.ts', 'src/server/localPlatform.ts');
  yield { name: 'code loaded when the sample workspace is shown', value: sample.bytes / 1024, unit: 'KB' };
  const server = loaded('src/composition/runtime.ts', 'src/client/network/transport.ts');
  yield { name: 'code loaded when a server is shown', value: server.bytes / 1024, unit: 'KB' };
}
