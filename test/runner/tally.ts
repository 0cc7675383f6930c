import type { SuiteEvent } from './events.ts';

export interface Failure {
  readonly title: string;
  readonly message: string;
}

export interface EndedFile {
  readonly name: string;
  readonly ms: number;
}

/** Counts what a suite reports. */
export class Tally {
  passed = 0;
  readonly failures: Failure[] = [];
  readonly endedFiles: EndedFile[] = [];
  /** Undefined until the suite has said how many files it runs. */
  files: number | undefined;
  #ended = false;

  get failed(): number {
    return this.failures.length;
  }

  add(event: SuiteEvent): void {
    switch (event.is) {
      case 'planned':
        this.files = event.files;
        break;
      case 'passed':
        this.passed++;
        break;
      case 'failed':
        this.failures.push({ title: event.title, message: event.message });
        break;
      case 'file':
        this.endedFiles.push({ name: event.name, ms: event.ms });
        break;
      case 'ended':
        this.#ended = true;
    }
  }

  /**
   * Why the suite failed, apart from its tests. A process that says it failed has failed, whatever was counted, and a
   * process that says nothing may have died halfway.
   */
  fault(code: number): string | undefined {
    if (!this.#ended) return `The suite ended with code ${code}, and without a result.`;
    if (this.passed + this.failed === 0) return 'The suite ran no tests.';
    if (code !== 0 && this.failed === 0) return `The suite ended with code ${code}, and no test failed.`;
    return undefined;
  }
}
