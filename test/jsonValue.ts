import fc from 'fast-check';

/** Any JSON, except fields named `__proto__`: the parser of documents with comments doesn't accept them. */
export function jsonValue(maxDepth?: number): fc.Arbitrary<unknown> {
  const values = fc.jsonValue(maxDepth === undefined ? {} : { maxDepth });
  return values.filter((value) => !JSON.stringify(value).includes('"__proto__":'));
}
