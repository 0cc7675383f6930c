import { beginningOf, withoutTrailing } from './trimmed.ts';

/**
 * Turns any text into one readable path segment that is legal on every system and in every URI without escaping:
 * letters and digits of any script, and `-`, `_`, `+`, `.` between them. Empty if nothing readable is left (an emoji,
 * `..`).
 * It never starts with `.`, `_` or `~`, never contains `~` (both mark our own names: `_files/`, `setup~4kq2zx.md`),
 * never ends in `.md`, is in NFC, and has at most 100 bytes of UTF-8.
 */
export function segmentOf(text: string): string {
  if (text.length <= maximalBytes && plain.test(text)) return awayFromDevices(text);
  const readable = text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(unreadable, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/-?\.-|-{2,}/g, '-')
    .replace(leading, '')
    .normalize('NFC');
  return awayFromDevices(withoutEnding(shortened(readable, maximalBytes)));
}

/** The same for a file name: its extension stays. */
export function fileSegmentOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? beginningOf(segmentOf(name.slice(dot + 1)), 16) : '';
  if (!extension) return segmentOf(name);
  const stem = segmentOf(name.slice(0, dot));
  return stem && `${stem}.${extension}`;
}

/** Equal for names that some file system considers the same, ignoring case and Unicode composition. */
export function folded(text: string): string {
  return asciiLowerCase.test(text) ? text : text.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** The part after the last slash: the name of a file or page. */
export function lastSegmentOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const maximalBytes = 100;
const plain = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const asciiLowerCase = /^[\x20-\x40\x5b-\x7e]*$/;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Me}'’]/gu;
const unreadable = /[^\p{L}\p{M}\p{N}._+-]+/gu;
const leading = /^[\p{M}._+-]+/u;
const device = /^(?:con|prn|aux|nul|conin|conout|clock|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

function awayFromDevices(segment: string): string {
  return device.test(segment) ? `page-${segment}` : segment;
}

function withoutEnding(text: string): string {
  let rest = withoutTrailing(text, '.-');
  while (/\.md$/i.test(rest)) rest = withoutTrailing(rest.slice(0, -'.md'.length), '.-');
  return rest;
}

function shortened(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  let length = 0;
  let left = bytes;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (left < 0) break;
    length += character.length;
  }
  return text.slice(0, length);
}
