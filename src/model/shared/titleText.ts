/**
 * Someone's title or name, made safe for a label: never empty, on one line, without marks that change the direction of
 * the text around it.
 */
export function titleText(text: string | null | undefined, otherwise = 'Untitled'): string {
  if (!text) return otherwise;
  const safe = isUnsafe.test(text) ? text.replace(breaks, ' ').replace(unsafe, '') : text;
  return safe.trim() || otherwise;
}

const breaks = /[\t-\r\u0085\u2028\u2029]+/g;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const isUnsafe = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
const unsafe = new RegExp(isUnsafe, 'g');
