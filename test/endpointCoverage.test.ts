import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { endpointTable, type EndpointRow } from './endpointCoverage.ts';

const rows = Object.values(endpointTable).flatMap((group) => Object.values<EndpointRow>(group));

test('every command that reaches an endpoint is contributed', () => {
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    contributes: { commands: { command: string }[] };
  };
  const known = new Set(contributes.commands.map(({ command }) => command));

  const unknown = rows.flatMap((row) => row.by).filter((command) => !known.has(`docsPlatform.${command}`));

  assert.deepEqual(unknown, []);
});

test('at most 15 endpoints are used by no view', () => {
  assert.ok(rows.filter(({ reason }) => reason !== undefined).length <= 15);
});
