const order = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** The text with its placeholders `{0}`, `{1}`… replaced by the values. Numbers are written as in the first known language. */
export function filledIn(text: string, values: readonly (string | number)[], languages: readonly string[]): string {
  return text.replace(/\{(\d+)\}/g, (placeholder, at: string) => {
    const value = values[Number(at)];
    return typeof value === 'number' ? value.toLocaleString([...languages]) : (value ?? placeholder);
  });
}

/**
 * The form of a text that fits a count. `text` has one form per plural category of the language, in the order of Unicode
 * (zero, one, two, few, many, other), separated by `|`: `{0} comment|{0} comments`.
 */
export function pluralForm(text: string, count: number, languages: readonly string[]): string {
  const forms = text.split('|');
  return forms[formFor(count, forms.length, languages)] ?? text;
}

/**
 * Two forms are `one` and the rest in every language, because untranslated English has them, too. With other numbers of
 * forms, the last one is for the categories that have none.
 */
function formFor(count: number, forms: number, languages: readonly string[]): number {
  const { rules, categories } = rulesOf(languages);
  const category = rules.select(count);
  if (forms === 2) return (categories.includes('one') ? category === 'one' : count === 1) ? 0 : 1;
  return Math.min(categories.indexOf(category), forms - 1);
}

interface Rules {
  readonly rules: Intl.PluralRules;
  readonly categories: readonly Intl.LDMLPluralRule[];
}

/** Making them takes longer than all else here, and a program uses one language. */
const rulesByLanguages = new Map<string, Rules>();

function rulesOf(languages: readonly string[]): Rules {
  const key = languages.join();
  const known = rulesByLanguages.get(key);
  if (known) return known;
  const rules = new Intl.PluralRules([...languages]);
  const { pluralCategories } = rules.resolvedOptions();
  const made = { rules, categories: order.filter((category) => pluralCategories.includes(category)) };
  rulesByLanguages.set(key, made);
  return made;
}
