import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contract } from '../src/contract/contract.ts';
import type { Endpoint } from '../src/contract/shared/endpoint.ts';
import { endpointCoverage } from './endpointCoverage.ts';

// npm run coverage:endpoints: the endpoints of the API document that were called by a command of the extension, from
// the report that the tests inside VS Code have written.

const file = path.join(import.meta.dirname, '../out/host/endpoints.json');
const text = await readFile(file, 'utf8').catch(() => undefined);
if (text === undefined) {
  console.error('There is no report yet: npm test -- --only=host writes it.');
  process.exit(1);
}
const called = JSON.parse(text) as Readonly<Record<string, readonly string[]>>;
const documented = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { optional }]) => !optional)
    .map(([name, { method, path: place }]) => ({ id: `${group}.${name}`, name: `${method} ${place}` })),
);

const missing: string[] = [];
for (const { id, name } of documented) {
  const { screens, reason } = endpointCoverage(id);
  const by = called[id] ?? [];
  if (screens.some((screen) => by.includes(screen))) continue;
  missing.push(
    `${name}: ${by.length > 0 ? `called, but by ${by.join(', ')}` : (reason ?? `not called by ${screens.join(', ')}`)}`,
  );
}
console.log(`reached ${documented.length - missing.length} of ${documented.length} endpoints`);
for (const line of missing) console.log(`  ${line}`);
