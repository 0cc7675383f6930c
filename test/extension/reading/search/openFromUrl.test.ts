import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSites } from '../../../../src/store/sites/createSites.ts';
import { openLibraryActions } from '../../../store/openLibraryActions.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import { patience } from '../../../patience.ts';

test("reads a URL that only looks like a share link as that of a page if sites can't be listed", async () => {
  const { library, api, local, space } = await openLibraryActions({ appUrl: 'https://app.example' });
  const { id, organization } = await space('Release Notes');
  const log = { warn: (message: string) => assert.fail(message) };
  const sites = createSites({ api, now: Date.now, serverNow: Date.now, log });
  local.fail({ kind: 'status', amount: 403, path: '/sites' });
  let answer: unknown;
  const parts = {
    accounts: { active: { key: 'a', base: 'https://docs.example' } },
    stores: () => ({ library: async () => library, sites: async () => sites }),
    prompts: {
      ask: async ({ accept }: { accept: (text: string, signal: AbortSignal) => Promise<unknown> }) => {
        const url = `https://app.example/o/${organization}/s/${id}/share/it`;
        answer = await accept(url, AbortSignal.timeout(patience));
      },
    },
  } as unknown as Services;
  const { openFromUrl } = await import('../../../../src/extension/reading/search/openFromUrl.ts');

  await openFromUrl(parts);

  assert.deepEqual(answer, { problem: '“Release Notes” has no page at share/it.' });
});
