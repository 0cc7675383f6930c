import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** What a suite reports while it runs. */
export type SuiteEvent =
  | { readonly is: 'planned'; readonly files: number }
  | { readonly is: 'passed' }
  | { readonly is: 'failed'; readonly title: string; readonly message: string }
  /** All tests of a file have ended. */
  | { readonly is: 'file'; readonly name: string; readonly ms: number }
  /** All tests have ended. Without this, the suite has no result. */
  | { readonly is: 'ended' };

/** The environment variable with the path of the file that a suite appends its events to, one line of JSON each. */
export const eventsVariable = 'DOCS_PLATFORM_TEST_EVENTS';

/** Reports to `npm test`. Outside of it, nobody listens. */
export function report(event: SuiteEvent): void {
  const file = process.env[eventsVariable];
  if (file) appendFileSync(file, `${JSON.stringify(event)}\n`);
}

/** Reads events from a file while a suite appends them. */
export class EventReader {
  readonly #file: number;
  readonly #decoder = new StringDecoder();
  #unfinished = '';

  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** What has been appended since the last call. */
  read(): SuiteEvent[] {
    const buffer = Buffer.alloc(64 * 1024);
    let length;
    while ((length = readSync(this.#file, buffer)) > 0) {
      this.#unfinished += this.#decoder.write(buffer.subarray(0, length));
    }
    const lines = this.#unfinished.split('\n');
    this.#unfinished = lines.pop()!;
    return lines.map((line) => JSON.parse(line) as SuiteEvent);
  }

  close(): void {
    closeSync(this.#file);
  }
}
