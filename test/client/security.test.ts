import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { describe, onTestFinished, test, vi } from 'vitest';
import { createDownload } from '../../src/client/download.ts';
import { patience } from '../patience.ts';
import { connect, failure, network, token } from './connect.ts';
import { spaceOf } from './samples.ts';
import { json, serve, type Answer } from './serve.ts';

const secretQuery = 'the-secret-query';
const secretBody = 'the-secret-body';

/** Servers that try to get our secrets into our messages. */
const faults: Record<string, Answer> = {
  'refuses and quotes all of it': (request, response) =>
    json(
      response,
      { error: { message: `bad ${request.headers.authorization} at https://x.example${request.url}` } },
      400,
    ),
  'refuses the token and quotes it': (_, response) => json(response, { error: { message: token } }, 401),
  'forbids and quotes the token': (_, response) => json(response, { error: { message: `no ${token}` } }, 403),
  'fails and quotes the token': (_, response) => json(response, { error: { message: `oops ${token}` } }, 500),
  'quotes the token in broken JSON': (_, response) => response.end(`"${token}" ${token}`),
  'quotes the token where a value should be': (_, response) => json(response, { ...spaceOf('s'), id: [token] }),
  'quotes the token as the name of a field': (_, response) => json(response, { [token]: 1 }),
  'quotes the token where a revision should be': (_, response) =>
    json(response, { ...spaceOf('s'), revision: [token] }),
  'quotes the token in a web page': (_, response) => response.end(`<html>${token}`),
  'redirects with the token in the address': (_, response) =>
    response.writeHead(307, { location: `https://x.example/?token=${token}` }).end(),
  'quotes the token in something that is not HTTP': (_, __, socket) => socket.end(`${token}\r\n\r\n`),
  'breaks off': (_, __, socket) => socket.destroy(),
  'breaks off after quoting the token': (_, response, socket) => response.write(`{"${token}`, () => socket.destroy()),
  'never answers': () => undefined,
};

describe.each(Object.entries(faults))('when a server %s,', (name, answer) => {
  /** In ms. */
  const timeout = name === 'never answers' ? 50 : patience;

  test('error and log contain no token, no query and no body', async () => {
    const server = await serve(answer);
    const lines: string[] = [];
    // Without pauses before repeated reads.
    vi.spyOn(Math, 'random').mockReturnValue(-0.5);
    onTestFinished(() => void vi.restoreAllMocks());
    const api = connect(server.base, { timeout, log: (line) => lines.push(line) });

    const errors = [
      await failure(api.spaces.get({ spaceId: 's', shareKey: secretQuery })),
      await failure(api.spaces.update({ spaceId: 's', body: { title: secretBody } })),
    ];

    const reported = [...lines, ...errors.map((error) => inspect(error, { depth: 9, showHidden: true }))].join('\n');
    assert.equal(lines.length, 2);
    for (const secret of [token, secretQuery, secretBody]) assert.equal(reported.includes(secret), false, reported);
    const files = createDownload({ base: server.base, platform: network(), token: async () => token, timeout });
    const download = await files('/file').then(
      () => '',
      (error: unknown) => inspect(error, { depth: 9, showHidden: true }),
    );
    assert.equal(download.includes(token), false, download);
  });
});

test.each([301, 302, 303, 307, 308])('a redirect of status %i never receives the token', async (status) => {
  const other = await serve((_, response) => json(response, spaceOf('s')));
  const server = await serve((_, response) => response.writeHead(status, { location: `${other.base}/x` }).end());
  const api = connect(server.base);

  await failure(api.spaces.get({ spaceId: 's' }));
  await failure(api.spaces.update({ spaceId: 's', body: {} }));
  await failure(createDownload({ base: server.base, platform: network(), token: async () => token })('/file'));

  assert.equal(other.received.length, 0);
  assert.equal(server.received.length, 3);
});

test('no part of an input reaches another path or server', async () => {
  const server = await serve((_, response) => json(response, spaceOf('s')));
  const api = connect(server.base);

  for (const spaceId of [
    '../orgs',
    '//evil.example/x',
    '?x=1',
    '#x',
    '@evil.example',
    '\\evil',
    '%2e%2e',
    's\r\nX: y',
  ]) {
    await api.spaces.get({ spaceId });
  }

  for (const { url } of server.received) assert.match(url, /^\/v1\/spaces\/[^/?#\\@]+$/);
  assert.equal(server.received.length, 8);
});

test("a reply can't pollute prototypes", async () => {
  const server = await serve((_, response) =>
    response.end(JSON.stringify(spaceOf('s')).replace('{', '{"__proto__":{"polluted":true},')),
  );

  const space = await connect(server.base).spaces.get({ spaceId: 's' });

  assert.equal((space as { polluted?: unknown }).polluted, undefined);
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
});

test("a token that can't be read isn't quoted", async () => {
  const api = connect('http://127.0.0.1:1', { token: () => Promise.reject(new Error(`keyring: ${token}`)) });

  const error = await failure(api.organizations.list({}));

  assert.equal(error.kind, 'signedOut');
  assert.equal(inspect(error, { depth: 9 }).includes(token), false);
});
