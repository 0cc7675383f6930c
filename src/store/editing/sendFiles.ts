import type { ContentChange } from '../../contract/changeRequests/changeRequestContent.ts';
import type { File } from '../../contract/spaces/content.ts';
import { digest } from '../../model/shared/digest.ts';
import type { UnsentFile } from './edits.ts';

/** A part of a prepared edit. */
interface WithFiles {
  readonly change: ContentChange;
  readonly markdown?: string | undefined;
  readonly files?: readonly UnsentFile[] | undefined;
}

/** The ids of new files, by the addresses that texts have for them in the request. */
export type FileIds = ReadonlyMap<string, string>;

/** The address of a new file in texts that are sent together with it. No text contains it by chance. */
export function referenceOf(file: UnsentFile): string {
  return `./${refOf(file)}`;
}

function refOf({ space, number, name, addedAt }: UnsentFile): string {
  return `new-file-${digest(JSON.stringify([space, number, name, addedAt]))}`;
}

export function filesIn(markdown: string, unsent: readonly UnsentFile[]): readonly UnsentFile[] {
  return unsent.filter((file) => markdown.includes(referenceOf(file)));
}

/** The new files of all edits, each once, without those that have an id. */
export function filesOf(edits: readonly WithFiles[], ids: FileIds): readonly UnsentFile[] {
  const byReference = new Map(edits.flatMap(({ files = [] }) => files.map((file) => [referenceOf(file), file])));
  return [...byReference].flatMap(([reference, file]) => (ids.has(reference) ? [] : [file]));
}

export function insertOf(files: readonly UnsentFile[]): ContentChange[] {
  if (files.length === 0) return [];
  const all = files.map((file) => {
    const { name, contentType, base64 } = file;
    return { name, contentType, base64, ref: refOf(file) };
  });
  return [{ operation: 'insert_files', files: all }];
}

/** `stored` are the new files in their order, as in a reply, or files among which they are found by name and size. */
export function idsAmong(files: readonly UnsentFile[], stored: readonly File[], isInOrder = false): FileIds {
  return new Map(
    files.flatMap((file, at) => {
      const found = isInOrder ? stored[at] : stored.find(({ name, size }) => name === file.name && size === file.size);
      return found ? [[referenceOf(file), found.id]] : [];
    }),
  );
}

/** The edits with the addresses of the stored files. */
export function withFileIds<Edit extends WithFiles>(edits: readonly Edit[], ids: FileIds): readonly Edit[] {
  const placed = (text: string, files: readonly UnsentFile[]): string =>
    files
      .map(referenceOf)
      .reduce((all, each) => (ids.has(each) ? all.replaceAll(each, `/files/${ids.get(each)}`) : all), text);
  return edits.map((each) => {
    const { change, markdown, files = [] } = each;
    if (files.length === 0) return each;
    const hasDocument = 'document' in change && change.document !== undefined;
    return {
      ...each,
      change: hasDocument ? { ...change, document: { markdown: placed(change.document!.markdown, files) } } : change,
      ...(markdown !== undefined && { markdown: placed(markdown, files) }),
    };
  });
}
