import type * as vscode from 'vscode';

/** The extension's global state. Values are written one after the other. */
export type GlobalState = Pick<vscode.Memento, 'update'> & { get(key: string): unknown };

/** Opens the global state for this window. */
export function openGlobalState(memento: vscode.Memento): GlobalState {
  opened = openState(memento);
  return opened;
}

/** The global state of this window, for code that is loaded later; undefined in unit tests. */
export function sharedGlobalState(): GlobalState | undefined {
  return opened;
}

let opened: GlobalState | undefined;

/**
 * VS Code echoes each write with the whole state of that moment, and then treats the echo as the current state, so a
 * value written in the meantime is lost. The promise of a write resolves after the echo, so a write that waits for the
 * previous one loses nothing.
 */
function openState(memento: vscode.Memento): GlobalState {
  const waiting = new Map<string, { readonly value: unknown }>();
  let last: Promise<unknown> = Promise.resolve();

  return {
    get: (key) => {
      const next = waiting.get(key);
      return next ? next.value : memento.get(key);
    },
    update(key, value: unknown) {
      const next = { value };
      waiting.set(key, next);
      const written = last.then(async () => {
        // A newer value of the same key is about to be written.
        if (waiting.get(key) !== next) return;
        try {
          await memento.update(key, value);
        } finally {
          if (waiting.get(key) === next) waiting.delete(key);
        }
      });
      last = written.catch(() => undefined);
      return written;
    },
  };
}
