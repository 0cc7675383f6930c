import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { describe, test } from 'vitest';
import type { Api } from '../../src/client/api.ts';
import { connect, failure } from './connect.ts';
import { masked } from '../../src/client/secrets.ts';
import { json, serve, type Answer, type Received } from './serve.ts';

// Besides the token: keys and URLs of share links, claims of visitors, and secrets of an integration.

const key = 'sHare/key+of&a=link';
const secret = 'top-secret-of-the-integration';
const claims = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';
const address = 'https://docs.example/share/Qm4x7Zp0';

/** Everything that the server received, and its own secrets. */
const quotes = ({ url, body }: Received) =>
  `${url} ${decodeURIComponent(url)} ${body} ${claims} ${address} ${address.replace('https', 'HTTPS')}`;

const answers: Record<string, Answer> = {
  'forbids it': (request, response) => json(response, { error: { message: quotes(request) } }, 403),
  'sees a conflict': (request, response) => json(response, { error: { message: quotes(request) } }, 409),
  'does not accept it': (request, response) => json(response, { error: { message: quotes(request) } }, 422),
  fails: (request, response) => json(response, { error: { message: quotes(request) } }, 500),
  'sends something else': (request, response) =>
    json(response, { serviceVisitorClaims: [claims], urls: { published: [address] }, items: quotes(request) }),
  'sends broken items': (request, response) =>
    json(response, { items: [{ urls: { published: address }, id: [quotes(request)], [claims]: 1 }] }),
  'sends a web page': (request, response) => response.end(`<html>${quotes(request)}`),
  redirects: (_, response) => response.writeHead(302, { location: address }).end(),
  'breaks off': (_, __, socket) => socket.destroy(),
};

const site = { organizationId: 'o', siteId: 's' };
const integration = { title: 'Title', description: 'D', script: 's', organization: 'o', secrets: { one: secret } };

const calls: Record<string, (api: Api) => Promise<unknown>> = {
  'opening by a share link': (api) => api.siteSpaces.list({ ...site, shareKey: key }),
  'reading a space by a share link': (api) => api.spaces.get({ spaceId: 's', shareKey: key }),
  'listing share links': (api) => api.shareLinks.list(site),
  'making a share link': (api) => api.shareLinks.create({ ...site, body: { name: 'N' } }),
  'asking for claims': (api) => api.members.ping({ organizationId: 'o' }),
  'publishing an integration': (api) => api.integrations.publish({ integrationName: 'one', body: integration }),
};

describe.each(Object.entries(calls))('%s', (_, call) => {
  test.each(Object.entries(answers))('shows and logs no secret when the server %s', async (_, answer) => {
    const server = await serve(answer);
    const reported: string[] = [];
    const api = connect(server.base, {
      log: (line) => reported.push(line),
      onSkipped: (endpoint, skipped) => reported.push(endpoint, inspect(skipped, { depth: 9 })),
    });

    const outcome = await call(api).then(
      () => '',
      (error: unknown) => inspect(error, { depth: 9, showHidden: true }),
    );

    const all = [...reported, outcome].join('\n');
    assert.ok(reported.length > 0);
    for (const one of [key, encodeURIComponent(key), secret, claims, 'Qm4x7Zp0']) {
      assert.equal(all.includes(one), false, all);
    }
  });
});

test('reports a broken limit without the secret', async () => {
  const body = { ...integration, secrets: { one: secret, two: 5 as unknown as string }, title: secret.repeat(3) };

  const error = await failure(connect('http://127.0.0.1:1').integrations.publish({ integrationName: 'one', body }));

  assert.equal(error.kind, 'invalid');
  assert.equal(inspect(error, { depth: 9, showHidden: true }).includes(secret), false);
});

test('hides the whole of a secret that begins with another one', () => {
  assert.equal(masked('abcdef, abc', { token: 'abc', others: ['abcdef'] }), '…, …');
});
