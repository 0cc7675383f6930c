import { settingsBodies } from '../contract/settingsBodies.ts';
import { ApiError } from '../model/shared/failure.ts';
import { violationOf } from './violations.ts';

/**
 * Throws the ApiError `invalid`, which names the field and what is allowed, so that the user isn't asked to confirm a
 * change that would be refused.
 */
export function checkSettings(kind: string, send: unknown): void {
  if (!Object.hasOwn(settingsBodies, kind)) return;
  const parsed = settingsBodies[kind as keyof typeof settingsBodies].safeParse(send);
  if (!parsed.success) throw new ApiError('invalid', { code: 'notSent', violation: violationOf(parsed.error) });
}
