import fc from 'fast-check';

/** Any JSON, but for fields named `__proto__`: the parser of documents that may have comments takes none. */
export function jsonValue(maxDepth?: number): fc.Arbitrary<unknown> {
  const values = fc.jsonValue(maxDepth === undefined ? {} : { maxDepth });
  return values.filter((value) => !JSON.stringify(value).includes('"__proto__":'));
}
