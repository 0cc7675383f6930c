import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { ApiError, failureOf, isKind, reworded } from '../../model/shared/failure.ts';

/** Why the change request can't be edited; undefined if it can. */
export function closedFor({ number, status }: ChangeRequest): ApiError | undefined {
  if (status === 'merged') {
    return new ApiError('conflict', { code: 'changeRequestMerged', number });
  }
  if (status === 'archived') {
    return new ApiError('conflict', { code: 'changeRequestArchived', number });
  }
  return undefined;
}

/** Words a refusal so that it says what to do. `ask` fetches the change request again. */
export async function explainedRefusal(
  failure: ApiError,
  { number }: { readonly number: number },
  ask: () => Promise<ChangeRequest>,
): Promise<ApiError> {
  if (failure.kind === 'forbidden') {
    return reworded(failure, { code: 'changeRequestReadOnly', number });
  }
  if (!isKind(failure, 'missing', 'conflict', 'invalid')) return failure;
  try {
    return closedFor(await ask()) ?? failure;
  } catch (error) {
    if (!failureOf(error)) throw error;
    if (!isKind(error, 'missing')) return failure;
    return reworded(failure, { code: 'changeRequestMissing', number });
  }
}

export function notOffered(failure: ApiError): ApiError {
  return reworded(failure, { code: 'editingUnsupported' });
}
