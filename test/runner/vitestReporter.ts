import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node';
import { report } from './events.ts';
import { shortName } from './shortName.ts';

/** Reports to `npm test` what Vitest runs. */
export default class implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    report({ is: 'planned', files: specifications.length });
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === 'passed') report({ is: 'passed' });
    if (result.state === 'failed') fail(`${fileOf(test.module)}: ${test.fullName}`, result.errors);
  }

  /** Reports errors in hooks, which belong to no test. */
  onTestSuiteResult(suite: TestSuite): void {
    fail(`${fileOf(suite.module)}: ${suite.fullName}`, suite.errors());
  }

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    // A file that can't be loaded has no tests that could fail.
    fail(fileOf(module), module.errors());
    report({ is: 'file', name: shortName(fileOf(module)), ms: setupDuration + collectDuration + duration });
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
    reason: 'passed' | 'interrupted' | 'failed',
  ): void {
    fail('Outside of a test', unhandled);
    if (reason !== 'interrupted') report({ is: 'ended' });
  }
}

/** An error as Vitest describes it. */
interface Described {
  readonly name?: string;
  readonly message: string;
  /** What was expected and what was found, where a matcher has compared them. */
  readonly diff?: string;
  readonly cause?: Described;
  readonly stack?: string;
  /** Places in source files. Errors outside of tests have none. */
  readonly stacks?: readonly { readonly file: string; readonly line: number; readonly column: number }[];
}

function fail(title: string, errors: readonly Described[]): void {
  if (errors.length > 0) report({ is: 'failed', title, message: errors.map(textOf).join('\n') });
}

function textOf({ name = 'Error', message, diff, cause, stack, stacks }: Described): string {
  if (!stacks && stack) return stripVTControlCharacters(stack);
  const places = (stacks ?? []).map(({ file, line, column }) => `${path.relative(repository, file)}:${line}:${column}`);
  const own = places.filter((place) => !/^(?:\.\.|node_modules|node:)/.test(place));
  const parts = [`${name}: ${message}`, ...(diff ? [diff] : []), ...own.map((place) => `at ${place}`)];
  if (cause) parts.push(`Caused by ${textOf(cause)}`);
  return stripVTControlCharacters(parts.join('\n'));
}

function fileOf({ moduleId }: TestModule): string {
  return path.relative(repository, moduleId).replaceAll('\\', '/');
}

const repository = path.join(import.meta.dirname, '../..');
