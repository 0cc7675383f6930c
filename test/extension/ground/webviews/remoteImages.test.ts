import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import { pageImage } from '../../../../src/extension/ground/webviews/pageContent.ts';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import {
  remoteImagesSetting,
  type RemoteImageContext,
} from '../../../../src/extension/ground/webviews/remoteImages.ts';
import { userSettings } from '../../../fakes/vscode/settings.ts';

const account = { key: 'docs.example', kind: 'server', label: 'x', base: 'https://docs.example/api' } as const;
const page = vscode.Uri.parse('docs-platform://docs.example/space/page.md');
const image = 'https://images.example/a.png';
const offer = { host: 'images.example', isOffered: true };

describe('an image of a page', () => {
  let state: Map<string, unknown>;
  let fetched: [string, string | undefined][];

  beforeEach(() => {
    state = new Map();
    fetched = [];
  });

  const shown = (address: string, isWanted?: boolean, known: Account = account) => {
    const parts = {
      accounts: { byKey: (key: string) => (key === known.key ? known : undefined) },
      globalState: {
        get: (key: string) => state.get(key),
        update: async (key: string, value: unknown) => void state.set(key, value),
      },
      async fetchImage(...given: [string, string?]) {
        fetched.push([given[0], given[1]]);
        return 'data:image/png;base64,';
      },
    } satisfies Record<keyof RemoteImageContext, unknown> as unknown as RemoteImageContext;
    return pageImage(parts, page, address, isWanted);
  };
  const choose = (choice: string) => userSettings.set(remoteImagesSetting, choice);

  test('on another host is offered, and nothing is sent there', async () => {
    assert.deepEqual(await shown(image), offer);
    assert.deepEqual(await shown('HTTPS://images.example:8443/a.png'), { ...offer, host: 'images.example:8443' });

    assert.deepEqual(fetched, []);
  });

  test('that the user asked for is loaded, and so are all others of its host from then on', async () => {
    await shown(image, true);
    await shown('https://images.example/b.png');
    assert.deepEqual(await shown('https://other.example/c.png'), { ...offer, host: 'other.example' });

    assert.deepEqual(fetched, [
      [image, account.key],
      ['https://images.example/b.png', account.key],
    ]);
  });

  test("on the account's own server is loaded", async () => {
    await shown('https://docs.example/logo.png');

    assert.equal(fetched.length, 1);
    assert.equal(state.size, 0);
  });

  test('in the sample workspace, which has no server, is offered', async () => {
    const sample = { ...account, kind: 'sample' } as const;

    assert.deepEqual(await shown('https://docs.example/logo.png', false, sample), { ...offer, host: 'docs.example' });
  });

  test('is loaded if the user wants all', async () => {
    choose('always');
    await shown(image);

    assert.equal(fetched.length, 1);
    assert.equal(state.size, 0);
  });

  test('is neither loaded nor offered if the user wants none, and earlier choices are forgotten', async () => {
    await shown(image, true);
    choose('never');

    assert.deepEqual(await shown(image), { ...offer, isOffered: false });
    assert.deepEqual(await shown(image, true), { ...offer, isOffered: false });
    choose('ask');

    assert.deepEqual(await shown(image), offer);
    assert.equal(fetched.length, 1);
  });
});
