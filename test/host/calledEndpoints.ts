import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';

// Records which endpoints the extension called, and after which of its commands: for `npm run coverage:endpoints`.

/** Ids of the commands that ran, in order. The extension under test adds to it. */
let commands: readonly string[] = [];
const called = new Map<string, Set<string>>();

const endpoints = Object.entries(contract).flatMap(([group, each]) =>
  Object.entries<Endpoint>(each).map(([name, { method, path: pattern }]) => ({
    id: `${group}.${name}`,
    method,
    pattern: new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
    parameters: pattern.split('{').length,
  })),
);

export function followCommands(ran: readonly string[]): void {
  commands = ran;
}

export function noteRequest(method: string, pathname: string): void {
  const [endpoint] = endpoints
    .filter((each) => each.method === method && each.pattern.test(pathname))
    // Prefers `versions/latest` to `versions/{versionId}`.
    .sort((one, other) => one.parameters - other.parameters);
  if (!endpoint) return;
  const by = called.get(endpoint.id) ?? new Set();
  called.set(endpoint.id, by.add(commands.at(-1) ?? ''));
}

let recorded: string | undefined;

/** Starts again with each file. */
export function recordEndpointsOf(file: string): void {
  if (file !== recorded) called.clear();
  recorded = file;
}

/** Writes, for each endpoint, the commands after which it was called. */
export function writeCalledEndpoints(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const report = Object.fromEntries([...called].sort().map(([id, by]) => [id, [...by].sort()]));
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
}
