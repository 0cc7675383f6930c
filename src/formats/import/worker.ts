import type { ImportedPages } from '../../model/pages/importSources.ts';
import { answer } from '../../workers/answer.ts';
import { ownBuffers } from '../../workers/ownBuffers.ts';
import { pagesOfPlan } from './folderPages.ts';
import { planOf } from './folderPlan.ts';
import { newId } from '../ids.ts';
import { Unimportable, type Importable } from './importable.ts';
import { importedPages } from './pagesToSend.ts';
import type { ImportTask, Outcome, PagesTask, ReadImport } from './read.ts';
import type { WebDocument } from '../webDocument.ts';

// Worker: reads imports.

/** Each reader loads its own library. */
const readers: Readonly<Record<ImportTask['source'], (document: WebDocument) => Promise<Importable>>> = {
  markdown: async (document) => (await import('./markdown.ts')).markdownPage(document),
  html: async (document) => (await import('./html.ts')).htmlPage(document),
  zip: async (document) => (await import('./zip.ts')).zipFolder(document),
};

answer(read, (output) => {
  if ('problem' in output) return [];
  const files = 'pageFiles' in output ? output.pages.files : output.files;
  return ownBuffers(files.flatMap(({ bytes }) => bytes ?? []));
});

async function read(task: ImportTask | PagesTask): Promise<Outcome<ReadImport | ImportedPages>> {
  const { source, document, taken } = task;
  try {
    const { folder, total } = await readers[source]({ ...document, bytes: asBuffer(document.bytes) });
    if ('paths' in task)
      return importedPages(
        planOf(folder, (key) => key, new Set(taken)),
        task,
      );
    const plan = planOf(folder, () => newId(), new Set(taken));
    return { pages: pagesOfPlan(plan, { identify: () => newId() }), pageFiles: plan.bySource.size, total };
  } catch (error) {
    if (error instanceof Unimportable) return { problem: error.message };
    if (error instanceof RangeError) return { problem: 'is nested too deeply' };
    throw error;
  }
}

/** A Buffer from another thread arrives as a plain Uint8Array. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
