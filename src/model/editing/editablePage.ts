/** An editable page as a file: what its editor was given, and the text on the server that this was written over. */
export interface WrittenPage {
  /** What the editor was given, or has kept: the platform's text, or a draft. */
  readonly text: string;
  /** As reported to editors: in UTF-8 bytes, or one more where it has to differ from before. */
  readonly size: number;
  /** In ms since the epoch. */
  readonly modifiedAt: number;
  /** The platform's text when the editor was given its own. */
  readonly base: string;
  /**
   * What the platform had when the editor took the page last, or wrote it: what is typed stands over that, whatever is heard
   * since. Undefined while no editor has taken it.
   */
  readonly seen?: string | undefined;
  /** In bytes and in ms since the epoch, as reported then. */
  readonly seenSize?: number | undefined;
  readonly seenAt?: number | undefined;
}

/** What the platform has. */
export interface PlatformPage {
  readonly text: string;
  readonly modifiedAt: number;
  /** How the same Markdown read before: its links read otherwise when other pages are renamed. */
  readonly earlier?: readonly string[] | undefined;
}

/** Whether the platform has the same as when its page read so. */
export function isSameSource({ text, earlier }: PlatformPage, before: string): boolean {
  return text === before || earlier?.includes(before) === true;
}

/** What one reads on opening the page: the draft, if there is one that the platform does not have. */
export function opened(
  page: PlatformPage,
  draft?: { readonly text: string; readonly base: string; readonly changedAt: number },
): WrittenPage {
  if (!draft || draft.text === page.text)
    return { text: page.text, size: sizeOf(page.text), modifiedAt: page.modifiedAt, base: page.text };
  return { text: draft.text, size: sizeOf(draft.text), modifiedAt: draft.changedAt, base: draft.base };
}

/** Whether there is more in it than the platform had. */
export function isDraft({ text, base }: WrittenPage): boolean {
  return text !== base;
}

/** The platform has this now. A draft stays as it is: both are merged when it is saved. */
export function followed(written: WrittenPage, page: PlatformPage): WrittenPage {
  if (page.text === written.base || (isDraft(written) && isSameSource(page, written.base))) return written;
  // What was sent without an answer may have arrived.
  if (page.text === written.text) return { ...written, base: page.text };
  return isDraft(written) ? written : replaced(written, page);
}

/** An editor has taken it as it is now. */
export function taken(written: WrittenPage): WrittenPage {
  return { ...written, seen: written.base, seenSize: written.size, seenAt: written.modifiedAt };
}

/**
 * Size and time as the editor knows them. VS Code compares them before it writes: when others saved meanwhile it would offer to
 * compare or overwrite, while both texts can be merged.
 */
export function seenStat({ size, modifiedAt, seenSize = size, seenAt = modifiedAt }: WrittenPage) {
  return { size: seenSize, modifiedAt: seenAt };
}

/** What is typed stands over another text now: it holds the changes of that one, or marks them as conflicts. */
export function rebased(written: WrittenPage, over: string): WrittenPage {
  return { ...written, base: over, seen: over };
}

/** What the editor's text stands over. */
export function standsOver({ seen, base }: WrittenPage): string {
  return seen ?? base;
}

/** The editor has written this, and it was kept as a draft. */
export function kept(written: WrittenPage, text: string, now: number): WrittenPage {
  const size = sizeOf(text);
  const modifiedAt = Math.max(now, written.modifiedAt + 1);
  const base = standsOver(written);
  return {
    text,
    size,
    modifiedAt,
    base,
    ...(written.seen !== undefined && { seen: base, seenSize: size, seenAt: modifiedAt }),
  };
}

/** The editor has written this, and the platform has it. */
export function sent(written: WrittenPage, text: string, now: number): WrittenPage {
  return taken({ ...kept(written, text, now), base: text });
}

/** It is another text now, of a draft in another window or of the platform: whatever stood here is given up. */
export function replaced(written: WrittenPage, by: PlatformPage, base = by.text): WrittenPage {
  return { ...renewed(written, by), text: by.text, base };
}

/** Told so that an editor sees that it is another. */
function renewed(written: WrittenPage, { text, modifiedAt }: PlatformPage): WrittenPage {
  let size = sizeOf(text);
  while (size === written.size || size === written.seenSize) size += 1;
  return {
    ...written,
    size,
    modifiedAt: Math.max(modifiedAt, written.modifiedAt + 1),
  };
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
