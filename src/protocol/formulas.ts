import * as z from 'zod/mini';

/** Longer formulas, in UTF-16 units, stay as they were written. */
export const longestFormula = 5000;

/** How many are drawn at once. */
export const mostFormulas = 2000;

/** The formulas of a page. Each is drawn to HTML with MathML in it; null for those that can't be drawn. */
export const formulasRequest = {
  params: z.strictObject({
    formulas: z
      .readonly(
        z.array(z.strictObject({ source: z.string().check(z.maxLength(longestFormula)), isBlock: z.boolean() })),
      )
      .check(z.maxLength(mostFormulas)),
  }),
  result: z.readonly(z.array(z.nullable(z.string()))),
} as const;
