import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, test } from 'vitest';
import { documentIn } from '../../../../src/server/formats/openapi/document.ts';
import {
  openLocalPlatform,
  type LocalPlatform,
  type LocalPlatformOptions,
} from '../../../../src/server/localPlatform.ts';
import { serve, temporaryFolder, type Client, type Json } from '../../serve.ts';
import { redirectTo, serveWeb, type Page } from '../../serveWeb.ts';
import { northwind, serveStaff } from '../../staff.ts';
import { patience } from '../../../patience.ts';

// Section 4.14 of the API document: sources of specifications.

const examples = join(import.meta.dirname, '../../../../node_modules/@readme/oas-examples');
const robots = `${northwind}/openapi/robots`;

async function serveBeside(pages: Readonly<Record<string, Page>>, options: Partial<LocalPlatformOptions> = {}) {
  const served = await serveStaff({ allowPrivateFetch: true, ...options });
  const web = await serveWeb(pages);
  const setSource = async (source: object) => (await served.put(robots, { source })).body;
  return {
    ...served,
    web,
    setSource,
    /** Reads the source at a path until it is settled. */
    read: async (path: string) => {
      await setSource({ url: web + path });
      return completed(served, robots);
    },
    versions: async () => (await served.get(`${robots}/versions`)).body.count,
  };
}

/** Calls without a socket, for a server that ends before the test does. */
function clientOver(platform: LocalPlatform) {
  return async (method: string, path: string, body?: object): Promise<Json> => {
    const headers = { Authorization: `Bearer ${platform.token}` };
    const init = { method, headers, body: body ? JSON.stringify(body) : null };
    return (await (await platform.handle(new Request(`http://a.invalid${path}`, init))).json()) as Json;
  };
}

/** The spec after it was processed. */
async function completed(client: Client, spec: string): Promise<Json> {
  for (;;) {
    const { body } = await client.get(spec);
    if (body['processingState'] === 'complete') return body;
  }
}

function files(version: string, kind: 'json' | 'yaml'): string[] {
  return readdirSync(join(examples, version, kind))
    .filter((name) => name.endsWith(`.${kind}`))
    .map((name) => join(examples, version, kind, name));
}

describe('a source URL', () => {
  test('is read in the background: pending, in progress, complete', async () => {
    let answer: () => void = () => undefined;
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const text = readFileSync(join(examples, '3.0/yaml/petstore.yaml'), 'utf8');
    const served = await serveBeside({
      '/petstore.yaml': (_, reply) => {
        answer = () => reply.end(text);
        asked();
      },
    });

    const pending = await served.setSource({ url: `${served.web}/petstore.yaml` });
    await isAsked;
    const { body: progress } = await served.get(robots);
    served.wait(1000);
    answer();
    const complete = await completed(served, robots);

    const states = [pending, progress, complete].map((spec) => spec['processingState']);
    assert.deepEqual(states, ['pending', 'progress', 'complete']);
    assert.deepEqual(
      [pending, progress, complete].map((spec) => ['sourceURL' in spec, 'lastVersion' in spec]),
      [
        [true, false],
        [true, false],
        [true, true],
      ],
    );
    assert.equal(complete['lastProcessedAt'], '2026-05-04T10:00:01.000Z');
    const { body } = await served.get(`${robots}/versions/latest/content`);
    assert.deepEqual(body['filesystem'], { 'openapi.json': load(text) });
  });

  test.each<[string, string | undefined]>([
    ['/gone.json', 'FETCH_ERROR'],
    ['/circle', 'FETCH_ERROR'],
    ['/endless', 'FETCH_ERROR'],
    ['/page.html', 'PARSE_ERROR'],
    ['/silent', 'FETCH_TIMEOUT'],
    ['/drip', 'FETCH_TIMEOUT'],
  ])('that fails says how, and keeps the last version: %s', async (path, code) => {
    const served = await serveBeside(
      {
        '/circle': redirectTo('/circle'),
        '/page.html': '<!doctype html><h1>Sign in</h1>',
        '/silent': () => undefined,
        '/drip': (_, reply) => void reply.writeHead(200).write('{'),
        '/endless': (_, reply) => {
          const more = () => {
            while (reply.write(Buffer.alloc(65_536, ' ')));
          };
          reply.on('drain', more);
          more();
        },
      },
      { fetchTime: code === 'FETCH_TIMEOUT' ? 100 : patience },
    );
    const before = await served.setSource({ text: readFileSync(join(examples, '3.1/json/petstore.json'), 'utf8') });

    const spec = await served.read(path);

    assert.equal(spec['lastProcessErrorCode'], code);
    assert.equal(spec['lastVersion'], before['lastVersion']);
    assert.equal(await served.versions(), 1);
  });

  test('is only read from the public web', async () => {
    let asked = 0;
    const served = await serveBeside({ '/': (_, reply) => (asked++, reply.end('{}')) }, { allowPrivateFetch: false });

    const spec = await served.read('/');

    assert.deepEqual([spec['lastProcessErrorCode'], asked], ['FETCH_ERROR', 0]);
  });

  test('only makes a new version if its content has changed', async () => {
    const document = { openapi: '3.1.0', info: { title: 'Robots', version: '1' }, paths: {} };
    let text = JSON.stringify(document);
    const served = await serveBeside({ '/spec': (_, reply) => reply.end(text) });

    const counts: number[] = [];
    for (const next of [
      text,
      JSON.stringify(document, undefined, 2),
      '# Robots\nopenapi: 3.1.0\ninfo: { title: Robots, version: "1" }\npaths: {}\n',
      text.replace('"1"', '"2"'),
    ]) {
      text = next;
      assert.equal('lastProcessErrorCode' in (await served.read('/spec')), false);
      counts.push(await served.versions());
    }

    assert.deepEqual(counts, [1, 1, 1, 2]);
  });

  test('is dropped if another one replaces it before it was read', async () => {
    let answer: () => void = () => undefined;
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const titled = (title: string) => JSON.stringify({ openapi: '3.0.0', info: { title, version: '1' }, paths: {} });
    const served = await serveBeside({
      '/slow': (_, reply) => {
        answer = () => reply.end(titled('Slow'));
        asked();
      },
      '/fast': titled('Fast'),
    });
    await served.setSource({ url: `${served.web}/slow` });
    await isAsked;

    const fast = await served.read('/fast');
    answer();

    const { body } = await served.get(`${robots}/versions/latest/content`);
    assert.deepEqual([fast['sourceURL'], await served.versions()], [`${served.web}/fast`, 1]);
    assert.match(JSON.stringify(body), /Fast/);
  });

  test('is read when the server restarts if it was pending', async () => {
    let isAgain = false;
    const text = readFileSync(join(examples, '2.0/yaml/petstore.yaml'), 'utf8');
    const web = await serveWeb({ '/spec': (_, reply) => void (isAgain && reply.end(text)) });
    const options = { data: temporaryFolder(), allowPrivateFetch: true };
    const first = openLocalPlatform(options);
    const call = clientOver(first);
    const spec = `/v1/orgs/${(await call('GET', '/v1/orgs')).items[0].id}/openapi/robots`;
    await call('PUT', spec, { source: { url: `${web}/spec` } });
    first.close();
    isAgain = true;

    const second = await serve(options);

    assert.equal(typeof (await completed(second, spec))['lastVersion'], 'string');
  });
});

describe('the public documents of', () => {
  test.each([
    ['2.0', 'json'],
    ['2.0', 'yaml'],
    ['3.0', 'json'],
    ['3.0', 'yaml'],
    ['3.1', 'json'],
    ['3.1', 'yaml'],
  ] as const)('OpenAPI %s in %s are read completely', (version, kind) => {
    const unread = files(version, kind).filter((file) => {
      const text = readFileSync(file, 'utf8');
      const { document, problems } = documentIn(text);
      return problems.length > 0 || document !== JSON.stringify(kind === 'json' ? JSON.parse(text) : load(text));
    });

    assert.ok(files(version, kind).length > 5);
    assert.deepEqual(unread, []);
  });
});

describe('a hostile document', () => {
  const head = 'openapi: 3.0.0\ninfo: { title: A, version: "1" }\npaths: {}\n';
  const laughs = (levels: number) =>
    Array.from(
      { length: levels },
      (_, at) =>
        `  l${at}: &l${at} [${Array(9)
          .fill(at === 0 ? 'ha' : `*l${at - 1}`)
          .join(', ')}]`,
    ).join('\n');
  const schemas = (more: object) =>
    JSON.stringify({ openapi: '3.0.0', info: { title: 'A', version: '1' }, paths: {}, components: { schemas: more } });

  test.each<[string, string]>([
    ['that grows by aliases', `${head}x-a:\n${laughs(12)}\n`],
    ['of thousands of aliases', `${head}x-a: &a 1\nx-b: [${Array(1001).fill('*a').join(', ')}]\n`],
    ['that contains itself', `${head}x-a: &a [*a]\n`],
    ['that is nested without end', `${head}x-a: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`],
    [
      'that is nested by aliases',
      `${head}x-a:\n${Array.from({ length: 900 }, (_, at) => `  n${at}: &n${at} [${at === 0 ? '' : `*n${at - 1}`}]`).join('\n')}\n`,
    ],
    ['with types of another language', `${head}x-a: !!js/function "function () {}"\n`],
    ['with two documents', `${head}---\n${head}`],
    ['of another version', head.replace('3.0.0', '4.0.0')],
    ['that is no API', 'swagger: "2.0"\nhello: world\n'],
    ['that is a path', '/etc/passwd'],
  ])('%s cannot be parsed', async (_, text) => {
    const served = await serveBeside({});

    const spec = await served.setSource({ text });

    assert.deepEqual([spec['processingState'], spec['lastProcessErrorCode']], ['complete', 'PARSE_ERROR']);
    assert.equal('lastVersion' in spec, false);
    assert.equal(await served.versions(), 0);
  });

  test.each<[string, string]>([
    [
      'whose references lead a long way',
      schemas(
        Object.fromEntries(
          Array.from({ length: 6000 }, (_, at) => [`A${at}`, { $ref: `#/components/schemas/A${at + 1}` }]),
        ),
      ),
    ],
    [
      'of very many tags',
      JSON.stringify({
        ...JSON.parse(schemas({})),
        tags: Array.from({ length: 40_000 }, (_, at) => ({ name: `tag ${at}` })),
      }),
    ],
  ])('is distinguished from a large one %s, which is read at once', (_, text) => {
    assert.deepEqual(documentIn(text).document, text);
  });

  test('is distinguished from one whose schemas contain themselves', () => {
    const text = schemas({ Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } } });

    assert.deepEqual(documentIn(text), { document: text, problems: [] });
  });
});
