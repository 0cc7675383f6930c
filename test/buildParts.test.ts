import assert from 'node:assert/strict';
import { describe, test } from 'vitest';

/** A part of the build, which has no types. */
async function partOf<Part>(path: string): Promise<Part> {
  return (await import(new URL(`../build/${path}`, import.meta.url).href)) as Part;
}

describe("the joined file imports VS Code's API once", async () => {
  const { withOneImport } = await partOf<{ withOneImport: (code: string) => string }>('activation.mjs');

  test.each([
    ['one file', 'import*as a from"vscode";a.b();', 'import*as a from"vscode";a.b();'],
    ['three', 'import*as a from"vscode";import*as b from"vscode";import*as c from"vscode";b.d();', undefined],
  ])('for %s', (_, code, expected = 'import*as a from"vscode";var b=a,c=a;b.d();') => {
    assert.equal(withOneImport(code), expected);
  });

  test("or it isn't written", () => {
    assert.throws(() => withOneImport('a()'), /doesn't import VS Code's API/);
  });
});

test.each(['Copyright 2020 A', 'Copyright (c) 2020 A', '(c) 2020 A', '© 2020 A', '©2020 A'])(
  'third-party notices name the copyright “%s” apart from the terms',
  async (line) => {
    type Parts = { copyright: string[]; terms: string };
    const { partsOf } = await partOf<{ partsOf: (text: string) => Parts }>('notices.mjs');

    assert.deepEqual(partsOf(`MIT License\n\n${line}\n\nPermission is granted`), {
      copyright: [line],
      terms: 'Permission is granted',
    });
  },
);
