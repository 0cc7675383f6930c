import type { PlatformContract } from '../contract/contract.ts';
import { slugsOf } from './edits.ts';
import { writePlan } from './folderImport.ts';
import { planOf } from './folderPlan.ts';
import { Deferred, type Handler } from './handler.ts';
import { newId } from './ids.ts';
import { Unimportable, type Importable } from './importable.ts';
import { invalid } from './problems.ts';
import { childrenAt, mainView } from './revisions.ts';
import { unlockedSpaceFor } from './spaces.ts';
import { WebError, type WebDocument } from './web.ts';

/** Largest import as it comes, in bytes. */
const largest = 20_000_000;

/** How each source is read that is known; what cannot be read is an `Unimportable`. Each brings a library of its own. */
const readers: Readonly<Record<string, (document: WebDocument) => Promise<Importable>>> = {
  markdown: async (document) => (await import('./markdownImport.ts')).markdownPage(document),
  html: async (document) => (await import('./htmlImport.ts')).htmlPage(document),
  zip: async (document) => (await import('./zipImport.ts')).zipFolder(document),
};

/** Section 4.6. Puts what stands at an address behind the pages of a space, in one revision: all of it or nothing. */
export const importFromWeb: Handler<PlatformContract['content']['import']> = (call) => {
  const { body, database, web } = call;
  const openSpace = () => unlockedSpaceFor(call, call.parameters.spaceId, 'edit').space;
  openSpace();
  const read = Object.hasOwn(readers, body.source) ? readers[body.source] : undefined;
  if (!read) {
    throw invalid('body.source', `${body.source} cannot be imported here: only ${Object.keys(readers).join(', ')}`);
  }

  return new Deferred(async (signal) => {
    const { folder, total } = await explained(async () => read(await web.read(body.url, { bytes: largest }, signal)));
    return () => {
      const space = openSpace();
      const plan = planOf(folder, () => newId(), slugsOf(childrenAt(database, mainView(space), null)));
      const importing = { by: call.caller.id, at: call.now, identify: () => newId() };
      const { revision, files } = writePlan(database, space, plan, importing);
      return { revision: revision.id, importedResources: plan.bySource.size + files, totalResources: total };
    };
  });
};

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebError || error instanceof Unimportable) throw invalid('body.url', error.message);
    if (error instanceof RangeError) throw invalid('body.url', 'is nested too deeply');
    throw error;
  }
}
