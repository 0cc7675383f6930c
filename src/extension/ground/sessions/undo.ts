import * as vscode from 'vscode';
import { failureOf } from '../../../model/shared/failure.ts';
import { titledText } from '../../../model/text/titleHeading.ts';
import type { PageEdit } from '../../../store/editing/edits.ts';
import type { Choice } from '../services/prompts.ts';
import type { Uses } from '../services/services.ts';
import { say, send, type PageSession } from './pageSession.ts';

/** What a message offers besides. */
interface Offer {
  /** Undefined if that isn't possible. */
  readonly undo: (() => Promise<void>) | undefined;
  readonly other?: { readonly action: string; readonly run: () => unknown } | undefined;
  readonly severity?: Choice<string>['severity'] | undefined;
}

/** Says what was done, and offers to undo it. An undo that fails can be tried again. */
export function offerUndo(
  { prompts, edge }: Uses<'prompts' | 'edge'>,
  message: string,
  { undo, other, severity }: Offer,
): void {
  const action = vscode.l10n.t('Undo');
  const explained = (error: unknown): void =>
    edge.explain('docsPlatform.editing.undo', error, () => undo?.().catch(explained));
  prompts
    .choose({
      message,
      ...(severity && { severity }),
      actions: [...(undo ? [action] : []), ...(other ? [other.action] : [])],
    })
    .then((answer) => (answer === action ? undo?.() : answer === undefined ? undefined : other?.run()))
    .catch(explained);
}

/** Edits that give pages their former Markdown back, unless someone has changed it since. */
export function textsBack(
  pages: readonly { readonly page: string; readonly before: string; readonly after: string }[],
): PageEdit[] {
  return pages.map(({ page, before, after }) => ({
    kind: 'write',
    page,
    text: before,
    base: after,
    format: 'markdown',
  }));
}

/** Sends edits that undo something, and says so. Nothing is sent if someone has changed the same since. */
export async function sendBack(
  parts: Uses<'prompts' | 'edge'>,
  session: PageSession,
  edits: readonly PageEdit[],
): Promise<void> {
  const { content, space, number } = session;
  await content.refresh(space, number);
  const { byId } = await session.pages();
  const gone = edits.find((edit) => edit.kind === 'write' && !byId.has(edit.page));
  if (gone?.kind === 'write') throw changedSince(titledText(gone.text).heading ?? '', number);
  try {
    await send(parts, session, ...edits);
  } catch (error) {
    const reason = failureOf(error)?.reason;
    throw reason?.code === 'changedOnServer' ? changedSince(String(reason.title), number) : error;
  }
  say(vscode.l10n.t('Undone in #{0}.', number));
}

export function changedSince(title: string, number: number): Error {
  return new Error(vscode.l10n.t('“{0}” in #{1} is no longer as you left it. Nothing was undone.', title, number));
}
