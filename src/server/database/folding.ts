/** Text for comparison without case. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
