import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import {
  parseSettings,
  settingsChanges,
  settingsOf,
  settingsText,
  type SettingsForm,
  type SettingsValues,
} from '../../../src/model/settings/document.ts';
import { isSame } from '../../../src/model/shared/same.ts';
import { settingsKinds, settingsKindOf, type SettingsKindName } from '../../../src/store/settings/kinds.ts';
import { jsonValue } from '../../jsonValue.ts';

const all = Object.keys(settingsKinds) as SettingsKindName[];

/** What a resource may say, with fields that cannot be changed beside those that can. */
function resources({ fields }: SettingsForm): fc.Arbitrary<SettingsValues> {
  return fc.dictionary(fc.constantFrom(...fields, 'id', 'object', 'createdAt', 'urls'), jsonValue(2), {
    noNullPrototype: true,
  });
}

/** A document as somebody may leave it: some fields otherwise, some taken out. */
function editsOf({ fields }: SettingsForm): fc.Arbitrary<{ set: SettingsValues; without: readonly string[] }> {
  return fc.record({
    set: fc.dictionary(fc.constantFrom(...fields), jsonValue(2), { noNullPrototype: true }),
    without: fc.subarray([...fields]),
  });
}

/** As an endpoint does it (section 1 of the API document): parts are laid over what was, a whole stands in its place. */
function applied(form: SettingsForm, resource: SettingsValues, send: SettingsValues | undefined): SettingsValues {
  if (!send) return resource;
  if (!form.replaces) return { ...resource, ...send };
  const fixed = Object.entries(resource).filter(([name]) => !form.fields.includes(name) && !form.keepsOthers);
  return { ...Object.fromEntries(fixed), ...send };
}

describe.each(all)('the document of a %s', (name) => {
  const kind = settingsKindOf(name);
  assert.ok(kind);

  test('reads, after what it changed was sent, as it was written, and what was taken out as it was', () => {
    fc.assert(
      fc.property(resources(kind), editsOf(kind), (resource, { set, without }) => {
        const before = parseSettings(settingsText(kind, resource));
        const stored = Object.entries({ ...before, ...set }).filter(([field]) => !without.includes(field));
        const written = parseSettings(JSON.stringify(Object.fromEntries(stored)));

        const { send } = settingsChanges(kind, before, written);

        const after = parseSettings(settingsText(kind, applied(kind, resource, send)));
        const wanted = settingsOf(kind, kind.replaces ? written : { ...before, ...written });
        assert.ok(isSame(after, wanted), JSON.stringify({ after, wanted }));
      }),
      { numRuns: 60 },
    );
  });

  test('sends nothing but what it may change, and nothing that reads as it was', () => {
    fc.assert(
      fc.property(resources(kind), editsOf(kind), (resource, { set }) => {
        const before = settingsOf(kind, resource);

        const { send = {}, changed } = settingsChanges(kind, before, { ...before, ...set });

        for (const field of Object.keys(send)) assert.ok(kind.keepsOthers || kind.fields.includes(field), field);
        for (const field of changed) assert.ok(!isSame(before[field], set[field]), field);
        if (!kind.replaces) assert.deepEqual(Object.keys(send).sort(), [...changed].sort());
      }),
      { numRuns: 60 },
    );
  });
});
