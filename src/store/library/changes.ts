import { createEmitter } from '../shared/emitter.ts';
import type { ShownChildren } from '../shared/shownChildren.ts';
import type { Children, LibraryChange, Place } from './library.ts';

/** Reports changes of a library to its listeners. */
export interface LibraryChanges {
  /** Reports a change of pages or of a lock at once. */
  readonly emit: (change: LibraryChange) => void;
  /** Notes that shown children may have changed. */
  readonly mark: () => void;
  /** Reports the shown places whose children have changed. */
  readonly announce: () => void;
  /** Announces the noted changes as soon as the call has settled. */
  readonly announceAfter: <Result>(call: Promise<Result>) => Promise<Result>;
  readonly listen: (listener: (change: LibraryChange) => void) => { dispose(): void };
}

export function createLibraryChanges(
  shown: Pick<ShownChildren<Place, Children>, 'changed'>,
  warn: (message: string) => void,
): LibraryChanges {
  const emitter = createEmitter<LibraryChange>((error) => warn(`A listener of the library failed: ${String(error)}`));
  let isMarked = false;

  function announce(): void {
    isMarked = false;
    for (const place of shown.changed()) emitter.emit({ kind: 'children', place });
  }

  return {
    ...emitter,
    mark: () => void (isMarked = true),
    announce,
    async announceAfter(call) {
      try {
        return await call;
      } finally {
        if (isMarked) announce();
      }
    },
  };
}
