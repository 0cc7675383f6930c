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

/** Possible values of a resource, both editable and read-only. */
function resources({ fields }: SettingsForm): fc.Arbitrary<SettingsValues> {
  return fc.dictionary(fc.constantFrom(...fields, 'id', 'object', 'createdAt', 'urls'), jsonValue(2), {
    noNullPrototype: true,
  });
}

/** A document as a user may leave it: some fields changed, some removed. */
function editsOf({ fields }: SettingsForm): fc.Arbitrary<{ set: SettingsValues; without: readonly string[] }> {
  return fc.record({
    set: fc.dictionary(fc.constantFrom(...fields), jsonValue(2), { noNullPrototype: true }),
    without: fc.subarray([...fields]),
  });
}

/** Applies a body like an endpoint (section 1 of the API document): PATCH merges, PUT replaces. */
function applied(form: SettingsForm, resource: SettingsValues, send: SettingsValues | undefined): SettingsValues {
  if (!send) return resource;
  if (!form.replaces) return { ...resource, ...send };
  const fixed = Object.entries(resource).filter(([name]) => !form.fields.includes(name) && !form.keepsOthers);
  return { ...Object.fromEntries(fixed), ...send };
}

describe.each(all)('the document of a %s', (name) => {
  const kind = settingsKindOf(name);
  assert.ok(kind);

  test('reads as typed after its changes were sent, with removed fields unchanged', () => {
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

  test('sends only fields that can be changed, and only changed ones', () => {
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
