import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { smallReaders } from './archives.mjs';
import { featureChunks } from './features.mjs';
import { smallPdf } from './jspdf.mjs';
import { smallUndici } from './undici.mjs';

/** Bundled CommonJS dependencies call `require`, which an ES module doesn't have. */
export const banner = "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);";

/** Each runs in threads of its own. What it shares with the extension is in chunks that don't use VS Code's API. */
const workers = {
  'workers/importWorker': 'src/formats/import/worker.ts',
  'workers/documentWorker': 'src/server/pages/markdown/worker.ts',
  'workers/pdfWorker': 'src/server/formats/pdf/worker.ts',
  'workers/pageWorker': 'src/composition/pageWorker.ts',
  'workers/comparingWorker': 'src/composition/comparingWorker.ts',
  'workers/checkingWorker': 'src/composition/checkingWorker.ts',
};

/**
 * The build options of the extension and its workers. The architecture test uses the same ones.
 * @param {{ production: boolean }} mode
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
export function extensionBuild({ production }) {
  return {
    ...nodeBuild({ production }),
    entryPoints: {
      extension: 'src/extension.ts',
      // Loaded with `require`, synchronously, when a Markdown preview opens.
      templateTags: 'src/extension/reading/pages/templateTags.ts',
      ...workers,
    },
    outdir: 'dist',
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
    // The PDF library would load the others for pictures and HTML, which we never use.
    external: ['vscode', 'canvg', 'core-js', 'dompurify', 'html2canvas'],
    alias: {
      // Its main file calls `require` in a way that can't be bundled.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      // The PDF library would bundle a PNG decoder. We draw no pictures, so the name only has to resolve to something.
      'fast-png': 'node:zlib',
      'decode-named-character-reference': './build/characterReference.mjs',
      undici: './build/undici.cjs',
      jspdf: 'jspdf/dist/jspdf.es.js',
      re2js: './build/linear.mjs',
      'micromark-extension-directive': './build/noDirectives.mjs',
    },
    plugins: [smallPdf, smallUndici, smallReaders, ...(production ? [sharedRenderer, featureChunks] : [])],
    // undici's own flag for a build without its second HTTP parser, which only an environment variable would turn on.
    define: { esbuildDetection: 'true' },
    // Short names: they stand in many files, and twice in the package.
    chunkNames: production ? 'chunks/[hash]' : 'chunks/[name]-[hash]',
    banner: { js: banner },
    minify: production,
    sourcemap: production ? false : 'linked',
    metafile: true,
    logLevel: 'info',
  };
}

/** What the extension loads from the webviews' folder, so that the package has it once: by chunk, its source. */
const ofWebviews = {
  'markdown-it': 'markdown-it',
  headingIds: './src/model/text/headingIds.ts',
  'hast-util-from-html': 'hast-util-from-html',
  entities: './build/entities.mjs',
  templateTags: './src/model/rendering/templateTags.ts',
};

const sharedRenderer = {
  name: 'one renderer',
  /** @param {import('esbuild').PluginBuild} pass */
  setup(pass) {
    const chunkOf = (name, folder) => ({ path: `${folder}/webview/chunks/${name}.js`, external: true });
    pass.onResolve({ filter: /^(?:markdown-it|hast-util-from-html)$/ }, ({ path }) => chunkOf(path, '..'));
    pass.onResolve({ filter: /\/headingIds\.ts$/ }, () => chunkOf('headingIds', '..'));
    pass.onResolve({ filter: /^entities\/decode$/ }, () => chunkOf('entities', '..'));
    // One entry is in the folder above the chunks and the workers.
    pass.onResolve({ filter: /(?:\/rendering|\.)\/templateTags\.ts$/ }, ({ path, importer }) => {
      const isEntry = importer.replaceAll('\\', '/').endsWith('/extension/reading/pages/templateTags.ts');
      const isRendering = path.includes('/rendering/') || /[\\/]rendering[\\/][^\\/]*$/.test(importer);
      return isRendering ? chunkOf('templateTags', isEntry ? '.' : '..') : undefined;
    });
  },
};

/**
 * The build options of the webviews, one entry each. Shared chunks are loaded only by those that need them.
 * @param {{ production: boolean }} mode
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
export function webviewBuild({ production }) {
  return {
    entryPoints: {
      ...Object.fromEntries(globSync('src/webview/*/main.ts').map((entry) => [basename(dirname(entry)), entry])),
      ...(production
        ? Object.fromEntries(Object.entries(ofWebviews).map(([name, source]) => [`chunks/${name}`, source]))
        : {}),
    },
    outdir: 'dist/webview',
    bundle: true,
    format: 'esm',
    splitting: true,
    platform: 'browser',
    target: 'chrome140',
    alias: {
      // Markdown-it would bundle another version of the table of character names than the parser of HTML.
      'entities/decode': './build/entities.mjs',
      entities: './build/entities.mjs',
      // Only for writing HTML, which the parser of HTML could do as well, and the alias above would hide it.
      'entities/escape': './node_modules/entities/dist/escape.js',
    },
    loader: { '.svg': 'text', '.css': 'text' },
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    minify: production,
    sourcemap: production ? false : 'inline',
    metafile: true,
    logLevel: 'info',
  };
}
