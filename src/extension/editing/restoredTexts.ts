import type * as vscode from 'vscode';
import type { ConflictMarkers } from '../../model/merge/conflictMarkers.ts';
import { digest } from '../../model/shared/digest.ts';
import { standsOver, type PlatformPage, type WrittenPage } from '../../model/editing/editablePage.ts';
import { isSame } from '../../model/shared/same.ts';
import type { OpenPage } from './shared/openPages.ts';

/** What a text that stands in an editor only was typed over. */
export interface RestoredText {
  /** The page's id: by now another may stand at its address. */
  readonly page: string;
  /** Of what the platform had. */
  readonly print: string;
  /** In bytes, as its editor was told. */
  readonly size: number;
  /** Of conflicts in the text: its draft may have had none. */
  readonly markers?: ConflictMarkers | undefined;
}

/**
 * VS Code brings back what was typed and not saved when a window is opened again, without reading the file: what it was typed
 * over is remembered here, so that it goes to its own page and over nothing that came meanwhile.
 */
export interface RestoredTexts {
  note(page: OpenPage): void;
  /** Once the text is in no editor any more, or is what the file says. */
  forget(page: OpenPage): void;
  at(uri: vscode.Uri): RestoredText | undefined;
}

export function createRestoredTexts(state: vscode.Memento, failed: (error: unknown) => void): RestoredTexts {
  const texts = new Map(Object.entries(state.get<Record<string, RestoredText>>(name) ?? {}));
  return {
    note({ uri, desk, target, written, markers }) {
      const key = uri.toString();
      const text = {
        page: target.page,
        print: digest(standsOver(written)),
        size: written.seenSize ?? written.size,
        ...(markers && { markers }),
      };
      if (isSame(texts.get(key), text)) return;
      texts.delete(key);
      texts.set(key, text);
      for (const old of [...texts.keys()].slice(0, -atMost)) texts.delete(old);
      void state.update(name, Object.fromEntries(texts));
      desk.edits.drafts.keepBase(target, standsOver(written)).catch(failed);
    },
    forget({ uri, desk, target }) {
      if (!texts.delete(uri.toString())) return;
      void state.update(name, Object.fromEntries(texts));
      desk.edits.drafts.discardBase(target).catch(failed);
    },
    at: (uri) => texts.get(uri.toString()),
  };
}

/** The state of a page whose editor has a text of an earlier session. */
export function restoredOver(
  written: WrittenPage,
  present: PlatformPage,
  { print, size }: RestoredText,
  base: string | undefined,
): WrittenPage {
  const candidates = [present.text, ...(present.earlier ?? []), written.base, base ?? ''];
  const seen = candidates.find((text) => digest(text) === print);
  // Where nobody knows any more what it was typed over, all of it is in conflict with what the platform has.
  return { ...written, seen: seen ?? '', seenSize: size, seenAt: 0 };
}

const name = 'writing.over';
const atMost = 200;
