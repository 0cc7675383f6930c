/**
 * Instead of the library that matches three fixed patterns of markdownlint in linear time: it is twice as large as
 * markdownlint. As regular expressions, they take at most quadratic time in the length of a line, and they run in a
 * thread that has a deadline.
 * @param {TemplateStringsArray} pattern
 */
export function re({ raw: [pattern = ''] }) {
  return {
    /** @param {string} text */
    exec: (text) => new RegExp(pattern).exec(text),
    /** @param {string} text */
    matchAll: (text) => text.matchAll(new RegExp(pattern, 'g')),
    /** @param {string} text */
    matcher: (text) => ({
      /** @param {string} replacement */
      replaceFirst: (replacement) => text.replace(new RegExp(pattern), replacement),
    }),
  };
}

/** Matches front matter, which we cut off before. */
export const RE2JS = undefined;
