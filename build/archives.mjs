import { readFile } from 'node:fs/promises';

/** What the module makes when it is loaded, and nobody needs who doesn't name it. */
const made = /^(var \w+ =)(?= (?:define\w+Tag|new Schema)\()/gm;
const olderSchemas = /^var (?:YAML11|DUMP)_SCHEMA = [^]*?^[\]}](?:, \w+)*\);$/gm;
const writer = '//#region src/ast/from_js.ts';

/**
 * An esbuild plugin that leaves out what imports don't use: the writer of YAML with its schemas, and the checksums of the
 * library for archives, which Node has.
 */
export const smallReaders = {
  name: 'small readers of imports',
  /** @param {import('esbuild').PluginBuild} pass */
  setup(pass) {
    pass.onLoad({ filter: /[/\\]js-yaml[/\\]dist[/\\]js-yaml\.mjs$/ }, async ({ path }) => {
      const [reader, rest] = (await readFile(path, 'utf8')).split(writer);
      if (rest === undefined) throw new Error('js-yaml has changed: see build/archives.mjs.');
      const contents = reader.replace(olderSchemas, '').replace(made, '$1 /* @__PURE__ */');
      return { contents: `${contents}\nexport { FAILSAFE_SCHEMA, load, nullCoreTag };` };
    });
    pass.onLoad({ filter: /[/\\]yauzl[/\\]crc32\.js$/ }, () => ({
      contents: `module.exports = require('node:zlib').crc32;`,
    }));
  },
};
