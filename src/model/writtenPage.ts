/**
 * A page that is written in, as a file: what its editor was given, and what that stands over. Before an editor writes, it compares
 * the time and size that it was told last with those of now; when the time is later and the size another, it asks what to do.
 */
export interface WrittenPage {
  /** What the editor was given, or has kept: the platform's text, or a draft. */
  readonly text: string;
  /** As told to editors: in UTF-8 bytes, or one more where it has to differ from before. */
  readonly size: number;
  /** In ms since the epoch. */
  readonly modifiedAt: number;
  /** The platform's text when the editor was given its own. */
  readonly base: string;
  /** What the platform has instead of `base` by now, of which the editor was told although there is a draft. */
  readonly rival?: string | undefined;
  /**
   * What the platform had when the editor took the page last, or wrote it: what is typed stands over that, whatever is heard
   * since. Undefined while no editor has taken it.
   */
  readonly seen?: string | undefined;
  /** In bytes, as told then. */
  readonly seenSize?: number | undefined;
  /** What a save by hand was held up by: the next one may overwrite that, and nothing newer. */
  readonly heldUpBy?: string | undefined;
  readonly mayOverwrite?: string | undefined;
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

/** What is read now: in a dispute, what the platform has, so that both can be compared. */
export function readText({ text, rival }: WrittenPage): string {
  return rival ?? text;
}

/** The platform has this now. A draft stays as it is: what it stands over is found to be old when it is saved. */
export function followed(written: WrittenPage, page: PlatformPage): WrittenPage {
  if (page.text === written.base || (isDraft(written) && isSameSource(page, written.base)))
    return written.rival === undefined ? written : { ...written, rival: undefined };
  // What was sent without an answer may have arrived.
  if (page.text === written.text) return { ...written, base: page.text, rival: undefined };
  return isDraft(written) ? written : replaced(written, page);
}

/** The same before a save by hand: when the platform has another text than the draft stands over, the editor is to ask. */
export function contested(written: WrittenPage, page: PlatformPage): WrittenPage {
  // A link that reads otherwise is nothing that somebody wrote.
  if (isSameSource(page, written.base)) return written.rival === undefined ? written : { ...written, rival: undefined };
  if (!isDraft(written) || page.text === written.text) return followed(written, page);
  return page.text === written.rival ? written : { ...renewed(written, page), rival: page.text };
}

/** An editor has taken it as it is now. */
export function taken(written: WrittenPage): WrittenPage {
  return { ...written, seen: platformText(written), seenSize: written.size };
}

/** The platform has this before a save by hand. What the save before was held up by may be overwritten now. */
export function beforeSave(written: WrittenPage, page: PlatformPage): WrittenPage {
  const after = contested(written, page);
  return { ...after, heldUpBy: platformText(after), mayOverwrite: written.heldUpBy };
}

/** Whether the person knows of what a save would replace. */
export function mayReplace({ seen, mayOverwrite }: WrittenPage, page: PlatformPage): boolean {
  return seen === undefined || isSameSource(page, seen) || page.text === mayOverwrite;
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
  return { text, size, modifiedAt, base, ...(written.seen !== undefined && { seen: base, seenSize: size }) };
}

/** The editor has written this, and the platform has it. */
export function sent(written: WrittenPage, text: string, now: number): WrittenPage {
  return { ...kept(written, text, now), base: text, seen: text, seenSize: sizeOf(text) };
}

/** What the platform has, as far as this was told. */
export function platformText({ rival, base }: WrittenPage): string {
  return rival ?? base;
}

/** It is another text now, of a draft in another window or of the platform: whatever stood here is given up. */
export function replaced(written: WrittenPage, by: PlatformPage, base = by.text): WrittenPage {
  return { ...renewed(written, by), text: by.text, base, rival: undefined };
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
