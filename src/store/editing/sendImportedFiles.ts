import { newFilesAtOnce } from '../../model/editing/limits.ts';
import { freeFileName, portionsOf } from '../../model/editing/newFiles.ts';
import { filesDirectory } from '../../model/pages/fileNames.ts';
import { endingOf } from '../../model/shared/contentTypes.ts';
import { isKind } from '../../model/shared/failure.ts';
import { folded } from '../../model/shared/segment.ts';
import type { Contents } from '../content/content.ts';
import type { Read } from '../library/library.ts';
import type { ChangeRequestEdits, EditTarget, NewFile } from './edits.ts';

/** A file with its path in the import. Its name may be taken. */
export interface FileToSend extends NewFile {
  readonly path: string;
}

/** Sends the files of an import. After a failure, call it again: files that arrived aren't sent twice. */
export function createSendFiles(
  { edits, content }: { edits: Pick<ChangeRequestEdits, 'sendFiles' | 'files'>; content: Pick<Contents, 'entry'> },
  at: Pick<EditTarget, 'space' | 'number'>,
  files: readonly FileToSend[],
): { readonly ids: ReadonlyMap<string, string>; readonly send: (read: Read) => Promise<boolean> } {
  /** By path; also of the portions of a send that failed later. */
  const ids = new Map<string, string>();
  let named: readonly FileToSend[] | undefined;

  async function withFreeNames(read: Read): Promise<readonly FileToSend[]> {
    const version = { kind: 'changeRequest', number: at.number } as const;
    const taken = new Set<string>();
    /** The next number by name: in an export, thousands of files may be called `image.png`. */
    const next = new Map<string, number>();
    const free: FileToSend[] = [];
    for (const file of files) {
      const wanted = freeFileName(file.name, endingOf(file.contentType), []);
      const dot = wanted.lastIndexOf('.');
      let number = next.get(folded(wanted)) ?? 1;
      let name: string;
      do {
        name = number === 1 ? wanted : `${wanted.slice(0, dot)}-${number}${wanted.slice(dot)}`;
        number++;
      } while (taken.has(folded(name)) || (await content.entry(at.space, version, `${filesDirectory}/${name}`, read)));
      taken.add(folded(name));
      next.set(folded(wanted), number);
      free.push({ ...file, name });
    }
    return free;
  }

  /** Sends the files one by one if the server refuses them together, because one alone may be the reason. */
  async function sendAll(portion: readonly FileToSend[], read: Read): Promise<void> {
    try {
      const sent = await edits.sendFiles(at, portion, read);
      for (const [index, { path }] of portion.entries()) if (sent[index] !== undefined) ids.set(path, sent[index]);
    } catch (error) {
      if (!isKind(error, 'invalid')) throw error;
      if (portion.length > 1) for (const file of portion) await sendAll([file], read);
    }
  }

  return {
    ids,
    /** Returns whether the server takes files at all. */
    async send(read) {
      if (files.length === 0) return true;
      if ((await edits.files.areOffered(at)) === false) return false;
      named ??= await withFreeNames(read);
      let refused = 0;
      for (const portion of portionsOf(named, newFilesAtOnce)) {
        const left = portion.filter(({ path }) => !ids.has(path));
        if (left.length > 0) await sendAll(left, read);
        // A server that takes none of so many takes no others.
        if (ids.size === 0 && ++refused === 2) return true;
      }
      return true;
    },
  };
}
