/** Formats of texts beyond zod's own. The message of a schema is a code, which is worded where it is shown. */
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
  'urlOrBase64',
  'fileName',
] as const;
export type Format = (typeof formats)[number];

export function isFormat(text: string): text is Format {
  return (formats as readonly string[]).includes(text);
}
