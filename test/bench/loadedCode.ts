import { bundled, loadedWith } from '../bundle.ts';
import type { Figure } from './figure.ts';

/** How much minified code is loaded, chunk by chunk: at activation, and on the first use after it. */
export async function* loadedCode(): AsyncGenerator<Figure> {
  const metafile = await bundled();
  const loaded = (...later: string[]) => loadedWith(['src/extension.ts', ...later], metafile);

  const activation = loaded();
  yield { name: 'code loaded at activation', value: activation.bytes / 1024, unit: 'KB', limit: 48 };
  const heavy = ['zod', 'undici'].filter((name) =>
    activation.inputs.some((input) => input.includes(`node_modules/${name}/`)),
  );
  yield { name: 'of zod and undici at activation', value: heavy.length, unit: 'libraries', limit: 0 };

  const sample = loaded('src/composition/runtime.ts', 'src/server/localPlatform.ts');
  yield { name: 'code loaded when the sample workspace is shown', value: sample.bytes / 1024, unit: 'KB' };
  const server = loaded('src/composition/runtime.ts', 'src/client/network/transport.ts');
  yield { name: 'code loaded when a server is shown', value: server.bytes / 1024, unit: 'KB' };
}
