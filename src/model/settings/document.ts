import { isSame } from '../shared/same.ts';
import { SettingsTextError } from './errors.ts';
/** The values of a settings document by field, in display order. */
export type SettingsValues = Readonly<Record<string, unknown>>;

/** How the settings of one kind of resource are shown and sent. */
export interface SettingsForm {
  /** The editable fields, in the order of the API document. */
  readonly fields: readonly string[];
  /** The fields that null unsets: they are shown as null if they aren't set. */
  readonly nullable?: readonly string[];
  /** True if the endpoint replaces the whole resource, so that everything is sent. */
  readonly replaces?: boolean;
  /** True if unknown fields are shown and sent as well, because they would be lost otherwise. */
  readonly keepsOthers?: boolean;
}

export interface SettingsChanges {
  /** The values to send; undefined if nothing changed. */
  readonly send: SettingsValues | undefined;
  /** Names of the fields that differ. */
  readonly changed: readonly string[];
  /** Fields that the user removed from the document, and that keep their values on the server. */
  readonly leftOut: readonly string[];
}

/** The document of a resource: indented JSON with the editable fields only. */
export function settingsText(form: SettingsForm, resource: SettingsValues): string {
  return `${JSON.stringify(settingsOf(form, resource), undefined, 2)}\n`;
}

/** The editable fields of a resource, in the form's order. */
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
 * The changes from one version of a document to another. Fields that were removed from the document keep their values,
 * by the API document's rule for PATCH; if the endpoint replaces the resource, they are removed.
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

/** The document after sending the changes, to compare with the current one. */
export function headText(form: SettingsForm, before: SettingsValues, send: SettingsValues): string {
  const after = form.replaces ? send : { ...before, ...send };
  return `${JSON.stringify(after, undefined, 2)}\n`;
}

/** The first field of a document that isn't editable; undefined if all are. */
export function unknownFieldIn(form: SettingsForm, values: SettingsValues): string | undefined {
  return form.keepsOthers ? undefined : Object.keys(values).find((name) => !form.fields.includes(name));
}

/** Parses the text of a document. Throws a SettingsTextError. */
export function parseSettings(text: string): SettingsValues {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new SettingsTextError({ code: 'notJson', words }, { cause: error });
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new SettingsTextError({ code: 'settingsNotObject' });
  }
  return values as SettingsValues;
}
