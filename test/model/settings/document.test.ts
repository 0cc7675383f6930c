import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import {
  parseSettings,
  headText,
  settingsChanges,
  settingsOf,
  settingsText,
  type SettingsForm,
} from '../../../src/model/settings/document.ts';
import { isSame } from '../../../src/model/shared/same.ts';
import { jsonValue } from '../../jsonValue.ts';

const form: SettingsForm = { fields: ['title', 'description', 'role'], nullable: ['role'] };
const whole: SettingsForm = { ...form, replaces: true, keepsOthers: true };

describe('a settings document', () => {
  test('shows editable fields in the order of the form, and null for unset ones', () => {
    const text = settingsText(form, { id: 'a1', description: 'Long', title: 'Short', createdAt: 'then' });

    assert.equal(text, '{\n  "title": "Short",\n  "description": "Long",\n  "role": null\n}\n');
  });

  test('shows unknown fields if the endpoint replaces everything', () => {
    assert.deepEqual(settingsOf(whole, { newer: 1, title: 'T' }), { title: 'T', role: null, newer: 1 });
  });

  test.each(['', '{', '[]', '"text"', 'null', '{"a":1,}', '{"a":1} // no'])('refuses %s with a message', (text) => {
    assert.throws(() => parseSettings(text), { name: 'SettingsTextError' });
  });
});

describe('a settings change', () => {
  test('is sent alone if the endpoint accepts parts', () => {
    const changes = settingsChanges(form, { title: 'A', role: null }, { title: 'A', role: 'admin' });

    assert.deepEqual(changes, { send: { role: 'admin' }, changed: ['role'], leftOut: [] });
  });

  test('leaves and reports fields that were removed from the document', () => {
    const changes = settingsChanges(form, { title: 'A', role: null }, { title: 'B' });

    assert.deepEqual(changes, { send: { title: 'B' }, changed: ['title'], leftOut: ['role'] });
  });

  test('is sent with all fields if the endpoint replaces everything, even if some were removed', () => {
    const changes = settingsChanges(whole, { title: 'A', role: null, newer: 1 }, { title: 'A', newer: 1 });

    assert.deepEqual(changes, { send: { title: 'A', newer: 1 }, changed: ['role'], leftOut: [] });
  });

  test('can be compared with all resulting values, in the order of the document', () => {
    const before = { title: 'A', description: 'B', role: null };

    assert.equal(headText(form, before, { description: 'C' }), settingsText(form, { ...before, description: 'C' }));
  });

  test('can be compared without removed fields if the endpoint replaces everything', () => {
    assert.equal(headText(whole, { title: 'A', newer: 1 }, { title: 'A' }), '{\n  "title": "A"\n}\n');
  });
});

const values = fc.dictionary(fc.constantFrom('title', 'description', 'role', 'newer'), jsonValue(), {
  noNullPrototype: true,
});

test('a document that is saved unchanged sends nothing', () => {
  fc.assert(
    fc.property(values, fc.constantFrom(form, whole), (resource, of) => {
      const shown = settingsOf(of, resource);
      const { send } = settingsChanges(of, shown, parseSettings(settingsText(of, resource)));
      assert.equal(send, undefined);
    }),
    { numRuns: 200 },
  );
});

test('sending the changes of a document makes the resource equal to it', () => {
  fc.assert(
    fc.property(values, values, fc.constantFrom(form, whole), (before, after, of) => {
      const shown = settingsOf(of, before);
      const { send = {}, changed } = settingsChanges(of, shown, after);
      const result = of.replaces && changed.length > 0 ? send : { ...shown, ...send };
      for (const name of Object.keys(after))
        assert.ok(isSame((result as Record<string, unknown>)[name], after[name]), name);
    }),
    { numRuns: 200 },
  );
});
