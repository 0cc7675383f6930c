/** Text as it is compared where case does not matter. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
