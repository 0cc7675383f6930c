import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { identify, probe } from '../../src/client/signIn.ts';
import { reportingRefusals } from '../../src/client/refusals.ts';
import { connect, failure, network } from './connect.ts';
import { organizationOf } from './samples.ts';
import { json, serve, type Answer } from './serve.ts';

const patience = new AbortController().signal;
const webPage = '<!doctype html><title>Sign in</title>';
const platformsOwn = (status: number) => ({ error: { code: status, message: 'no' } });

/** A server that answers every request alike. */
const always =
  (status: number, body: string): Answer =>
  (_, response) =>
    response.writeHead(status).end(body);

describe('probing an address', () => {
  const knock = async (answer: Answer) => {
    const { base } = await serve(answer);
    return probe(connect(base, { token: async () => undefined }), patience);
  };

  test.each([401, 403])('accepts a server that refuses callers without a token (%i)', async (status) => {
    await knock((_, response) => json(response, platformsOwn(status), status));
  });

  test('accepts a server that returns its organizations', async () => {
    await knock((_, response) => json(response, { items: [organizationOf('o')] }));
  });

  test.each([
    ['that says so in words of its own', '{"message":"Unauthorized"}'],
    ['that says nothing', ''],
  ])('leaves it to the token check to explain a refusal %s', async (_, body) => {
    await knock(always(401, body));
  });

  test.each([
    ['refuses everything with a web page', 401, webPage],
    ['forbids everything with a web page', 403, webPage],
    ['has a web page for everything', 200, webPage],
    ['has a web page for what is missing', 404, webPage],
    ['has no such path', 404, '{"error":{"code":404,"message":"Not found"}}'],
    ['does not take such requests', 405, ''],
    ['does not understand the request', 400, '{"code":1}'],
    ['answers plain text', 200, 'It works!'],
    ['answers nothing', 200, ''],
    ['answers other JSON', 200, '{"status":"ok"}'],
    ['answers a list of its own', 200, '[{"id":1}]'],
    ['answers a list of other things', 200, '{"items":[{"sku":7}]}'],
  ])('refuses a server that %s, and says what to check', async (_, status, body) => {
    const error = await failure(knock(always(status, body)));

    assert.equal(error.kind, 'unreadable');
    assert.match(error.message, /^webPageReply|^notDocsPlatform/);
  });

  test("doesn't blame the address for a failing server", async () => {
    const error = await failure(knock((_, response) => json(response, platformsOwn(503), 503)));

    assert.match(error.message, /^serverFailed \{"words":"no"\}/);
  });
});

describe('checking a token', () => {
  const ask = async (answer: Answer) => {
    const { base } = await serve(answer);
    return identify(connect(base), patience);
  };

  test('returns its owner', async () => {
    const found = await ask((_, response) => json(response, { id: 'u', displayName: 'Mara' }));

    assert.deepEqual(found, { userId: 'u', displayName: 'Mara' });
  });

  test("uses the organizations if the server doesn't return the user", async () => {
    const found = await ask(({ url }, response) =>
      url === '/v1/user' ? json(response, platformsOwn(404), 404) : json(response, { items: [organizationOf('o')] }),
    );

    assert.deepEqual(found, {});
  });

  test.each([401, 403])('blames only the token if the server refuses it (%i)', async (status) => {
    const error = await failure(ask((_, response) => json(response, platformsOwn(status), status)));

    assert.match(error.message, /^(typedTokenRefused|forbidden)/);
  });

  test.each([
    [401, '{"message":"Unauthorized"}'],
    [401, webPage],
    [403, ''],
  ])('also questions the address if something else refuses it (%i, %s)', async (status, body) => {
    const error = await failure(ask(always(status, body)));

    assert.match(
      error.message,
      /^maybeNotDocsPlatform \{"cause":\{"code":"typedTokenRefused"\}\}|^maybeNotDocsPlatform \{"cause":\{"code":"forbidden"\}\}/,
    );
  });

  test.each([
    ['other JSON', '{"status":"ok"}'],
    ['words', 'It works!'],
  ])('fails if the answer is %s', async (_, body) => {
    const error = await failure(ask(always(200, body)));

    assert.match(error.message, /^notDocsPlatform/);
  });

  test('fails if the answer is a list of other resources', async () => {
    const answer: Answer = ({ url }, response) =>
      url === '/v1/user' ? json(response, {}, 404) : json(response, { items: [{ sku: 7 }] });

    assert.match((await failure(ask(answer))).message, /^notDocsPlatform/);
  });
});

describe('a later refusal of the token', () => {
  const refusals = async (answer: Answer): Promise<number> => {
    const { base } = await serve(answer);
    let count = 0;
    await failure(
      connect(base, { platform: reportingRefusals(network(), () => count++) }).spaces.get({ spaceId: 's' }),
    );
    return count;
  };

  test('is reported', async () => {
    assert.equal(await refusals((_, response) => json(response, platformsOwn(401), 401)), 1);
  });

  test("isn't reported for a web page of a proxy", async () => {
    const answer: Answer = (_, response) => response.writeHead(401, { 'content-type': 'text/html' }).end(webPage);

    assert.equal(await refusals(answer), 0);
  });
});
