import * as vscode from 'vscode';

const order = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * The form of a text that fits a count. `text` has one form per plural category of the language, separated by `|`:
 * `plural(vscode.l10n.t('{0} comment|{0} comments'), count)`. `{0}` is the count; `{1}` and so on are the further
 * values.
 */
export function plural(text: string, count: number, ...more: readonly (string | number)[]): string {
  const forms = text.split('|');
  const values = [count.toLocaleString(locales()), ...more];
  return (forms[formFor(count, forms.length)] ?? text).replace(/\{(\d+)\}/g, (placeholder, at) =>
    String(values[Number(at)] ?? placeholder),
  );
}

/**
 * Two forms are `one` and the rest in every language, because untranslated English has them, too. With other numbers of
 * forms, the last one is for the categories that have none.
 */
function formFor(count: number, forms: number): number {
  const rules = new Intl.PluralRules(locales());
  const { pluralCategories } = rules.resolvedOptions();
  const categories = order.filter((category) => pluralCategories.includes(category));
  const category = rules.select(count);
  if (forms === 2) return (categories.includes('one') ? category === 'one' : count === 1) ? 0 : 1;
  return Math.min(categories.indexOf(category), forms - 1);
}

/** For languages that Intl doesn't know, such as the pseudo-language, the rules of English apply. */
function locales(): string[] {
  return [vscode.env.language, 'en'];
}
