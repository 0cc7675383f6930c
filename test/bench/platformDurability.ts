import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killedDuringWrites } from '../server/killing.ts';
import type { Figure } from './figure.ts';

/** How much acknowledged data is lost when the platform is killed fifty times. */
export async function* platformDurability(): AsyncGenerator<Figure> {
  const data = mkdtempSync(join(tmpdir(), 'platform-bench-'));
  try {
    const { acknowledged, lost } = await killedDuringWrites(data, 50);
    yield {
      name: 'writes acknowledged by a platform that is killed fifty times',
      value: acknowledged.length,
      unit: '',
    };
    yield { name: 'of these lost', value: lost.length, unit: '', limit: 0 };
  } finally {
    rmSync(data, { recursive: true });
  }
}
