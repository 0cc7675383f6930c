/**
 * How the extension is bundled; the architecture test builds it the same way.
 *
 * @param {{ production: boolean }} mode
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
export function extensionBuild({ production }) {
  return {
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
  };
}
