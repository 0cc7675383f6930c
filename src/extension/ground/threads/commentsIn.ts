import type { CommentsPlace } from '../../../model/comments/place.ts';
import { has } from '../contributions/given.ts';

/**
 * The space or change request of a command's argument, such as a row, and its page and thread. They may be ids or
 * records of the platform.
 */
export function commentsIn(given: unknown):
  | {
      readonly place: CommentsPlace;
      readonly page: string | undefined;
      readonly thread: string | undefined;
    }
  | undefined {
  if (!has(given, {})) return undefined;
  const at = has(given['place'], {}) ? given['place'] : given;
  const space = idOf(at['space']);
  const changeRequest = idOf(at['changeRequest']);
  if (space === undefined) return undefined;
  return {
    place: { space, ...(changeRequest !== undefined && { changeRequest }) },
    page: idOf(given['node']) ?? idOf(at['page']),
    thread: idOf(given['thread']),
  };
}

function idOf(value: unknown): string | undefined {
  const id = has(value, {}) ? value['id'] : value;
  return typeof id === 'string' ? id : undefined;
}
