/** What a text has to be beyond zod's own formats. The code stands as the message of the schema: who reports it, words it. */
export const formats = [
  'webAddress',
  'wholeNumber',
  'jsonSchemaDraft07',
  'hexColor',
  'languageTag',
  'hostAndPath',
  'name',
  'base64',
  'slug',
  'notBlank',
  'urlOrText',
] as const;
export type Format = (typeof formats)[number];

export function isFormat(text: string): text is Format {
  return (formats as readonly string[]).includes(text);
}
