import type * as vscode from 'vscode';
import { has, shaped } from '../../ground/contributions/given.ts';
import type { CommentsPlace } from '../../../model/comments/place.ts';
import type { DraftTarget } from '../../../store/comments/drafts.ts';

/**
 * A thread that a command applies to, as trees, notifications and panels pass it. `account` is a key; without it, the
 * active account is meant.
 */
export interface ThreadReference {
  readonly account?: string | undefined;
  readonly place: CommentsPlace;
  readonly thread: string;
}

/** A comment with suggestions that a panel names, or a reply with some. */
export interface SuggestionReference extends ThreadReference {
  readonly reply?: string | undefined;
  /** The Markdown that the user sees. */
  readonly body?: string | undefined;
}

/** A draft that a command applies to. */
export interface DraftReference {
  readonly account?: string | undefined;
  readonly target: DraftTarget;
}

/** What VS Code passes to the buttons of a thread's box, and to those of a comment. */
export const isBox = shaped<vscode.CommentReply>({ thread: 'present', text: 'present' });
export const isComment = shaped<vscode.Comment>({ body: 'present', mode: 'present' });

/** Whether the argument is a thread: menus and other extensions may pass anything. */
export function isThreadReference(given: unknown): given is ThreadReference {
  return has(given, { thread: 'string' }) && isPlace(given['place']);
}

export function isDraftReference(given: unknown): given is DraftReference {
  if (!has(given, {}) || !has(given['target'], {})) return false;
  const { kind, place, thread } = given['target'];
  if (!isPlace(place)) return false;
  return kind === 'thread' || ((kind === 'reply' || kind === 'edit') && typeof thread === 'string');
}

function isPlace(value: unknown): value is CommentsPlace {
  if (!has(value, { space: 'string' })) return false;
  return value['changeRequest'] === undefined || typeof value['changeRequest'] === 'string';
}
