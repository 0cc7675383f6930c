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

/** So many test files take some seconds. */
const enough = 5;
/** A test that imports more files than this tests something that all of them have in common, and takes its time. */
const mostImports = 40;

/**
 * The unit tests with the fewest imports between them and the changed files, those of the same room first, and a changed
 * test itself. Types are not followed: they are gone when tests run.
 */
export function nearestTests(changed: readonly string[], sources: readonly Source[]): Nearest {
  const all = importsIn(sources);
  const importers = Map.groupBy(all, ({ to }) => to);
  const importsOf = Map.groupBy(all, ({ from }) => from);
  const found = new Set(changed);
  const tests = changed.filter(isUnitTest);
  const own = tests.length;
  for (let step = [...found]; step.length > 0;) {
    step = step
      .flatMap((file) => importers.get(file) ?? [])
      .map(({ from }) => from)
      .filter((file) => !found.has(file) && found.add(file));
    const further = step.filter(isUnitTest);
    tests.push(...further.sort((one, other) => kinship(other, changed) - kinship(one, changed)));
  }
  const narrow = tests.filter((test, at) => at < own || importsOf.get(test)!.length <= mostImports);
  return { tests: narrow.slice(0, Math.max(enough, own)), reach: tests.length };
}

function isUnitTest(file: string): boolean {
  return /^test\/(?!host\/|e2e\/).*(?<!\.chromium)\.test\.ts$/.test(file);
}

/** How many folders a test has in common with the changed file that is most like it. */
function kinship(test: string, changed: readonly string[]): number {
  const folders = (file: string) => file.split('/').slice(1, -1);
  const own = folders(test);
  return Math.max(
    ...changed.map((file) => {
      const theirs = folders(file);
      const differing = own.findIndex((folder, at) => folder !== theirs[at]);
      return differing === -1 ? own.length : differing;
    }),
  );
}

function importsIn(sources: readonly Source[]): { readonly from: string; readonly to: string }[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(imports)].map(([, whole, lazy]) => ({
      from: file,
      to: posix.join(posix.dirname(file), (whole ?? lazy)!),
    })),
  );
}

const imports = /^(?:import|export)\b(?! type\b)[^'";]*'(\.[^']*)'|\bimport\('(\.[^']*)'\)/gm;
