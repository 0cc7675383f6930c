import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import { forgetAllAccounts } from '../../host/extensionUnderTest.ts';
import { goingBack, signIn, type Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { signedIn } from '../activated.ts';

describe('Signing in', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let strange: Server;
  let strangeAddress: string;
  const patient = setTimeout;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    strange = createServer((request, response) => {
      const path = request.url ?? '';
      if (path.startsWith('/html')) {
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome</title>');
      } else if (path.startsWith('/refusal')) {
        response.writeHead(401, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
      } else if (path.startsWith('/shop')) {
        response.setHeader('content-type', 'application/json').end('{"items":[{"sku":7}]}');
      } else if (path.startsWith('/gate')) {
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthorized"}');
      } else if (path.startsWith('/redirect')) {
        response.writeHead(302, { location: `${platform.address}/v1/orgs` }).end();
      }
    });
    await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
    strangeAddress = `http://127.0.0.1:${(strange.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    strange.closeAllConnections();
    strange.close();
  });

  beforeEach(async () => {
    await forgetAllAccounts(testing);
    person.startOver();
  });

  afterEach(() => {
    globalThis.setTimeout = patient;
    platform.instead = undefined;
  });

  const attempt = async (...texts: Parameters<Person['types']>): Promise<void> => {
    person.types(...texts);
    await vscode.commands.executeCommand('docsPlatform.signIn');
  };

  /** Asserts that nothing of a refused sign-in is stored anywhere. */
  async function assertNothingStored(): Promise<void> {
    const { globalState, workspaceState, secrets } = testing.context;
    assert.deepEqual(testing.accounts.all(), []);
    assert.deepEqual(
      globalState.keys().filter((key) => !key.startsWith('reader.') && JSON.stringify(globalState.get(key)) !== '[]'),
      [],
    );
    assert.deepEqual(
      workspaceState.keys().filter((key) => key.includes('127.0.0.1')),
      [],
    );
    assert.deepEqual(await secrets.keys(), []);
  }

  test('a valid address and a valid token create the active account', async () => {
    const account = await signIn(person, ` ${platform.address}/v1/ `, `Bearer ${platform.token}\n`);

    assert.equal(testing.accounts.active?.key, account.key);
    assert.equal(account.base, platform.address);
    assert.equal(account.label, `Mara Lindqvist · ${new URL(platform.address).host}`);
    assert.equal(await testing.accounts.token(account.key), platform.token);
  });

  test('the token is asked for in an empty masked box', async () => {
    await attempt(platform.address);

    const [address, token] = person.questions;
    assert.deepEqual([address?.password, token?.password, token?.value], [undefined, true, undefined]);
  });

  test('the token is sent only after the user has entered it, and only to the server', async () => {
    const tokens: (string | null)[] = [];
    platform.instead = (request, real) => {
      tokens.push(request.headers.get('authorization'));
      return real(request);
    };

    await attempt(platform.address, 'dp_wrong');

    assert.deepEqual([tokens[0], [...new Set(tokens.slice(1))]], [null, ['Bearer dp_wrong']]);
  });

  const badAddresses: readonly (readonly [what: string, address: () => string, sentence: RegExp])[] = [
    ['that is empty', () => ' ', /^Enter the URL of the server/],
    ['with words', () => 'not an address', /space.*Enter only the URL/],
    ['without a host', () => 'https://', /isn't a valid URL/],
    ['of another scheme', () => 'ftp://docs.example.com', /must start with https:/],
    ['with a query', () => `${platform.address}?a=b`, /Remove the question mark/],
    ['with a fragment', () => `${platform.address}/#top`, /Remove the #/],
    ['with a password', () => platform.address.replace('//', '//user:secret@'), /Remove the user name and password/],
    ['of plain http outside of this machine', () => 'http://docs.example.com', /must start with https:/],
    ['where nobody listens', () => 'http://127.0.0.1:9', /127\.0\.0\.1:9/],
    ['that does not resolve', () => 'https://nowhere.invalid', /find the server nowhere\.invalid/],
    ['that answers with HTML', () => `${strangeAddress}/html`, /sent a web page/],
    ['that asks for a sign-in with HTML', () => `${strangeAddress}/refusal`, /sent a web page/],
    ['that answers with other JSON', () => `${strangeAddress}/shop`, /isn't a docs platform\. Check the URL/],
    ['that redirects', () => `${strangeAddress}/redirect`, /redirects to .* Check the server URL/],
    ['that never answers', () => (hurry(30_000), `${strangeAddress}/silence`), /didn't respond within 30 s/],
  ];
  for (const [what, address, sentence] of badAddresses) {
    test(`an address ${what} is refused with a sentence, and nothing is stored`, async () => {
      await attempt(address());

      assert.equal(person.questions.length, 1);
      assert.match(person.refusals.join('\n'), sentence);
      assert.match(person.refusals.join('\n'), /^[A-Z0-9][^\n]+\.$/);
      await assertNothingStored();
    });
  }

  test('a token in the place of the URL is neither looked up, nor quoted, nor stored', async () => {
    let asked = 0;
    platform.instead = (request, real) => (asked++, real(request));
    for (const token of ['secret-token-1', `Bearer ${platform.token}`, platform.token]) {
      person.startOver();

      await attempt(token);

      assert.match(
        person.refusals[0] ?? '',
        /^This looks like a token rather than a URL\. .* token is requested in the next step\.$/,
      );
      assert.ok(!JSON.stringify([person.refusals, await testing.recentRequests()]).includes(token));
      await assertNothingStored();
    }
    await attempt();
    assert.equal(asked, 0);
    assert.ok(!person.questions.at(-1)?.value?.includes(platform.token));
  });

  const badTokens: readonly (readonly [what: string, token: () => string, sentence: RegExp])[] = [
    ['that is empty', () => '  ', /^Paste the API token/],
    ['that is wrong', () => 'dp_wrong', /^The server doesn't accept this token: .*Paste it again/],
    ['with a space in it', () => `${platform.token.slice(0, 9)} ${platform.token.slice(9)}`, /space or a line break/],
    [
      'with a line break in it',
      () => `${platform.token.slice(0, 9)}\n${platform.token.slice(9)}`,
      /space or a line break/,
    ],
    ['with a letter that no token has', () => `${platform.token}…`, /character/],
  ];
  for (const [what, token, sentence] of badTokens) {
    test(`a token ${what} is refused with a sentence that doesn't quote it, and nothing is stored`, async () => {
      await attempt(platform.address, token());

      assert.equal(person.questions.length, 2);
      assert.match(person.refusals.join('\n'), sentence);
      assert.ok(!person.refusals.join('\n').includes(token().trim() || '\0'));
      await assertNothingStored();
    });
  }

  test('an unexpected refusal of a token questions the address, and nothing is stored', async () => {
    await attempt(`${strangeAddress}/gate`, platform.token);

    assert.equal(person.questions.length, 2);
    assert.match(person.refusals.join('\n'), /check its URL\.$/);
    await assertNothingStored();
  });

  test('a token without permissions is distinguished from an invalid one', async () => {
    platform.instead = () => Response.json({ error: { code: 403, message: 'no' } }, { status: 403 });

    await attempt(platform.address, platform.token);
    const [forbidden] = person.refusals;
    platform.instead = undefined;
    await attempt(platform.address, 'dp_wrong');

    assert.notEqual(forbidden, person.refusals[1]);
    await assertNothingStored();
  });

  test('going back from the token shows the address, and the user can sign in to another server', async () => {
    await attempt(` ${strangeAddress}/gate`, goingBack, platform.address, platform.token);

    const [, , again] = person.questions;
    assert.deepEqual([again?.title, again?.value], [person.questions[0]?.title, ` ${strangeAddress}/gate`]);
    assert.equal(testing.accounts.active?.base, platform.address);
    assert.deepEqual(person.refusals, []);
  });

  test('the address is remembered if the user leaves at the token, until the account is created', async () => {
    await attempt(`${platform.address}/v1`);
    await assertNothingStored();
    await attempt(platform.address, platform.token);
    await attempt();

    const offered = person.questions.map(({ value }) => value);
    assert.deepEqual(offered, ['', undefined, `${platform.address}/v1`, undefined, '']);
  });

  test('the address from the settings is offered', async () => {
    const configuration = vscode.workspace.getConfiguration('docsPlatform');
    await configuration.update('serverAddress', platform.address, vscode.ConfigurationTarget.Global);
    await attempt();
    await configuration.update('serverAddress', undefined, vscode.ConfigurationTarget.Global);

    assert.equal(person.questions[0]?.value, platform.address);
  });

  /** Makes timers of exactly this length fire at once. */
  function hurry(patience: number): void {
    const fake = (action: () => void, delay?: number): NodeJS.Timeout =>
      patient(action, delay === patience ? 1 : delay);
    globalThis.setTimeout = Object.assign(fake, patient);
  }
});
