/** The pairs of texts that a kept text lists under this name; those that are none are left out. Throws where it is no JSON. */
export function storedPairs(text: string | undefined, name: string): readonly (readonly [string, string])[] {
  if (text === undefined) return [];
  const { [name]: pairs } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(pairs)) return [];
  return pairs.filter(
    (entry): entry is [string, string] =>
      Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string',
  );
}
