import type { PlatformContract } from '../../../contract/contract.ts';
import { diskLimits, importLimits, localImportSources } from '../../../model/pages/importSources.ts';
import { documentInUrl } from '../../http/dataUrl.ts';
import { slugsOf } from '../../pages/edits.ts';
import { writePages } from '../../formats/import/writePages.ts';
import { Deferred, type Answer, type Handler } from '../../http/handler.ts';
import { newId } from '../../../formats/ids.ts';
import { Unimportable } from '../../../formats/import/importable.ts';
import { conflict, invalid } from '../../http/problems.ts';
import { readImport, type ReadImport } from '../../../formats/import/read.ts';
import { childrenAt, mainView } from '../../pages/revisions.ts';
import type { SpaceRow } from '../../database/rows.ts';
import { unlockedSpaceFor } from './spaces.ts';
import { WebError } from '../../http/web.ts';

type Import = PlatformContract['content']['import'];

/**
 * Section 4.6. Imports the document at a URL, or in a `data:` URL, after the existing pages of a space, in one
 * revision: all of it or nothing.
 */
export const importFromWeb: Handler<Import> = (call) => {
  const { body, database, web, importTime } = call;
  openSpaceFor(call);
  const source = localImportSources.find((each) => each === body.source);
  if (!source) throw invalid('body.source', `must be one of ${localImportSources.join(', ')}`);

  return new Deferred<Answer<Import>>(async (signal) => {
    const read = await explained(async () => {
      const document =
        documentInUrl(body.url, diskLimits) ?? (await web.read(body.url, { bytes: importLimits.bytes }, signal));
      const taken = database.read(() => [...slugsAtTop(call, openSpaceFor(call))]);
      return readImport({ source, document, taken }, importTime, signal);
    });
    return () => {
      const space = openSpaceFor(call);
      checkSlugs(read, slugsAtTop(call, space));
      const importing = { by: call.caller.id, at: call.now, identify: () => newId() };
      const revision = writePages(database, space, read.pages, importing);
      const importedResources = read.pageFiles + read.pages.files.length;
      const notes = read.pages.notes.map((note) => ({ ...note }));
      return {
        ...{ revision: revision.id, importedResources, totalResources: read.total },
        ...(notes.length > 0 && { files: read.pages.files.length, notes }),
      };
    };
  });
};

function openSpaceFor(call: Parameters<typeof importFromWeb>[0]): SpaceRow {
  return unlockedSpaceFor(call, call.parameters.spaceId, 'edit').space;
}

function slugsAtTop({ database }: Parameters<typeof importFromWeb>[0], space: SpaceRow): Set<string> {
  return slugsOf(childrenAt(database, mainView(space), null));
}

/** Links in the import lead to its pages by their slugs, so these are determined before it is read. */
function checkSlugs({ pages }: ReadImport, taken: ReadonlySet<string>): void {
  if (pages.pages.some(({ slug }) => slug !== null && taken.has(slug))) {
    throw conflict('Pages with the same paths were added to the space during the import. Import again');
  }
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebError || error instanceof Unimportable) throw invalid('body.url', error.message);
    throw error;
  }
}
