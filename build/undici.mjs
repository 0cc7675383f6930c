/**
 * The parts of undici that are left out: HTTP/2, which is turned off, bodies other than bytes, and the parser for
 * processors without SIMD, on which VS Code doesn't run.
 */
const unused = /[/\\]undici[/\\]lib[/\\](?:dispatcher[/\\]client-h2|llhttp[/\\]llhttp-wasm|web[/\\].*)\.js$/;

/** An esbuild plugin that leaves these parts out. Whoever needs one of them gets an error that says so. */
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
  },
};
