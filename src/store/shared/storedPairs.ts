/**
 * The pairs of strings that a stored text lists under this name, without invalid entries. Throws if the text is not
 * JSON.
 */
export function storedPairs(text: string | undefined, name: string): readonly (readonly [string, string])[] {
  if (text === undefined) return [];
  const { [name]: pairs } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(pairs)) return [];
  return pairs.filter(
    (entry): entry is [string, string] =>
      Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string',
  );
}
