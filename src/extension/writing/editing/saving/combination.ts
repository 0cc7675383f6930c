import { isSameText, mergePageTexts } from '../../../../model/merge/lineEdits.ts';
import type { MergedText } from '../../../../model/merge/texts.ts';
import { isSameSource, type PlatformPage } from '../../../../model/editing/editablePage.ts';

/** A typed text merged with what others have saved since. */
export interface Combination {
  /** Undefined if nobody else has changed the page since. */
  readonly merged: MergedText | undefined;
  /** The text to send, unless there are conflicts. */
  readonly text: string;
  /** The text that the server must have when this one is sent. */
  readonly over: string;
  /** Whether it contains changes by others that the typed text lacks. */
  readonly isCombined: boolean;
  /** Whether the server already has all of it. */
  readonly isNothingNew: boolean;
}

/** `base` is the base of the typed text. */
export function combined(base: string, text: string, present: PlatformPage): Combination {
  if (isSameSource(present, base) || isSameText(present.text, text)) {
    const isNothingNew = isSameText(text, present.text) || isSameText(text, base);
    return { merged: undefined, text, over: base, isCombined: false, isNothingNew };
  }
  const merged = mergePageTexts({ base, ours: text, theirs: present.text });
  return {
    merged,
    text: merged.text,
    over: present.text,
    isCombined: !isSameText(merged.text, text),
    isNothingNew: isSameText(merged.text, present.text),
  };
}
