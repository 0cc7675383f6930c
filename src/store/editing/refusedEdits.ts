import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { ApiError, failureOf, isKind, reworded } from '../../model/shared/failure.ts';

/** Why the change request can't be edited; undefined if it can. */
export function closedFor({ number, status }: ChangeRequest): ApiError | undefined {
  if (status === 'merged') {
    return new ApiError(
      'conflict',
      `Change request #${number} was merged: nothing can be written in it any more. Take your text to another change request.`,
    );
  }
  if (status === 'archived') {
    return new ApiError(
      'conflict',
      `Change request #${number} is archived. Reopen it, or take your text to another change request.`,
    );
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
    return reworded(
      failure,
      `You may read change request #${number}, but not write in it: that takes the permission to edit the space. Nothing was sent.`,
    );
  }
  if (!isKind(failure, 'missing', 'conflict', 'invalid')) return failure;
  try {
    return closedFor(await ask()) ?? failure;
  } catch (error) {
    if (!failureOf(error)) throw error;
    if (!isKind(error, 'missing')) return failure;
    const gone = `Change request #${number} does not exist (any more). Take your text to another change request.`;
    return reworded(failure, gone);
  }
}

export function notOffered(failure: ApiError): ApiError {
  return reworded(
    failure,
    'This server takes no text for change requests. Edit the page in the browser, or in the repository of the space.',
  );
}
