import { failureOf, isKind, type ApiError } from '../../model/shared/failure.ts';
import type { AvailableSpaces } from './library.ts';
import { cachedSpaces, organizationIn, type LibraryState } from './state.ts';

/** See `Library.availableSpaces`. */
export async function availableSpaces(state: LibraryState, signal: AbortSignal | undefined): Promise<AvailableSpaces> {
  const { items } = await state.organizations.load(signal);
  const failures = await Promise.all(
    items.map(async ({ id }): Promise<ApiError | undefined> => {
      try {
        await organizationIn(state, id).loadSpaces(signal);
        return organizationIn(state, id).state().failure;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === undefined || isKind(error, 'cancelled')) throw error;
        return failure;
      }
    }),
  );
  return { spaces: cachedSpaces(state), failures: failures.filter((failure) => failure !== undefined) };
}
