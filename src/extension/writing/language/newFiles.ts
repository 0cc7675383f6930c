import * as vscode from 'vscode';
import { altTextFrom, freeFileName } from '../../../model/editing/newFiles.ts';
import { largestFile } from '../../../model/editing/limits.ts';
import { unsafeInSvg } from '../../../model/editing/unsafeSvg.ts';
import { endingOf, typeByName, withoutMarkup } from '../../../model/shared/contentTypes.ts';
import { imageTypeOf } from '../../../model/shared/imageType.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import { run } from '../../ground/contributions/run.ts';
import { plainText } from '../../ground/words/plainText.ts';
import { sizeInWords } from '../../ground/words/sizes.ts';
import type { InsertedFile } from './fileSnippet.ts';
import { withoutMetadata } from './imageMetadata.ts';
import { insertAt, type InsertPlace } from './insertPlace.ts';
import { isNameless, type PickedFile } from './pickedFile.ts';
import { surroundingsOf, type PageSurroundings } from './pageSurroundings.ts';
import type { Uses } from '../../ground/services/services.ts';

export type NewFilesContext = Uses<'accounts' | 'stores' | 'prompts' | 'edge'>;

/** Stores files until the page is saved, and inserts links to them. */
export async function insertNewFiles(
  parts: NewFilesContext,
  place: InsertPlace,
  picked: readonly PickedFile[],
): Promise<void> {
  await insertAt(place, await addedFiles(parts, place, picked));
}

/** The files with their names and texts; none if there is nothing to insert: the user has been told why. */
async function addedFiles(
  parts: NewFilesContext,
  { document, selected }: InsertPlace,
  picked: readonly PickedFile[],
): Promise<readonly InsertedFile[]> {
  const around = await surroundingsOf(parts, document.uri);
  if (!around) return [];
  const { space, version } = around.address;
  const edits = await parts.stores(around.account).edits();
  if ((await edits.files.areOffered({ space, number: version.number })) === false) {
    await offerBrowser(parts, around, [
      vscode.l10n.t("This server doesn't take files from here. Add them in the browser, then insert them here."),
    ]);
    return [];
  }
  const read = await Promise.all(picked.map(readied));
  const ready = read.flatMap((each) => ('problem' in each ? [] : [each]));
  const problems = read.flatMap(({ problem, hint }) => problem ?? hint ?? []);
  const taken = [...(around.context.files?.byName.keys() ?? [])];
  const named =
    ready.length === 1 ? await askedFor(parts, ready[0]!, taken, document, selected) : namedAtOnce(ready, taken);
  if (problems.length > 0) {
    offerBrowser(parts, around, problems).catch((error: unknown) =>
      parts.edge.explain('docsPlatform.editing.insertFile', error),
    );
  }
  const added: InsertedFile[] = [];
  for (const { contentType, bytes, ...file } of named) {
    const base64 = Buffer.from(bytes).toString('base64');
    const sent = { name: file.name, contentType, base64, size: bytes.length };
    added.push({ ...file, name: await edits.files.add({ space, number: version.number }, sent, taken) });
  }
  return added;
}

/** A file that can be sent. */
interface ReadyFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly problem?: undefined;
  /** What the user should know all the same. */
  readonly hint?: string | undefined;
}

interface NamedFile extends ReadyFile, InsertedFile {}

async function readied(file: PickedFile): Promise<ReadyFile | { readonly problem: string; readonly hint?: undefined }> {
  const name = file.name || vscode.l10n.t('The image');
  const tooLarge = (size: number) => ({
    problem: vscode.l10n.t(
      '“{0}” has {1}, but the server accepts files of up to {2}. Make it smaller, or add it in the browser.',
      name,
      sizeInWords(size),
      sizeInWords(largestFile),
    ),
  });
  // Without its metadata, a photo may be small enough.
  if (file.size > 2 * largestFile) return tooLarge(file.size);
  const whole = await file.bytes();
  if (whole.length === 0) return { problem: vscode.l10n.t('“{0}” is empty.', name) };
  const contentType = imageTypeOf(whole) ?? typeOf(file);
  const found = contentType === 'image/svg+xml' ? unsafeInSvg(whole) : undefined;
  if (found !== undefined) return { problem: unsafeInWords(name, found) };
  const { bytes, hint } = withoutMetadata(name, contentType, whole);
  if (bytes.length > largestFile) return tooLarge(bytes.length);
  return { name: file.name, contentType, bytes, hint };
}

function unsafeInWords(name: string, found: string): string {
  return found === '?'
    ? vscode.l10n.t("“{0}” can't be read as SVG in UTF-8. Save it again, or insert it as PNG.", name)
    : vscode.l10n.t(
        "“{0}” can run or load something else ({1}), so it isn't inserted. Remove that part, or insert the image as PNG.",
        name,
        found,
      );
}

function typeOf({ name, type }: PickedFile): string {
  return typeByName(name) ?? withoutMarkup(type ?? '');
}

function isImage({ contentType }: ReadyFile): boolean {
  return /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)$/.test(contentType);
}

/** Several files are named after themselves: their texts are placeholders in the editor. */
function namedAtOnce(ready: readonly ReadyFile[], taken: readonly string[]): NamedFile[] {
  const names = [...taken];
  return ready.map((file) => {
    const name = freeFileName(file.name, endingOf(file.contentType), names);
    names.push(name);
    return { ...file, name, text: altTextFrom(name), isAsked: false, isImage: isImage(file) };
  });
}

async function askedFor(
  { prompts }: NewFilesContext,
  file: ReadyFile,
  taken: readonly string[],
  document: vscode.TextDocument,
  selected: string,
): Promise<NamedFile[]> {
  const title = isImage(file) ? vscode.l10n.t('Insert Image') : vscode.l10n.t('Insert File');
  const of = isImage(file) ? 2 : 1;
  const wanted = isNameless(file)
    ? lastSegmentOf(document.uri.path).replace(/\.md$/, `.${endingOf(file.contentType)}`)
    : file.name;
  let value = freeFileName(wanted, endingOf(file.contentType), taken);
  for (;;) {
    const name = await prompts.ask<string>({
      title,
      step: { number: 1, of },
      prompt: vscode.l10n.t("Name of the file. It's uploaded when you save the page."),
      value,
      async accept(text) {
        if (text.trim() === '') return { problem: vscode.l10n.t('Enter a name.') };
        const own = freeFileName(text.trim(), endingOf(file.contentType), []);
        const free = freeFileName(own, endingOf(file.contentType), taken);
        if (own !== free) return { problem: vscode.l10n.t('“{0}” is taken. Try “{1}”.', own, free) };
        return { value: own };
      },
    });
    if (name === undefined) return [];
    if (!isImage(file)) return [{ ...file, name, text: selected || altTextFrom(name), isAsked: false, isImage: false }];
    const text = await prompts.ask<string | typeof backToName>({
      title,
      step: { number: 2, of },
      prompt: vscode.l10n.t("Alternative text of {0}: what the image shows, for people who can't see it.", name),
      placeholder: vscode.l10n.t('Leave it empty if the image is only decoration'),
      value: selected,
      back: backToName,
      accept: async (typed) => ({ value: typed.trim() }),
    });
    if (text === undefined) return [];
    if (text !== backToName) return [{ ...file, name, text, isAsked: true, isImage: true }];
    value = name;
  }
}

const backToName = Symbol();

async function offerBrowser(
  { prompts }: NewFilesContext,
  { address, content, context }: PageSurroundings,
  problems: readonly string[],
): Promise<void> {
  const open = vscode.l10n.t('Open in Browser');
  const message = problems.map((each) => plainText(each)).join(' ');
  if ((await prompts.choose({ message, severity: 'warning', actions: [open] })) !== open) return;
  const { account, version } = address;
  const space = context.spaces.find(({ id }) => id === address.space);
  const changeRequest = await content.changeRequest(address.space, version.number);
  if (space) await run('changeRequest.openInBrowser', { account, space, changeRequest });
}
