import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Bundled CommonJS dependencies call require; an ES module has none of its own. */
export const banner = "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);";

/**
 * How the extension is bundled; the architecture test builds it the same way.
 *
 * @param {{ production: boolean }} mode
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
export function extensionBuild({ production }) {
  return {
    ...nodeBuild({ production }),
    // The second is required by the first, at once, when a Markdown preview opens.
    entryPoints: { extension: 'src/extension.ts', templateTags: 'src/extension/pages/templateTags.ts' },
    outdir: 'dist',
  };
}

/**
 * How the workers are bundled, one entry each. They share nothing with the extension: its chunks may lead to VS Code's API, which
 * no worker has.
 *
 * @param {{ production: boolean }} mode
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
export function workerBuild({ production }) {
  return {
    ...nodeBuild({ production }),
    entryPoints: { importWorker: 'src/server/formats/import/worker.ts', pageWorker: 'src/composition/pageWorker.ts' },
    outdir: 'dist/workers',
  };
}

/**
 * @param {{ production: boolean }} mode
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
function nodeBuild({ production }) {
  return {
    bundle: true,
    format: 'esm',
    splitting: true,
    platform: 'node',
    target: 'node24',
    // What writes PDF would load the others for pictures and HTML, which is never asked of it.
    external: ['vscode', 'canvg', 'core-js', 'dompurify', 'html2canvas'],
    alias: {
      // Its main file calls require in a way that cannot be bundled.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      // Writing PDF would bring a decoder of PNG; we draw no pictures into one, and the name must only lead somewhere.
      'fast-png': 'node:zlib',
      undici: './build/undici.cjs',
    },
    // undici's own word for a build without its second HTTP parser, which only an environment variable would turn on.
    define: { esbuildDetection: 'true' },
    chunkNames: 'chunks/[name]-[hash]',
    banner: { js: banner },
    minify: production,
    sourcemap: production ? false : 'linked',
    metafile: true,
    logLevel: 'info',
  };
}

/**
 * How the webviews are bundled, one entry each; what they share is loaded by those only that need it.
 *
 * @param {{ production: boolean }} mode
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
export function webviewBuild({ production }) {
  return {
    entryPoints: Object.fromEntries(
      globSync('src/webview/*/main.ts').map((entry) => [basename(dirname(entry)), entry]),
    ),
    outdir: 'dist/webview',
    bundle: true,
    format: 'esm',
    splitting: true,
    platform: 'browser',
    target: 'chrome140',
    loader: { '.svg': 'text' },
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    minify: production,
    sourcemap: production ? false : 'inline',
    metafile: true,
    logLevel: 'info',
  };
}
