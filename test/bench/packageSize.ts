import { stat } from 'node:fs/promises';
import type { Figure } from './figure.ts';
import { packageExtension } from './packageExtension.ts';

/** The size of the download. */
export async function* packageSize(): AsyncGenerator<Figure> {
  const { size } = await stat(await packageExtension());
  yield { name: '.vsix', value: size / 1024, unit: 'KB', limit: 1160 };
}
