import { isDatabaseFailure, type Database } from '../../database/database.ts';
import { settleSpec, type SpecOutcome, type SpecRow } from './versions.ts';
import { WebError, type Web } from '../../http/web.ts';

/** Reads the source URLs of OpenAPI specifications in the background. */
export interface SpecReader {
  /** Reads the source of a pending spec once the current transaction has ended. Cancels an earlier read for it. */
  read(specId: string): void;
  /** Continues the reads that were pending when the data was closed. */
  resume(): void;
  close(): void;
}

/** Size limit of a document, in bytes. */
const largest = 10_000_000;

export function specReader(database: Database, web: Web, now: () => number): SpecReader {
  const end = new AbortController();
  const turns = new Map<string, symbol>();

  async function work(id: string): Promise<void> {
    const turn = Symbol(id);
    turns.set(id, turn);
    const isOurs = () => !end.signal.aborted && turns.get(id) === turn;
    const url = isOurs() ? begun(database, id) : undefined;
    if (url === undefined) return;
    const outcome = await outcomeOf(web, url, end.signal);
    if (!isOurs()) return;
    database.write(() => {
      const spec = pending(database, id);
      // It may have another source in the meantime, set by this or another process.
      if (spec?.source_url === url) settleSpec(database, spec, outcome, now());
    });
    turns.delete(id);
  }

  function read(id: string): void {
    setImmediate(() => {
      work(id).catch((error: unknown) => {
        // After closed data, or a lock that is held too long, the spec stays pending and is read when the data is
        // opened again.
        if (!end.signal.aborted && !isDatabaseFailure(error)) console.error(error);
      });
    });
  }

  return {
    read,
    resume: () => {
      const rows = database.all<{ id: string }>(`SELECT id FROM openapi_specs WHERE state <> 'complete'`);
      for (const { id } of rows) read(id);
    },
    close: () => end.abort(),
  };
}

/** Marks the spec as in progress, and returns the URL to read. */
function begun(database: Database, id: string): string | undefined {
  return database.write(() => {
    const spec = pending(database, id);
    if (spec) database.run(`UPDATE openapi_specs SET state = 'progress' WHERE id = ?`, id);
    return spec?.source_url ?? undefined;
  });
}

function pending(database: Database, id: string): SpecRow | undefined {
  return database.get<SpecRow>(`SELECT * FROM openapi_specs WHERE id = ? AND state <> 'complete'`, id);
}

async function outcomeOf(web: Web, url: string, signal: AbortSignal): Promise<SpecOutcome> {
  try {
    const { bytes } = await web.read(url, { bytes: largest }, signal);
    const { documentIn } = await import('./document.ts');
    return documentIn(bytes.toString());
  } catch (error) {
    if (error instanceof WebError) return { error: error.isTimeout ? 'FETCH_TIMEOUT' : 'FETCH_ERROR' };
    throw error;
  }
}
