import * as z from 'zod/mini';

/**
 * The texts of a webview: VS Code's language, for dates, numbers and plurals, and each text by name. `{0}`, `{1}` and
 * so on stand for values. A text with a count has several forms (see `model/shared/pluralForm.ts`). Views that
 * share parts may have more texts.
 */
export function wordsSchema<Names extends readonly string[]>(names: Names) {
  const texts = Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Names[number], z.ZodMiniString>;
  return z.strictObject({ language: z.string(), texts: z.object(texts) });
}

/** The texts of a webview whose words have this schema. */
export type TextsOf<Schema extends z.ZodMiniType<{ texts: unknown }>> = z.output<Schema>['texts'];
