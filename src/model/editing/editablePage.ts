/** An editable page as a file: the editor's text, and the server's text that it is based on. */
export interface EditedPage {
  /** What the editor was given or has saved: the server's text, or a draft. */
  readonly text: string;
  /** Size as reported to editors: in UTF-8 bytes, or one more if it has to differ from before. */
  readonly size: number;
  /** In ms since the epoch. */
  readonly modifiedAt: number;
  /** The server's text when the editor was given its own. */
  readonly base: string;
  /**
   * The server's text when the editor last read or wrote the page: edits are based on that, whatever arrives later.
   * Undefined while no editor has read it.
   */
  readonly seen?: string | undefined;
  /** Size in bytes and time in ms since the epoch, as reported then. */
  readonly seenSize?: number | undefined;
  readonly seenAt?: number | undefined;
}

/** The page on the server. */
export interface PlatformPage {
  readonly text: string;
  readonly modifiedAt: number;
  /** Earlier texts of the same Markdown: its links change when other pages are renamed. */
  readonly earlier?: readonly string[] | undefined;
}

/** Whether the server's Markdown is the same as when its page had this text. */
export function isSameSource({ text, earlier }: PlatformPage, before: string): boolean {
  return text === before || earlier?.includes(before) === true;
}

/** The page to open: with the draft if it differs from the server's text. */
export function opened(
  page: PlatformPage,
  draft?: { readonly text: string; readonly base: string; readonly changedAt: number },
): EditedPage {
  if (!draft || draft.text === page.text)
    return { text: page.text, size: sizeOf(page.text), modifiedAt: page.modifiedAt, base: page.text };
  return { text: draft.text, size: sizeOf(draft.text), modifiedAt: draft.changedAt, base: draft.base };
}

/** Whether it has changes that the server doesn't have. */
export function isDraft({ text, base }: EditedPage): boolean {
  return text !== base;
}

/** Takes over the server's new text. A draft stays unchanged: both are merged when it is saved. */
export function followed(edited: EditedPage, page: PlatformPage): EditedPage {
  if (page.text === edited.base || (isDraft(edited) && isSameSource(page, edited.base))) return edited;
  // A request without an answer may have been applied.
  if (page.text === edited.text) return { ...edited, base: page.text };
  return isDraft(edited) ? edited : replaced(edited, page);
}

/** The page after an editor has read it. */
export function taken(edited: EditedPage): EditedPage {
  return { ...edited, seen: edited.base, seenSize: edited.size, seenAt: edited.modifiedAt };
}

/**
 * Size and time as the editor knows them. VS Code compares them before it writes: after a save by someone else, it
 * would offer to compare or overwrite, although both texts can be merged.
 */
export function seenStat({ size, modifiedAt, seenSize = size, seenAt = modifiedAt }: EditedPage) {
  return { size: seenSize, modifiedAt: seenAt };
}

/** Bases the draft on another text: it contains that text's changes, or has them marked as conflicts. */
export function rebased(edited: EditedPage, over: string): EditedPage {
  return { ...edited, base: over, seen: over };
}

/** The base of the editor's text. */
export function baseOf({ seen, base }: EditedPage): string {
  return seen ?? base;
}

/** The page after the editor has saved this text as a draft. */
export function stored(edited: EditedPage, text: string, now: number): EditedPage {
  const size = sizeOf(text);
  const modifiedAt = Math.max(now, edited.modifiedAt + 1);
  const base = baseOf(edited);
  return {
    text,
    size,
    modifiedAt,
    base,
    ...(edited.seen !== undefined && { seen: base, seenSize: size, seenAt: modifiedAt }),
  };
}

/** The page after the editor has saved this text and the server has it. */
export function sent(edited: EditedPage, text: string, now: number): EditedPage {
  return taken({ ...stored(edited, text, now), base: text });
}

/** Replaces the text by that of a draft in another window, or by the server's: the previous text is given up. */
export function replaced(edited: EditedPage, by: PlatformPage, base = by.text): EditedPage {
  return { ...renewed(edited, by), text: by.text, base };
}

/** With a new size and time, so that an editor notices the change. */
function renewed(edited: EditedPage, { text, modifiedAt }: PlatformPage): EditedPage {
  let size = sizeOf(text);
  while (size === edited.size || size === edited.seenSize) size += 1;
  return {
    ...edited,
    size,
    modifiedAt: Math.max(modifiedAt, edited.modifiedAt + 1),
  };
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
