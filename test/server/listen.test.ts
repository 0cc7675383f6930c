import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { folderWith, serve, type Json } from './serve.ts';
import { patience } from '../patience.ts';

const main = join(import.meta.dirname, '../../src/server/main.ts');

function statusWithHost(address: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(address);
    const asked = request({ port, host: '127.0.0.1', path: '/v1/orgs', headers: { Host: host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the server', () => {
  test.each([
    ['127.0.0.1:1', 401],
    ['localhost', 401],
    ['[::1]:80', 401],
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example:4010', 403],
  ])('answers to a request for %s with %d', async (host, expected) => {
    const { address } = await serve();

    assert.equal(await statusWithHost(address, host), expected);
  });

  test.each([
    ['as large as is allowed', 10 * 1024 * 1024, 422],
    ['larger', 10 * 1024 * 1024 + 1, 413],
  ])('accepts a body %s', async (_, size, expected) => {
    const { post, organization } = await serve();
    const body = `{"title":"${'a'.repeat(size - 12)}"}`;
    assert.equal(body.length, size);

    const { status } = await post(`/v1/orgs/${organization}/spaces`, body);

    assert.equal(status, expected);
  });

  test.each([
    '/v1/spaces/%E0%A4%A',
    '/v1/spaces/%00',
    '/v1/spaces/..%2F..',
    `/v1/spaces/${'a'.repeat(4000)}`,
    '//',
    '/v1/orgs/%2e%2e/x',
  ])('answers %s with 404', async (path) => {
    const { get } = await serve();

    const { status } = await get(path);

    assert.ok(status === 404 || status === 400, String(status));
  });
});

describe('an invalid HTTP request gets the reason', () => {
  const replyTo = (address: string, sent: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(sent));
      let reply = '';
      socket.on('data', (part) => (reply += part.toString()));
      socket.on('end', () => resolve(reply));
      socket.on('error', reject);
    });

  test.each([
    ['an address that is too long', `GET /v1/orgs?page=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
    ['another protocol', 'HELO localhost\r\n\r\n', 400],
  ])('%s', async (_, sent, status) => {
    const { address, get } = await serve();

    const [head = '', body = ''] = (await replyTo(address, sent)).split('\r\n\r\n');

    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    const { error } = JSON.parse(body) as Json;
    assert.equal(error.code, status);
    assert.match(error.message, /^[A-Z].+/);
    assert.equal((await get('/v1/orgs')).status, 200);
  });
});

describe('the command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', timeout: patience });

  test.each([
    [['--prot', '1']],
    [['--port', 'many']],
    [['--port', '65536']],
    [['--seed', 'full']],
    [['extra']],
    [['--rate-limit', '-1']],
  ])("explains itself if it doesn't understand %j", (args) => {
    const { status, stderr } = run(...args);

    assert.equal(status, 1);
    assert.match(stderr, /Usage: npm run platform/);
  });

  test('names a missing folder', () => {
    const { status, stderr } = run('--port', '0', '--import', '/nowhere/at/all');

    assert.equal(status, 1);
    assert.equal(stderr, "The folder /nowhere/at/all doesn't exist\n");
  });

  test('refuses damaged data in one sentence', () => {
    const { status, stderr } = run('--port', '0', '--data', folderWith({ 'platform.sqlite': 'notes' }));

    assert.equal(status, 1);
    assert.match(stderr, /^The data in .* is damaged\. .*\n$/);
  });
});
