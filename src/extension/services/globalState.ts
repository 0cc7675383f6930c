import type * as vscode from 'vscode';

/** The extension's global state, written one value after the other. */
export type GlobalState = Pick<vscode.Memento, 'update'> & { get(key: string): unknown };

/** Opens it for this window. */
export function openGlobalState(memento: vscode.Memento): GlobalState {
  opened = openState(memento);
  return opened;
}

/** Of this window, for what is loaded later; undefined in unit tests. */
export function sharedGlobalState(): GlobalState | undefined {
  return opened;
}

let opened: GlobalState | undefined;

/**
 * VS Code echoes each write with all that the state held then, and takes the echo for what is: a value written meanwhile is
 * lost. Its promise resolves after the echo, so a write that waits for the one before it loses nothing.
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
        // A newer value of the same key follows.
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
