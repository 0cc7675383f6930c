import assert from 'node:assert/strict';
import { test } from 'vitest';
import { settingsSchemas } from '../../src/contract/settingsBodies.ts';

test('every field of a settings document is described in a sentence', () => {
  const fields = Object.entries(settingsSchemas()).flatMap(([kind, schema]) =>
    Object.entries((schema as { properties: Record<string, { description?: string }> }).properties).map(
      ([field, { description = '' }]) => ({ field: `${kind}.${field}`, description }),
    ),
  );

  assert.ok(fields.length > 80);
  assert.deepEqual(
    fields.filter(({ description }) => !/^\p{L}.*\.$/su.test(description)).map(({ field }) => field),
    [],
  );
});
