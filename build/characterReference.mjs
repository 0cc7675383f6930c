import { decodeHTMLStrict } from 'entities/decode';

/**
 * Instead of a Markdown parser's own package, which has a second table of all two thousand names.
 * @param {string} name of letters and digits
 * @returns {string | false}
 */
export function decodeNamedCharacterReference(name) {
  const reference = `&${name};`;
  const decoded = decodeHTMLStrict(reference);
  return decoded === reference ? false : decoded;
}
