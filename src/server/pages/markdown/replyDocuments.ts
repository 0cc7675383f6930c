import { largeText } from '../../../model/text/parsedAhead.ts';
import { runInWorker, TaskEnded, workerFile } from '../../../workers/runInWorker.ts';
import { documentMaker, plainDocument, type ContentDocument } from './document.ts';

/** The documents in one reply. */
export interface ReplyDocuments {
  /** A document without content, which it gets when the reply is written. */
  add(markdown: string): ContentDocument;
}

/** A reply with its documents. The documents are the same objects as in the reply, also after a copy to a thread. */
export interface UnwrittenReply {
  readonly reply: unknown;
  readonly documents: readonly { readonly document: ContentDocument; readonly markdown: string }[];
}

/** In ms, with the wait for a turn. A document that takes longer has its text as plain paragraphs. */
const deadline = 20_000;

const file = workerFile('documentWorker', './worker.ts', import.meta.url);

/**
 * Collects the documents of one reply, and writes the reply as JSON. Large ones are parsed and written in another
 * thread, so that requests without large documents don't wait for them. They never wait for an import or a PDF.
 */
export function createReplyDocuments() {
  const documents: { document: ContentDocument; markdown: string }[] = [];
  let length = 0;

  async function serializedInThread(reply: unknown, signal: AbortSignal): Promise<string> {
    try {
      const task = { reply, documents };
      return await runInWorker<UnwrittenReply, string>(file, task, { kind: 'short', deadline, signal });
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      for (const { document, markdown } of documents) Object.assign(document, plainDocument(markdown));
      return JSON.stringify(reply);
    }
  }

  return {
    add(markdown: string): ContentDocument {
      const document: ContentDocument = { object: 'document', nodes: [] };
      documents.push({ document, markdown });
      length += markdown.length;
      return document;
    },
    serialized: (reply: unknown, request: Request): string | Promise<string> =>
      length < largeText ? serialized({ reply, documents }) : serializedInThread(reply, request.signal),
  };
}

/** The reply as JSON, with the content of its documents. */
export function serialized({ reply, documents }: UnwrittenReply): string {
  const documentOf = documentMaker();
  for (const { document, markdown } of documents) Object.assign(document, documentOf(markdown));
  return JSON.stringify(reply);
}
