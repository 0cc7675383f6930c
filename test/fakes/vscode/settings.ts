import { EventEmitter } from './events.ts';
import { defaultOf } from './manifest.ts';

/** The user's settings, by their whole names. Defaults are those of the manifest. */
export const userSettings = new Map<string, unknown>();
export const settingsChanged = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();

/** `vscode.workspace.getConfiguration` */
export function settingsIn(section?: string) {
  const nameOf = (name: string) => (section ? `${section}.${name}` : name);
  const get = (name: string, otherwise?: unknown) =>
    userSettings.get(nameOf(name)) ?? defaultOf(nameOf(name)) ?? otherwise;
  return {
    get,
    has: (name: string) => get(name) !== undefined,
    inspect: (name: string) => ({
      key: nameOf(name),
      defaultValue: defaultOf(nameOf(name)),
      globalValue: userSettings.get(nameOf(name)),
    }),
    async update(name: string, value: unknown) {
      const whole = nameOf(name);
      if (value === undefined) userSettings.delete(whole);
      else userSettings.set(whole, value);
      settingsChanged.fire({
        affectsConfiguration: (changed) => whole === changed || whole.startsWith(`${changed}.`),
      });
    },
  };
}
