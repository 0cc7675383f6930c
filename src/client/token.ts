import type { Reason } from '../model/shared/reasons.ts';

/**
 * Reads an API token as people paste it. Drops surrounding whitespace and a leading `Bearer`.
 */
export function parseToken(text: string): { readonly token: string } | { readonly problem: Reason } {
  const token = text
    .trim()
    .replace(/^authorization\s*:\s*/i, '')
    .replace(/^bearer(\s+|$)/i, '');
  if (token === '') return { problem: { code: 'tokenEmpty' } };
  if (/\s/.test(token)) {
    return { problem: { code: 'tokenWithSpaces' } };
  }
  if (!visible.test(token)) {
    return { problem: { code: 'tokenWithOddCharacter' } };
  }
  if (token.length > longest) return { problem: { code: 'tokenTooLong' } };
  return { token };
}

const visible = /^[\x21-\x7e]+$/;
const longest = 8192;

/** Whether the text can be sent unchanged. */
export function isToken(text: string): boolean {
  return text.length <= longest && visible.test(text);
}
