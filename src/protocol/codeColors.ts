import * as z from 'zod/mini';

/** Longer code, in UTF-16 units, stays in one color. */
export const longestCode = 20_000;

/** How many blocks are colored at once. */
export const mostCodes = 100;

const Code = z.strictObject({
  language: z.string().check(z.maxLength(40)),
  text: z.string().check(z.maxLength(longestCode)),
});
export type Code = z.infer<typeof Code>;

/** The code blocks of a page. Each becomes HTML with the classes of highlight.js; null for those that stay plain. */
export const codeColorsRequest = {
  params: z.strictObject({ codes: z.readonly(z.array(Code)).check(z.maxLength(mostCodes)) }),
  result: z.readonly(z.array(z.nullable(z.string()))),
} as const;
