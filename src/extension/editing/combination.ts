import { isSameText, mergePageTexts } from '../../model/merge/lineEdits.ts';
import type { MergedText } from '../../model/merge/texts.ts';
import { isSameSource, type PlatformPage } from '../../model/editing/editablePage.ts';

/** A typed text together with what others saved since. */
export interface Combination {
  /** Undefined where nobody has changed the page since. */
  readonly merged: MergedText | undefined;
  /** What is to be sent, unless there are conflicts. */
  readonly text: string;
  /** What the server has to have when it is sent. */
  readonly over: string;
  /** Changes of others are in it that the typed text does not have. */
  readonly isCombined: boolean;
  /** The server has all of it. */
  readonly isNothingNew: boolean;
}

/** `base` is what the text stands over. */
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
