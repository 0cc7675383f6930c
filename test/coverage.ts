import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../src/contract/contract.ts';
import type { Endpoint } from '../src/contract/shared/endpoint.ts';
import { endpointCoverage } from './endpointCoverage.ts';

// npm run coverage:endpoints: the endpoints of the API document that were called by a command of the extension, from
// the reports that the tests inside VS Code and those on the fake one have written.

const repository = path.join(import.meta.dirname, '..');
const ofHost = path.join(repository, 'out/host/endpoints.json');
const folder = path.join(repository, 'out/units/endpoints');
const ofUnits = globSync('**/*.json', { cwd: folder })
  // A deleted file of tests calls nothing.
  .filter((name) => existsSync(path.join(repository, name.replace(/\.json$/, ''))))
  .map((name) => path.join(folder, name));
if (!existsSync(ofHost) || ofUnits.length === 0) {
  console.error('A report is missing: npm test -- --only=units,host writes them.');
  process.exit(1);
}
const called = new Map<string, Set<string>>();
for (const file of [ofHost, ...ofUnits]) {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, readonly string[]>>;
  for (const [id, commands] of Object.entries(report))
    called.set(id, new Set([...(called.get(id) ?? []), ...commands]));
}
const documented = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { optional }]) => !optional)
    .map(([name, { method, path: place }]) => ({ id: `${group}.${name}`, name: `${method} ${place}` })),
);

const missing: string[] = [];
for (const { id, name } of documented) {
  const { screens, reason } = endpointCoverage(id);
  const by = called.get(id) ?? new Set();
  if (screens.some((screen) => by.has(screen))) continue;
  missing.push(
    `${name}: ${by.size > 0 ? `called, but by ${[...by].join(', ')}` : (reason ?? `not called by ${screens.join(', ')}`)}`,
  );
}
console.log(`reached ${documented.length - missing.length} of ${documented.length} endpoints`);
for (const line of missing) console.log(`  ${line}`);
