import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateInto, type Amounts } from '../../src/server/sample/generate.ts';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';

export interface Filled extends Disposable {
  readonly platform: LocalPlatform;
  readonly data: string;
  readonly organization: string;
  readonly space: string;
}

/** A platform on disk with a generated space: so many rows take too long through the API. */
export async function filledPlatform(amounts: Partial<Amounts>): Promise<Filled> {
  const data = mkdtempSync(join(tmpdir(), 'platform-bench-'));
  openLocalPlatform({ data }).close();
  const space = generateInto(data, { comments: 0, pages: 0, spaces: 0, ...amounts }, Date.now()) ?? '';
  const platform = openLocalPlatform({ data });
  const { items } = await ask<{ items: { id: string }[] }>(platform, '/v1/orgs');
  return {
    platform,
    data,
    organization: items[0]?.id ?? '',
    space,
    [Symbol.dispose]: () => {
      platform.close();
      rmSync(data, { recursive: true });
    },
  };
}

/** A response of the platform, read completely. */
export async function ask<T>(platform: LocalPlatform, path: string, method = 'GET', body?: unknown): Promise<T> {
  return JSON.parse((await askForBytes(platform, `http://a.invalid${path}`, method, body)).toString()) as T;
}

/** The same for any URL of the platform and any content. */
export async function askForBytes(
  platform: LocalPlatform,
  url: string,
  method = 'GET',
  body?: unknown,
): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${platform.token}` };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await platform.handle(new Request(url, { method, headers, ...sent }));
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
