import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { identify, probe } from '../../src/client/signIn.ts';
import { tellingRefusals } from '../../src/client/refusals.ts';
import { connect, failure, network } from './connect.ts';
import { organizationOf } from './samples.ts';
import { json, serve, type Answer } from './serve.ts';

const patience = new AbortController().signal;
const webPage = '<!doctype html><title>Sign in</title>';
const platformsOwn = (status: number) => ({ error: { code: status, message: 'no' } });

/** A server that gives the same answer to everything. */
const always =
  (status: number, body: string): Answer =>
  (_, response) =>
    response.writeHead(status).end(body);

describe('the probe of an address', () => {
  const knock = async (answer: Answer) => {
    const { base } = await serve(answer);
    return probe(connect(base, { token: async () => undefined }), patience);
  };

  test.each([401, 403])('takes a server that refuses whoever has no token (%i) for a platform', async (status) => {
    await knock((_, response) => json(response, platformsOwn(status), status));
  });

  test('takes a server that tells its organizations for a platform', async () => {
    await knock((_, response) => json(response, { items: [organizationOf('o')] }));
  });

  test.each([
    ['that says so in words of its own', '{"message":"Unauthorized"}'],
    ['that says nothing', ''],
  ])('leaves it to the token what a refusal is %s', async (_, body) => {
    await knock(always(401, body));
  });

  test.each([
    ['refuses everything with a web page', 401, webPage],
    ['forbids everything with a web page', 403, webPage],
    ['has a web page for everything', 200, webPage],
    ['has a web page for what is missing', 404, webPage],
    ['has nothing there', 404, '{"error":{"code":404,"message":"Not found"}}'],
    ['does not take such requests', 405, ''],
    ['does not understand the request', 400, '{"code":1}'],
    ['answers words', 200, 'It works!'],
    ['answers nothing', 200, ''],
    ['answers other JSON', 200, '{"status":"ok"}'],
    ['answers a list of its own', 200, '[{"id":1}]'],
    ['answers a list of other things', 200, '{"items":[{"sku":7}]}'],
  ])('refuses a server that %s, and says what to check', async (_, status, body) => {
    const error = await failure(knock(always(status, body)));

    assert.equal(error.kind, 'unreadable');
    assert.match(error.message, /There is no docs platform at this address\. Check it|Check the server address/);
  });

  test('does not blame the address for a server that has trouble', async () => {
    const error = await failure(knock((_, response) => json(response, platformsOwn(503), 503)));

    assert.match(error.message, /has a problem at the moment/);
  });
});

describe('the check of a token', () => {
  const ask = async (answer: Answer) => {
    const { base } = await serve(answer);
    return identify(connect(base), patience);
  };

  test('tells whom it belongs to', async () => {
    const found = await ask((_, response) => json(response, { id: 'u', displayName: 'Mara' }));

    assert.deepEqual(found, { userId: 'u', displayName: 'Mara' });
  });

  test('is done by the organizations where the server does not tell', async () => {
    const found = await ask(({ url }, response) =>
      url === '/v1/user' ? json(response, platformsOwn(404), 404) : json(response, { items: [organizationOf('o')] }),
    );

    assert.deepEqual(found, {});
  });

  test.each([401, 403])('that a platform refuses (%i) is about the token alone', async (status) => {
    const error = await failure(ask((_, response) => json(response, platformsOwn(status), status)));

    assert.doesNotMatch(error.message, /address|Sign in again/);
  });

  test.each([
    [401, '{"message":"Unauthorized"}'],
    [401, webPage],
    [403, ''],
  ])('that something else refuses (%i, %s) casts doubt on the address, too', async (status, body) => {
    const error = await failure(ask(always(status, body)));

    assert.match(error.message, /check its address\.$/);
  });

  test.each([
    ['other JSON', '{"status":"ok"}'],
    ['words', 'It works!'],
  ])('that is answered by %s is no sign-in', async (_, body) => {
    const error = await failure(ask(always(200, body)));

    assert.match(error.message, /There is no docs platform at this address/);
  });

  test('that is answered by a list of other things is no sign-in', async () => {
    const answer: Answer = ({ url }, response) =>
      url === '/v1/user' ? json(response, {}, 404) : json(response, { items: [{ sku: 7 }] });

    assert.match((await failure(ask(answer))).message, /There is no docs platform at this address/);
  });
});

describe('a token that is refused later', () => {
  const refusals = async (answer: Answer): Promise<number> => {
    const { base } = await serve(answer);
    let count = 0;
    await failure(connect(base, { platform: tellingRefusals(network(), () => count++) }).spaces.get({ spaceId: 's' }));
    return count;
  };

  test('is told of', async () => {
    assert.equal(await refusals((_, response) => json(response, platformsOwn(401), 401)), 1);
  });

  test('is not what a web page on the way to the platform means', async () => {
    const answer: Answer = (_, response) => response.writeHead(401, { 'content-type': 'text/html' }).end(webPage);

    assert.equal(await refusals(answer), 0);
  });
});
