import { filledIn, pluralForm } from '../../model/shared/pluralForm.ts';

type Value = string | number;

/** VS Code's language, for dates, numbers and plurals, and the translation of each text; without one, it is English. */
interface Words {
  readonly language: string;
  readonly bundle?: Readonly<Record<string, string>>;
}

// Read when the script starts, so that the first paint has them.
const { language, bundle } = JSON.parse(document.body.dataset['words'] ?? 'null') as Words;
// The second language is used if the browser doesn't know the first, such as the pseudo-language.
const languages = [language, 'en'];

/** The text in VS Code's language with values in place of `{0}`, `{1}`…, as `vscode.l10n.t` gives it. */
export function t(text: string, ...values: readonly Value[]): string {
  return filledIn(bundle?.[text] ?? text, values, languages);
}

/** A text with the values that `t` didn't get. */
export function fill(text: string, ...values: readonly Value[]): string {
  return filledIn(text, values, languages);
}

/** A text in the form for the count, which is `{0}`. */
export function plural(text: string, count: number, ...more: readonly Value[]): string {
  return filledIn(pluralForm(text, count, languages), [count, ...more], languages);
}

/** A text with templates as values. */
export function phrase(text: string, ...values: readonly unknown[]): unknown[] {
  return text.split(/\{(\d+)\}/).map((piece, index) => (index % 2 === 0 ? piece : values[Number(piece)]));
}

export function number(value: number): string {
  return value.toLocaleString(languages);
}

export function time(at: number): string {
  return new Date(at).toLocaleTimeString(languages, { timeStyle: 'short' });
}

export function list(items: readonly string[]): string {
  return new Intl.ListFormat(languages, { type: 'unit' }).format(items);
}

export { language };
