import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import * as z from 'zod';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';
import { deprecatedEndpoints, documentedEndpoints, lineOf, undocumentedEndpoints } from './documentedEndpoints.ts';

// The contract has everything of the API document and nothing else: method, path, query names, body fields and which of
// them are required, success status. The documents aren't always available; the lists made from them are.

const specification = join(import.meta.dirname, '../../../shared/spec');
const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));
const documented = endpoints.filter((endpoint) => !endpoint.optional).map(described);
const optional = endpoints.filter((endpoint) => endpoint.optional).map(described);

describe('the contract', () => {
  test('has the endpoints of the list, and no others', () => {
    assert.deepEqual(differences(documented, listed('endpoints.txt')), []);
  });

  test('has the optional endpoints of their list, and no others', () => {
    assert.deepEqual(differences(optional, listed('optionalEndpoints.txt')), []);
  });

  test('marks deprecated endpoints, and names their successors', () => {
    const marked = endpoints.filter((endpoint) => endpoint.deprecated);
    const site = '/v1/orgs/{organizationId}/sites/{siteId}';

    assert.deepEqual(
      marked.map(({ method, path, deprecated }) => [method, path.slice(site.length), deprecated?.successor]).sort(),
      [
        ['GET', '/customization', undefined],
        ['GET', '/site-spaces/{siteSpaceId}/customization', undefined],
        ['POST', '/section-groups/{siteSectionGroupId}/move', 'sites.sort'],
        ['POST', '/sections/{siteSectionId}/move', 'sites.sort'],
        ['POST', '/site-spaces/{siteSpaceId}/move', 'sites.sort'],
      ],
    );
    assert.ok(contract.sites.sort.path.endsWith('/structure/sort'));
  });

  test('has no endpoint twice', () => {
    const names = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);

    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    );
  });
});

describe.skipIf(!existsSync(specification))('the lists', () => {
  test('match the tables of the API document', () => {
    const tables = documentedEndpoints(readFileSync(join(specification, 'platform-api.md'), 'utf8'));

    assert.equal(tables.length, 126);
    assert.deepEqual(differences(listed('endpoints.txt'), tables), []);
  });

  test('mark the same endpoints as deprecated as the API document', () => {
    const reported = deprecatedEndpoints(readFileSync(join(specification, 'platform-api.md'), 'utf8'));
    const marked = endpoints.flatMap(({ method, path, deprecated }) =>
      deprecated ? [[method, path, ...(deprecated.successor ? ['sortSiteStructure'] : [])].join(' ')] : [],
    );

    assert.equal(reported.length, 5);
    assert.deepEqual(marked.sort(), reported.sort());
  });

  test('contain everything known about the endpoints that the document leaves out', () => {
    const known = undocumentedEndpoints(readFileSync(join(specification, 'gaps.md'), 'utf8'));
    const names = listed('optionalEndpoints.txt').map((line) => line.split(' ').slice(0, 2).join(' '));

    assert.deepEqual(differences(names, known), []);
  });
});

function listed(name: string): string[] {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8')
    .trim()
    .split('\n');
  assert.deepEqual(lines, lines.toSorted(byPath));
  return lines;
}

function byPath(one: string, other: string): number {
  const key = (line: string) => line.split(' ').slice(1, 2).concat(line).join(' ');
  return key(one) < key(other) ? -1 : 1;
}

/** `- missing` and `+ additional` lines. */
function differences(actual: readonly string[], expected: readonly string[]): string[] {
  return [
    ...expected.filter((line) => !actual.includes(line)).map((line) => `- ${line}`),
    ...actual.filter((line) => !expected.includes(line)).map((line) => `+ ${line}`),
  ].sort((one, other) => byPath(one.slice(2), other.slice(2)));
}

function described(endpoint: Endpoint): string {
  return lineOf(endpoint.method, endpoint.path, fieldsOf(endpoint.query), fieldsOf(endpoint.body), endpoint.status);
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [];
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(schema.shape).map(([name, field]) =>
      field.safeParse(undefined).success ? name : `${name}!`,
    );
  }
  if (schema instanceof z.ZodUnion)
    return [...new Set(schema.options.flatMap((option) => fieldsOf(option as z.ZodType)))];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  throw new Error(`The fields of a ${schema.type} are not known.`);
}
