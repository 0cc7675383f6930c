import { posix } from 'node:path';

export interface Source {
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
}

export interface Nearest {
  /** Files of unit tests. */
  readonly tests: readonly string[];
  /** How many there are that import a changed file at all. */
  readonly reach: number;
}

/** As many test files take some seconds. */
const enough = 10;

/**
 * The unit tests with the fewest imports between them and the changed files: those one import away, and as many further
 * ones as are quick to run. Types are not followed: they are gone when tests run.
 */
export function nearestTests(changed: readonly string[], sources: readonly Source[]): Nearest {
  const importers = importersIn(sources);
  const found = new Set(changed);
  const tests = changed.filter(isUnitTest);
  let reach = tests.length;
  let isFull = false;
  for (let step = [...found]; step.length > 0;) {
    step = step.flatMap((file) => importers.get(file) ?? []).filter((file) => !found.has(file) && found.add(file));
    const further = step.filter(isUnitTest);
    reach += further.length;
    isFull ||= tests.length > 0 && tests.length + further.length > enough;
    if (!isFull) tests.push(...further);
  }
  return { tests, reach };
}

function isUnitTest(file: string): boolean {
  return /^test\/(?!host\/|e2e\/).*(?<!\.chromium)\.test\.ts$/.test(file);
}

/** By file, the files that import it. */
function importersIn(sources: readonly Source[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { file, text } of sources) {
    for (const [, whole, lazy] of text.matchAll(imports)) {
      const target = posix.join(posix.dirname(file), (whole ?? lazy)!);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

const imports = /^(?:import|export)\b(?! type\b)[^'";]*'(\.[^']*)'|\bimport\('(\.[^']*)'\)/gm;
