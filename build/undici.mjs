import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

/**
 * The parts of undici that are left out: HTTP/2, which is turned off, bodies other than bytes, and the parser for
 * processors without SIMD, on which VS Code doesn't run.
 */
const unused = /[/\\]undici[/\\]lib[/\\](?:dispatcher[/\\]client-h2|llhttp[/\\]llhttp-wasm|web[/\\].*)\.js$/;

const parser = /[/\\]undici[/\\]lib[/\\]llhttp[/\\]llhttp_simd-wasm\.js$/;

/**
 * An esbuild plugin that leaves these parts out, and compresses the parser, which is WebAssembly in
 * Base64. Whoever needs a part that is left out gets an error that says so.
 */
export const smallUndici = {
  name: 'small undici',
  /** @param {import('esbuild').PluginBuild} pass */
  setup(pass) {
    pass.onLoad({ filter: unused }, () => ({
      contents: `module.exports = new Proxy(() => undefined, {
        apply() { throw new Error('This part of undici is left out: see build/undici.mjs.'); },
        get: (_, name, self) => (typeof name === 'symbol' ? undefined : self),
      });`,
    }));
    pass.onLoad({ filter: parser }, async ({ path }) => {
      const { default: bytes } = await import(pathToFileURL(path).href);
      return {
        contents: `module.exports = require('node:zlib').brotliDecompressSync(
          Buffer.from('${brotliCompressSync(bytes).toString('base64')}', 'base64'),
        );`,
      };
    });
  },
};
