/**
 * Reads an API token as people paste it. Drops surrounding whitespace and a leading `Bearer`. A problem is a message
 * for users that says what to do; it never quotes the token.
 */
export function parseToken(text: string): { readonly token: string } | { readonly problem: string } {
  const token = text
    .trim()
    .replace(/^authorization\s*:\s*/i, '')
    .replace(/^bearer(\s+|$)/i, '');
  if (token === '') return { problem: 'Paste the API token.' };
  if (/\s/.test(token)) {
    return { problem: 'The token has a space or a line break in it. Copy it again, the token alone and whole.' };
  }
  if (!visible.test(token)) {
    return { problem: 'The token has a character in it that no token has. Copy it again, the token alone.' };
  }
  if (token.length > longest) return { problem: 'This is too long to be a token. Copy the token alone.' };
  return { token };
}

const visible = /^[\x21-\x7e]+$/;
const longest = 8192;

/** Whether the text can be sent unchanged. */
export function isToken(text: string): boolean {
  return text.length <= longest && visible.test(text);
}
