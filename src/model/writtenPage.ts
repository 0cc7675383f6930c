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
}

/** What the platform has. */
export interface PlatformPage {
  readonly text: string;
  readonly modifiedAt: number;
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
  if (page.text === written.base) return written.rival === undefined ? written : { ...written, rival: undefined };
  // What was sent without an answer may have arrived.
  if (page.text === written.text) return { ...written, base: page.text, rival: undefined };
  return isDraft(written) ? written : replaced(written, page);
}

/** The same before a save by hand: when the platform has another text than the draft stands over, the editor is to ask. */
export function contested(written: WrittenPage, page: PlatformPage): WrittenPage {
  if (!isDraft(written) || page.text === written.base || page.text === written.text) return followed(written, page);
  return page.text === written.rival ? written : { ...renewed(written, page), rival: page.text };
}

/** The editor has written this, and it was kept as a draft. */
export function kept(written: WrittenPage, text: string, now: number): WrittenPage {
  return { text, size: sizeOf(text), modifiedAt: Math.max(now, written.modifiedAt + 1), base: written.base };
}

/** The editor has written this, and the platform has it. */
export function sent(written: WrittenPage, text: string, now: number): WrittenPage {
  return { ...kept(written, text, now), base: text };
}

/** It is another text now, of a draft in another window or of the platform: whatever stood here is given up. */
export function replaced(written: WrittenPage, by: PlatformPage, base = by.text): WrittenPage {
  return { ...renewed(written, by), text: by.text, base, rival: undefined };
}

/** Told so that an editor sees that it is another. */
function renewed(written: WrittenPage, { text, modifiedAt }: PlatformPage): WrittenPage {
  const size = sizeOf(text);
  return {
    ...written,
    size: size === written.size ? size + 1 : size,
    modifiedAt: Math.max(modifiedAt, written.modifiedAt + 1),
  };
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
