import { answer } from '../workers/answer.ts';
import { ownBuffers } from '../workers/ownBuffers.ts';
import { pagesOfPlan } from './folderPages.ts';
import { planOf } from './folderPlan.ts';
import { newId } from './ids.ts';
import { Unimportable, type Importable } from './importable.ts';
import type { ImportOutcome, ImportTask } from './readImport.ts';
import type { WebDocument } from './web.ts';

// A thread of its own: reads imports.

/** Each brings a library of its own. */
const readers: Readonly<Record<ImportTask['source'], (document: WebDocument) => Promise<Importable>>> = {
  markdown: async (document) => (await import('./markdownImport.ts')).markdownPage(document),
  html: async (document) => (await import('./htmlImport.ts')).htmlPage(document),
  zip: async (document) => (await import('./zipImport.ts')).zipFolder(document),
};

answer(read, (output) => ('pages' in output ? ownBuffers(output.pages.files.map(({ bytes }) => bytes)) : []));

async function read({ source, document, taken }: ImportTask): Promise<ImportOutcome> {
  try {
    const { folder, total } = await readers[source]({ ...document, bytes: asBuffer(document.bytes) });
    const plan = planOf(folder, () => newId(), new Set(taken));
    return { pages: pagesOfPlan(plan, { identify: () => newId() }), pageFiles: plan.bySource.size, total };
  } catch (error) {
    if (error instanceof Unimportable) return { problem: error.message };
    if (error instanceof RangeError) return { problem: 'is nested too deeply' };
    throw error;
  }
}

/** What comes from another thread is no Buffer any more. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
