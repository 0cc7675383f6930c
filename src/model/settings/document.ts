import { isSame } from '../shared/same.ts';
import { SettingsTextError } from './errors.ts';
/** What a settings document shows, by field, in the order in which it is shown. */
export type SettingsValues = Readonly<Record<string, unknown>>;

/** How the settings of one kind of resource are written and sent. */
export interface SettingsForm {
  /** The fields that can be changed, in the order of the API document. */
  readonly fields: readonly string[];
  /** Those of them that null unsets: they are shown as null where nothing is set. */
  readonly nullable?: readonly string[];
  /** True where the endpoint replaces the whole, so that everything is sent. */
  readonly replaces?: boolean;
  /** True where fields that we do not know are shown and sent as well, since they would be lost otherwise. */
  readonly keepsOthers?: boolean;
}

export interface SettingsChanges {
  /** What is to be sent; undefined when nothing changed. */
  readonly send: SettingsValues | undefined;
  /** Names of the fields that differ. */
  readonly changed: readonly string[];
  /** Fields that are in the document no more, and stay as they are on the platform. */
  readonly leftOut: readonly string[];
}

/** The document of a resource: indented JSON with what can be changed and nothing else. */
export function settingsText(form: SettingsForm, resource: SettingsValues): string {
  return `${JSON.stringify(settingsOf(form, resource), undefined, 2)}\n`;
}

/** What of a resource can be changed, in the form's order. */
export function settingsOf(form: SettingsForm, resource: SettingsValues): SettingsValues {
  const nullable = new Set(form.nullable);
  const rest = form.keepsOthers ? Object.keys(resource).filter((name) => !form.fields.includes(name)) : [];
  return Object.fromEntries(
    [...form.fields, ...rest].flatMap((name): [string, unknown][] => {
      const value = resource[name] ?? (nullable.has(name) ? null : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * From what a document showed to what it says now. A part that was left out of the document stays as it is, by the rule of the
 * API document for PATCH; where the endpoint replaces, what is left out goes.
 */
export function settingsChanges(form: SettingsForm, before: SettingsValues, after: SettingsValues): SettingsChanges {
  const changed = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  const missing = Object.keys(before).filter((name) => !(name in after));
  if (form.replaces) {
    const differing = [...changed, ...missing];
    return { send: differing.length > 0 ? after : undefined, changed: differing, leftOut: [] };
  }
  const send = Object.fromEntries(changed.map((name) => [name, after[name]]));
  return { send: changed.length > 0 ? send : undefined, changed, leftOut: missing };
}

/** What the resource would say with what is to be sent, as a document that can be compared with the present one. */
export function proposedText(form: SettingsForm, before: SettingsValues, send: SettingsValues): string {
  const after = form.replaces ? send : { ...before, ...send };
  return `${JSON.stringify(after, undefined, 2)}\n`;
}

/** The first field of a document that cannot be changed; undefined when all of them can. */
export function strangerIn(form: SettingsForm, values: SettingsValues): string | undefined {
  return form.keepsOthers ? undefined : Object.keys(values).find((name) => !form.fields.includes(name));
}

/** The values in the text of a document. Throws a SettingsTextError. */
export function parseSettings(text: string): SettingsValues {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsTextError(`This is no JSON: ${reason}.`, { cause: error });
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new SettingsTextError('The document must be one JSON object: { … }');
  }
  return values as SettingsValues;
}
