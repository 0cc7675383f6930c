import type { Api } from '../../client/api.ts';
import { isKind } from '../../model/shared/failure.ts';
import { createLane } from '../shared/lane.ts';
import type { Storage } from '../shared/storage.ts';

/** Who the caller is. */
export interface WhoAmI {
  /** As known so far. */
  known(): string | undefined;
  /** Undefined where the server does not tell, and nobody has said. */
  load(signal?: AbortSignal): Promise<string | undefined>;
  /** What a person says of themselves, for servers that do not tell. */
  say(userId: string): Promise<void>;
}

export interface WhoAmIParts {
  readonly api: Pick<Api['users'], 'me'>;
  /** As the server told at sign-in. */
  readonly userId: string | undefined;
  readonly storage: Storage;
}

const key = 'who-i-am';

export function whoAmI({ api, userId, storage }: WhoAmIParts): WhoAmI {
  const lane = createLane();
  let known = userId;

  return {
    known: () => known,
    load: async (signal) =>
      known ??
      lane.share('who', signal, async (signal) => {
        known ??= await storage.read(key);
        if (known !== undefined) return known;
        try {
          known = (await api.me({}, { signal })).id;
        } catch (error) {
          if (!isKind(error, 'unsupported', 'missing')) throw error;
        }
        return known;
      }),
    async say(userId) {
      known = userId;
      await storage.write(key, userId);
    },
  };
}
