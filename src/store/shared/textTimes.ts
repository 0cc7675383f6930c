import { digest } from '../../model/shared/digest.ts';

export interface TimedText {
  readonly text: string;
  /** Size in UTF-8 bytes. */
  readonly size: number;
  /** In ms since the epoch; strictly increases whenever the text changes. */
  readonly modifiedAt: number;
}

/** Returns a text's size and time. `hasChanged` tells whether another text had this key before. */
export type TextTimes = (
  key: string,
  text: string,
  updatedAt: number,
) => { readonly timed: TimedText; readonly hasChanged: boolean };

/** Remains of a text that is no longer cached, because its time must never go backwards. */
export interface TextTrace {
  readonly digest: string;
  readonly modifiedAt: number;
}

export function createTextTimes(
  traces: { get(key: string): TextTrace | undefined; set(key: string, trace: TextTrace): unknown } = new Map(),
): TextTimes {
  return (key, text, updatedAt) => {
    const before = traces.get(key);
    const now = digest(text);
    const hasChanged = before !== undefined && before.digest !== now;
    const modifiedAt = Math.max(updatedAt, (before?.modifiedAt ?? 0) + (hasChanged ? 1 : 0));
    traces.set(key, { digest: now, modifiedAt });
    return { timed: { text, size: new TextEncoder().encode(text).byteLength, modifiedAt }, hasChanged };
  };
}
