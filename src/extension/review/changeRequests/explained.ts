import * as vscode from 'vscode';
import { failureOf } from '../../../model/shared/failure.ts';
import { nameOf, statusInWords } from '../../ground/changeRequests/wording.ts';
import type { Target } from '../../ground/changeRequests/target.ts';

/** Runs an action on a change request. If it fails because someone else was faster, the error says what they did. */
export async function explained<Result>({ store, at }: Target, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    const failure = failureOf(error);
    const name = nameOf(at.changeRequest);
    const present = store.cached(at.space.id, at.changeRequest.id);
    if (failure?.kind === 'missing' && !present) {
      throw new Error(vscode.l10n.t('{0} no longer exists, or you no longer have access to it.', name), {
        cause: error,
      });
    }
    if (failure && present && present.changeRequest.status !== at.changeRequest.status) {
      const status = statusInWords(present.changeRequest.status);
      throw new Error(
        vscode.l10n.t('Someone else already changed the status of {0} to {1}. Nothing was changed.', name, status),
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}
