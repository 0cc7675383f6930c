import assert from 'node:assert/strict';
import katex from 'katex';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { drawnFormula } from '../../../src/model/rendering/formulas.ts';

const names = ['debug', 'error', 'info', 'log', 'warn'] as const;
const real = names.map((name) => [name, Object.getOwnPropertyDescriptor(console, name)!] as const);
let written: string[] = [];

/** As VS Code does it in the process of extensions: assignments are ignored. */
beforeEach(() => {
  written = [];
  for (const name of names) {
    Object.defineProperty(console, name, { set: () => {}, get: () => () => void written.push(name) });
  }
});

afterEach(() => {
  for (const [name, descriptor] of real) Object.defineProperty(console, name, descriptor);
});

type Plugin = Parameters<typeof drawnFormula>[1];

/** As VS Code's math extension does it. */
const plugin: Plugin = (renderer) => {
  renderer.renderer.rules['math_block'] = ([token]) =>
    katex.renderToString(token!.content, { displayMode: true, throwOnError: true, strict: 'warn', globalGroup: true });
};

describe('a formula', () => {
  test.each([
    ['in Chinese', '中'.repeat(100)],
    ['that writes a message', String.raw`x \message{hello} \errmessage{hello}`],
  ])('%s is drawn without a line in the console', (_, source) => {
    const math = drawnFormula({ source, isBlock: true }, plugin);

    assert.match(math ?? '', /^<math /);
    assert.deepEqual(written, []);
  });

  test.each([
    ['that is drawn', plugin],
    [
      "that can't be drawn",
      (renderer: Parameters<Plugin>[0]) => {
        renderer.renderer.rules['math_block'] = () => {
          throw new Error('x');
        };
      },
    ],
  ])('%s leaves the console as it was', (_, extend) => {
    try {
      drawnFormula({ source: 'x', isBlock: true }, extend);
    } catch (error) {
      assert.equal((error as Error).message, 'x');
    }

    for (const name of names) console[name]('a line');
    assert.deepEqual(written, names);
  });
});
