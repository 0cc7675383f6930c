import { isKind } from '../../model/shared/failure.ts';
import type { SendOnce } from './sendOnce.ts';

/** Deletes something that `look` fetches. It counts as deleted once it is missing, no matter who deleted it. */
export async function deleteOnce(
  sendOnce: SendOnce,
  send: () => Promise<unknown>,
  look: () => Promise<unknown>,
): Promise<void> {
  await sendOnce({
    async send() {
      await send().catch(ignoreMissing);
      return true;
    },
    look: () => look().then(() => undefined, ignoreMissing),
  });
}

/** Handles a failure: what is missing is deleted. */
export function ignoreMissing(error: unknown): true {
  if (!isKind(error, 'missing')) throw error;
  return true;
}
