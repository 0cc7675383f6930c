import { filledIn, pluralForm } from '../../model/shared/pluralForm.ts';

type Value = string | number;

/** VS Code's language, for dates, numbers and plurals, and each text by name. */
interface Words<Texts> {
  readonly language: string;
  readonly texts: Readonly<Texts>;
}

/**
 * Reads the texts that the extension gave this webview, with functions that fill in values. Throws if they can't be
 * parsed: a view without its texts shows nothing.
 */
export function readWords<Texts extends Readonly<Record<string, string>>>() {
  const { language, texts } = JSON.parse(document.body.dataset['words'] ?? 'null') as Words<Texts>;
  // The second language is used if the browser doesn't know the first, such as the pseudo-language.
  const languages = [language, 'en'];
  return {
    texts,
    language,
    fill: (text: string, ...values: readonly Value[]): string => filledIn(text, values, languages),
    /** A text in the form for the count, which is `{0}`. */
    counted: (text: string, count: number, ...more: readonly Value[]): string =>
      filledIn(pluralForm(text, count, languages), [count, ...more], languages),
    /** A text with templates as values. */
    phrase: (text: string, ...values: readonly unknown[]): unknown[] =>
      text.split(/\{(\d+)\}/).map((piece, index) => (index % 2 === 0 ? piece : values[Number(piece)])),
    number: (value: number): string => value.toLocaleString(languages),
    time: (at: number): string => new Date(at).toLocaleTimeString(languages, { timeStyle: 'short' }),
    list: (items: readonly string[]): string => new Intl.ListFormat(languages, { type: 'unit' }).format(items),
  };
}
