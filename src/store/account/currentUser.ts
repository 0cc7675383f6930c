import type { Api } from '../../client/api.ts';
import { isKind } from '../../model/shared/failure.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createLane } from '../shared/lane.ts';
import type { Storage } from '../shared/storage.ts';

/** The id of the account's user. */
export interface CurrentUser {
  /** Without a request; undefined until it is loaded. */
  cached(): string | undefined;
  /** Undefined if the server doesn't say, and the user hasn't chosen. */
  load(read?: { readonly signal?: AbortSignal | undefined }): Promise<string | undefined>;
  /** Sets the user's own choice, for servers that don't say. */
  choose(userId: string): Promise<void>;
  onDidChoose(listener: () => void): { dispose(): void };
}

export interface CurrentUserContext {
  readonly api: { readonly users: Pick<Api['users'], 'me'> };
  /** The id that the server reported at sign-in. */
  readonly userId: string | undefined;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
}

const key = 'who-i-am';

export function createCurrentUser({ api, userId, storage, log }: CurrentUserContext): CurrentUser {
  const lane = createLane();
  const chosen = createEmitter<void>((error) => log.warn(`A listener of the current user failed: ${String(error)}`));
  let known = userId;

  return {
    cached: () => known,
    load: async ({ signal } = {}) =>
      known ??
      lane.share('me', signal, async (signal) => {
        known ??= await storage.read(key);
        if (known !== undefined) return known;
        try {
          known = (await api.users.me({}, { signal })).id;
        } catch (error) {
          if (!isKind(error, 'unsupported', 'missing')) throw error;
        }
        return known;
      }),
    async choose(userId) {
      known = userId;
      await storage.write(key, userId);
      chosen.emit();
    },
    onDidChoose: (listener) => chosen.listen(listener),
  };
}
