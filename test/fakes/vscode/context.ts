import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readManifest } from '../../readManifest.ts';
import { ExtensionMode } from './enums.ts';
import { EventEmitter, type Disposed } from './events.ts';
import { Uri } from './places.ts';

/** A memento in memory. */
function memento(values = new Map<string, unknown>()) {
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    async update(key: string, value: unknown) {
      if (value === undefined) values.delete(key);
      else values.set(key, structuredClone(value));
    },
    setKeysForSync: () => undefined,
  };
}

/** What VS Code passes to `activate`, in a folder of its own. It is removed with all that unit tests leave behind. */
export function extensionContext() {
  const storage = mkdtempSync(path.join(tmpdir(), 'storage-'));
  const secrets = new Map<string, string>();
  const secretChanged = new EventEmitter<{ readonly key: string }>();
  const subscriptions: Disposed[] = [];
  return {
    subscriptions,
    extension: { packageJSON: readManifest<object>() },
    extensionMode: ExtensionMode.Test,
    extensionUri: Uri.file(process.cwd()),
    globalStorageUri: Uri.file(storage),
    globalState: memento(),
    workspaceState: memento(),
    secrets: {
      keys: async () => [...secrets.keys()],
      get: async (key: string) => secrets.get(key),
      async store(key: string, value: string) {
        secrets.set(key, value);
        secretChanged.fire({ key });
      },
      async delete(key: string) {
        secrets.delete(key);
        secretChanged.fire({ key });
      },
      onDidChange: secretChanged.event,
    },
    /** Ends what the extension created. */
    leave() {
      for (const each of subscriptions.splice(0).reverse()) each.dispose();
    },
  };
}
