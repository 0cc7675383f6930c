import * as z from 'zod/mini';

/**
 * The texts of a webview: VS Code's language, for dates, numbers and plurals, and each text by name. `{0}`, `{1}` and
 * so on stand for values. A text with a count has several forms (see `model/shared/pluralForm.ts`).
 */
export function wordsSchema<Names extends readonly string[]>(names: Names) {
  return z.strictObject({ language: z.string(), texts: z.record(z.enum(names), z.string()) });
}

/** The texts of a webview whose words have this schema. */
export type TextsOf<Schema extends z.ZodMiniType<{ texts: unknown }>> = z.output<Schema>['texts'];
