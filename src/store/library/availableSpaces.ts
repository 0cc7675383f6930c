import type { ApiError } from '../../client/errors.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { failureOf, isKind } from '../shared/failure.ts';
import type { AvailableSpaces } from './library.ts';
import type { LibraryParts } from './parts.ts';

/** See `Library.availableSpaces`. */
export async function availableSpaces(
  { organizations, organization, records }: Pick<LibraryParts, 'organizations' | 'organization' | 'records'>,
  signal: AbortSignal | undefined,
): Promise<AvailableSpaces> {
  const { items } = await organizations.load(signal);
  const failures = await Promise.all(
    items.map(async ({ id }): Promise<ApiError | undefined> => {
      try {
        await organization(id).loadSpaces(signal);
        return organization(id).state().failure;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === undefined || isKind(error, 'cancelled')) throw error;
        return failure;
      }
    }),
  );
  const spaces: readonly Space[] = [...records.all()].map(({ space }) => space);
  return { spaces, failures: failures.filter((failure) => failure !== undefined) };
}
