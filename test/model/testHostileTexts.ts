import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'vitest';
import { assertReadsLinearly } from '../hostileTexts.ts';
import type { Calls } from './hostileCalls.ts';

// Reasons why a function isn't called with hostile texts.
export const comparesAlone = 'compares texts as a whole, or measures them';
export const readsIds = 'reads ids, numbers and trees, no text';
export const isGuarded = 'is given what isExpensiveToParse has let pass, often in another thread';
export const givenRead = 'is given what another function has read';

/**
 * Tests that the functions of a room take linear time for hostile texts. `withoutText` are modules and functions that read no
 * text, with the reason.
 */
export function testHostileTexts(room: string, calls: Calls, withoutText: Readonly<Record<string, string>> = {}): void {
  describe(`the functions of model/${room}`, () => {
    test('are each called with hostile texts, or are known to read none', async () => {
      const exported = await functionsIn(room);
      const isCovered = (name: string) => name in calls || name in withoutText || moduleOf(name) in withoutText;
      assert.deepEqual(
        exported.filter((name) => !isCovered(name)),
        [],
        'Add them to hostileCalls.ts, or to hostileText.test.ts with the reason why they read none.',
      );
      const all = [...exported, ...exported.map(moduleOf)];
      assert.deepEqual(
        [...Object.keys(calls), ...Object.keys(withoutText)].filter((name) => !all.includes(name)),
        [],
      );
    });

    test.each(Object.keys(calls))('include %s, which takes linear time for any text', (name) => {
      assertReadsLinearly(calls[name]!);
    });
  });
}

async function functionsIn(room: string): Promise<string[]> {
  const modules = readdirSync(`src/model/${room}`).flatMap((file) =>
    file.endsWith('.ts') ? [path.basename(file, '.ts')] : [],
  );
  const found = await Promise.all(
    modules.map(async (name) => {
      const module = (await import(`../../src/model/${room}/${name}.ts`)) as Readonly<Record<string, unknown>>;
      return Object.keys(module)
        .filter((each) => typeof module[each] === 'function')
        .map((each) => `${name}/${each}`);
    }),
  );
  return found.flat();
}

function moduleOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}
