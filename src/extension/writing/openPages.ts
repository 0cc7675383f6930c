import type * as vscode from 'vscode';
import type { WrittenPage } from '../../model/writtenPage.ts';
import type { ChangeRequestContent } from '../../store/changeRequestContent.ts';
import type { ChangeRequestEdits, EditablePage, EditTarget } from '../../store/changeRequestEdits.ts';
import type { Account } from '../account/accounts.ts';
import { asApiError } from '../commands/errorEdge.ts';

/** A change request of an account, as somebody writes in it. */
export interface Desk {
  readonly account: Account;
  readonly space: string;
  readonly number: number;
  readonly edits: ChangeRequestEdits;
  readonly content: ChangeRequestContent;
}

/** A page that is looked at by an editor. */
export interface OpenPage {
  readonly uri: vscode.Uri;
  /** Another one once the account was signed out and in again. */
  desk: Desk;
  readonly target: EditTarget;
  written: WrittenPage;
  /** What was kept of it from here last: a draft with another text is of another window. */
  keptText?: string | undefined;
  /** Of a locked space: nothing can be written, but what was begun before. */
  isLocked: boolean;
  /** Being saved: what is heard of it meanwhile may be what is being sent. */
  isSaving: boolean;
}

/** The pages that editors look at, by address. */
export type OpenPages = Map<string, OpenPage>;

export function isAbout(desk: Desk, { desk: other }: OpenPage): boolean {
  return desk.account.key === other.account.key && desk.space === other.space && desk.number === other.number;
}

export function sameTarget(one: EditTarget, other: EditTarget): boolean {
  return one.page === other.page && one.number === other.number && one.space === other.space;
}

/** As the change request has it; undefined when it was deleted there. */
export async function presentOf({ edits }: Desk, target: EditTarget): Promise<EditablePage | undefined> {
  try {
    return await edits.page(target);
  } catch (error) {
    if (asApiError(error)?.kind === 'missing') return undefined;
    throw error;
  }
}
