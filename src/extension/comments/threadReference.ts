import type { DiscussionPlace } from '../../model/discussion.ts';
import type { DraftTarget } from '../../store/drafts.ts';

/** A thread that a command is about, as trees, notifications and panels give it. `account` is a key; the shown one without. */
export interface ThreadReference {
  readonly account?: string | undefined;
  readonly place: DiscussionPlace;
  readonly thread: string;
}

/** A box that a command is about. */
export interface DraftReference {
  readonly account?: string | undefined;
  readonly target: DraftTarget;
}

/** Whether a command was given a thread: from menus and other extensions anything may come. */
export function isThreadReference(given: unknown): given is ThreadReference {
  return isObject(given) && typeof given['thread'] === 'string' && isPlace(given['place']);
}

export function isDraftReference(given: unknown): given is DraftReference {
  if (!isObject(given) || !isObject(given['target'])) return false;
  const { kind, place, thread } = given['target'];
  if (!isPlace(place)) return false;
  return kind === 'thread' || ((kind === 'reply' || kind === 'edit') && typeof thread === 'string');
}

/** Whether a command was given a space or a change request whose comments it is about. */
export function isDiscussionPlace(given: unknown): given is DiscussionPlace {
  return isPlace(given);
}

function isPlace(value: unknown): value is DiscussionPlace {
  if (!isObject(value) || typeof value['space'] !== 'string') return false;
  return value['changeRequest'] === undefined || typeof value['changeRequest'] === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
