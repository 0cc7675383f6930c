import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { openSpaceNames } from '../../../../src/extension/ground/places/spaceNames.ts';
import { addressOf, main, uriOf } from '../../../../src/model/shared/address.ts';
import { awkwardTitles } from '../../../awkwardTitles.ts';

/** Global state shared by windows, as in VS Code: each window sees later what the others wrote. */
function sharedState() {
  let stored: Readonly<Record<string, unknown>> = {};
  return {
    window() {
      let seen = stored;
      const open = new Set<string>();
      const state = {
        get: (key: string) => seen[key],
        update: async (key: string, value: unknown) => {
          // Each write replaces the whole state.
          seen = { ...seen, [key]: structuredClone(value) };
          stored = seen;
        },
      };
      const names = openSpaceNames(state, (_, slug) => open.has(slug));
      return { names: names.of('a'), all: names, open, receive: () => void (seen = stored) };
    },
    stored: () => stored['spaceNames/a'],
  };
}

describe('space names', () => {
  test('use the titles of the spaces, once those are known', () => {
    const { names } = sharedState().window();

    expect(names.slugOf('s1')).toBeUndefined();
    names.learn([{ id: 's1', title: '🧭 Start Here' }]);
    expect(names.slugOf('s1')).toBe('Start-Here');
    expect(names.spaceOf('Start-Here')).toBe('s1');
    expect(names.spaceOf('s1')).toBeUndefined();
  });

  test('are unique, also when case is ignored', () => {
    const { names } = sharedState().window();
    names.learn([
      { id: 's1', title: 'Docs' },
      { id: 's2', title: 'docs' },
      { id: 's3', title: 'DOCS' },
      { id: 's4', title: 'Docs 2' },
    ]);

    const slugs = ['s1', 's2', 's3', 's4'].map((id) => names.slugOf(id));

    expect(slugs).toEqual(['Docs', 'docs-2', 'DOCS-3', 'Docs-2-2']);
  });

  test('never equal the id of another space', () => {
    const { names } = sharedState().window();
    names.learn([
      { id: 'handbook', title: 'Operators' },
      { id: 'evil', title: 'Handbook' },
      { id: 'own', title: 'own' },
    ]);

    expect([names.slugOf('evil'), names.slugOf('own')]).toEqual(['Handbook-2', 'own']);
  });

  test('are stored for the next window without a title', () => {
    const state = sharedState();
    const before = state.window();
    before.names.learn([{ id: 's1', title: 'Docs' }]);
    before.names.slugOf('s1');

    const { names } = state.window();

    expect([names.slugOf('s1'), names.spaceOf('Docs')]).toEqual(['Docs', 's1']);
    names.learn([{ id: 's2', title: 'Docs' }]);
    expect(names.slugOf('s2')).toBe('Docs-2');
  });

  test('change with the title when nothing is open under the former name, which still opens the space', () => {
    const { names, open } = sharedState().window();
    names.learn([{ id: 's1', title: 'Docs' }]);
    names.slugOf('s1');
    open.add('Docs');
    names.learn([{ id: 's1', title: 'Manual' }]);
    expect(names.slugOf('s1')).toBe('Docs');

    open.clear();

    expect(names.slugOf('s1')).toBe('Manual');
    expect([names.spaceOf('Docs'), names.spaceOf('Manual')]).toEqual(['s1', 's1']);
    expect(names.formerSlugsOf('s1')).toEqual(['Docs']);
    names.learn([{ id: 's2', title: 'Docs' }]);
    expect(names.slugOf('s2')).toBe('Docs-2');
    names.learn([{ id: 's1', title: 'Docs' }]);
    expect(names.slugOf('s1')).toBe('Docs');
  });

  test('lose a number when the title changes, unless other spaces have the same title', () => {
    const { names } = sharedState().window();
    names.learn([
      { id: 's1', title: 'Release 2024' },
      { id: 's2', title: 'Docs' },
      { id: 's3', title: 'Docs' },
    ]);
    expect(['s1', 's2', 's3'].map((id) => names.slugOf(id))).toEqual(['Release-2024', 'Docs', 'Docs-2']);

    names.learn([
      { id: 's1', title: 'Release' },
      { id: 's2', title: 'Manual' },
    ]);

    expect(['s1', 's2', 's3'].map((id) => names.slugOf(id))).toEqual(['Release', 'Manual', 'Docs-2']);
  });

  test('are stored also when only the case of the title changed', () => {
    const state = sharedState();
    const before = state.window();
    before.names.learn([{ id: 's1', title: 'docs' }]);
    before.names.slugOf('s1');
    before.names.learn([{ id: 's1', title: 'Docs' }]);
    expect(before.names.slugOf('s1')).toBe('Docs');

    const { names } = state.window();

    expect([names.slugOf('s1'), names.spaceOf('Docs'), names.spaceOf('docs')]).toEqual(['Docs', 's1', 's1']);
  });

  test('are all kept when two windows assign some', () => {
    const state = sharedState();
    const [one, other] = [state.window(), state.window()];
    one.names.learn([{ id: 's1', title: 'One' }]);
    other.names.learn([{ id: 's2', title: 'Two' }]);

    one.names.slugOf('s1');
    // It hasn't seen the first write, and overwrites it.
    other.names.slugOf('s2');
    one.receive();
    expect(one.names.spaceOf('Two')).toBe('s2');

    const later = state.window();
    expect([later.names.spaceOf('One'), later.names.spaceOf('Two')]).toEqual(['s1', 's2']);
  });

  test('open no space after two windows gave the same one to two spaces', () => {
    const state = sharedState();
    const [one, other] = [state.window(), state.window()];
    one.names.learn([{ id: 's1', title: 'Docs' }]);
    other.names.learn([{ id: 's2', title: 'Docs' }]);
    expect([one.names.slugOf('s1'), other.names.slugOf('s2')]).toEqual(['Docs', 'Docs']);
    one.receive();
    expect(one.names.spaceOf('Docs')).toBe('s1');

    const { names } = state.window();

    expect(names.spaceOf('Docs')).toBeUndefined();
    names.learn([{ id: 's2', title: 'Docs' }]);
    expect(names.slugOf('s2')).toBe('Docs-2');
  });

  test('are deleted with the account, except those of open documents', async () => {
    const state = sharedState();
    const { names, all, open } = state.window();
    const second = state.window();
    names.learn([
      { id: 's1', title: 'One' },
      { id: 's2', title: 'Two' },
    ]);
    names.slugOf('s1');
    names.slugOf('s2');
    second.receive();
    second.names.slugOf('s1');
    open.add('Two');

    await all.forget('a');
    expect(state.stored()).toEqual([['Two', 's2']]);
    open.clear();
    await all.forget('a');
    second.receive();
    second.names.slugOf('s1');
    expect(state.stored()).toBeUndefined();
  });

  test('ignore what other code stored under their key', () => {
    const state = sharedState();
    const { names } = state.window();
    names.learn([{ id: 's1', title: 'One' }]);
    for (const stored of [1, 'x', [1], [['a']], [[1, 2]], { a: 1 }]) {
      const strange = openSpaceNames({ get: () => stored, update: async () => undefined }, () => false).of('a');
      strange.learn([{ id: 's1', title: 'One' }]);
      expect(strange.slugOf('s1')).toBe('One');
    }
  });

  test('always identify their space, whatever the titles are and whichever window assigned them', () => {
    const ids = fc.oneof(fc.stringMatching(/^[A-Za-z0-9]{20}$/), fc.string({ minLength: 1 }), fc.constantFrom('docs'));
    const spaces = fc.uniqueArray(fc.record({ id: ids, title: awkwardTitles }), { selector: ({ id }) => id });
    fc.assert(
      fc.property(spaces, fc.array(awkwardTitles), fc.nat({ max: 3 }), (spaces, titles, number) => {
        const state = sharedState();
        const [one, other] = [state.window(), state.window()];
        one.names.learn(spaces);
        const reported: [string, ReturnType<typeof addressOf>][] = [];
        const notify = ({ names, receive }: typeof one): void => {
          receive();
          for (const { id } of spaces) {
            const versions = [main, { kind: 'changeRequest', number }, { kind: 'revision', revision: id }] as const;
            for (const version of versions) {
              const address = { account: 'a', space: id, version, path: 'a.md' };
              reported.push([uriOf(address, names).path, address]);
            }
          }
        };
        notify(one);
        other.names.learn(spaces.map(({ id, title }, at) => ({ id, title: titles[at] ?? title })));
        notify(other);
        notify(one);
        for (const { names } of [other, state.window()]) {
          for (const [path, address] of reported) {
            const parts = { scheme: 'docs-platform', authority: 'a', path };
            assert.deepEqual(
              addressOf(parts, () => names),
              address,
              path,
            );
          }
        }
        const slugs = spaces.map(({ id }) => one.names.slugOf(id)?.toLowerCase());
        assert.equal(new Set(slugs).size, spaces.length);
      }),
    );
  });
});
