import { lint } from 'markdownlint/sync';
import { withTagLinesCut } from '../tags/problems.ts';
import { frontMatterIn } from '../text/frontMatter.ts';
import { linesWithin } from './lines.ts';
import type { LintProblem, Place } from './problem.ts';
import type { LintRules } from './rules.ts';

/**
 * What markdownlint finds in a text, in order. Some of its rules take quadratic time in the length of a line, so this
 * runs in a thread that has a deadline.
 */
export function lintProblems(text: string, rules: LintRules): LintProblem[] {
  const matter = frontMatterIn(text) ?? { start: 0, end: 0 };
  const masked = text.slice(matter.start, matter.end).replace(/[^\r\n]/g, standIn);
  const page = withTagsMasked(text.slice(0, matter.start) + masked + text.slice(matter.end));
  const lines = linesWithin(page);
  const offsetAt = (line: number, column: number): number => {
    const { start, end } = lines[line - 1] ?? { start: 0, end: 0 };
    return Math.min(start + column - 1, end);
  };

  const found = lint({
    strings: { page },
    config: { ...rules, default: rules['DEFAULT'] === true },
    frontMatter: null,
    // The user's settings alone choose the rules, not a comment in the page.
    noInlineConfig: true,
    // A rule with options that it can't read reports so.
    handleRuleFailures: true,
  });
  const problems = (found['page'] ?? [])
    .map((error): LintProblem => {
      const { lineNumber, errorRange, fixInfo, ruleNames, ruleDescription, errorDetail } = error;
      const [column = 1, length] = errorRange ?? [];
      const start = offsetAt(lineNumber, column);
      const end = length === undefined ? offsetAt(lineNumber, Infinity) : start + length;
      const fix = fixInfo && fixOf({ lineNumber, ...fixInfo }, lines, offsetAt);
      return {
        kind: 'lint',
        rule: ruleNames[0] ?? '',
        description: ruleDescription,
        ...(errorDetail !== null && { detail: errorDetail }),
        start,
        end,
        ...(fix && !fix.text.includes(standIn) && { fix }),
      };
    })
    .filter(({ start }) => !text.startsWith('{%', start) && (start < matter.start || start >= matter.end))
    .sort((one, other) => one.start - other.start);
  return withFixesJoined(problems, text);
}

/** Rules that report spaces at each end of an emphasis or a link, and the marks there. */
const marksOf: ReadonlyMap<string, RegExp> = new Map([
  ['MD037', /[*_]/],
  ['MD039', /[[\]]/],
]);

/** One fix removes the spaces at both ends of the same emphasis or link. */
function withFixesJoined(problems: readonly LintProblem[], text: string): LintProblem[] {
  const joined = [...problems];
  const before = new Map<string, number>();
  for (const [index, { rule, fix }] of problems.entries()) {
    const marks = marksOf.get(rule);
    if (!marks || !fix) continue;
    const left = before.get(rule);
    before.set(rule, index);
    const first = left === undefined ? undefined : problems[left]!.fix;
    if (!first || !marks.test(text[first.start - 1] ?? '') || !marks.test(text[fix.end] ?? '')) continue;
    const between = text.slice(first.end, fix.start);
    if (marks.test(between) || between.includes('\n')) continue;
    const both = { start: first.start, end: fix.end, text: first.text + between + fix.text };
    joined[left!] = { ...problems[left!]!, fix: both };
    joined[index] = { ...problems[index]!, fix: both };
    before.delete(rule);
  }
  return joined;
}

function fixOf(
  fix: {
    readonly lineNumber: number;
    readonly editColumn?: number;
    readonly deleteCount?: number;
    readonly insertText?: string;
  },
  lines: readonly Place[],
  offsetAt: (line: number, column: number) => number,
): LintProblem['fix'] {
  const { lineNumber, editColumn = 1, deleteCount = 0, insertText = '' } = fix;
  if (deleteCount === -1) {
    const start = offsetAt(lineNumber, 1);
    const isLast = lineNumber >= lines.length;
    return { start, end: isLast ? offsetAt(lineNumber, Infinity) : offsetAt(lineNumber + 1, 1), text: '' };
  }
  const start = offsetAt(lineNumber, editColumn);
  return { start, end: start + deleteCount, text: insertText };
}

/** Stands for a character of a tag or of front matter: a letter for Markdown, and one that no page contains. */
const standIn = '\ue000';

/** The text without template tags, which aren't Markdown. Offsets stay the same. */
function withTagsMasked(text: string): string {
  if (!text.includes('{%')) return text;
  return withTagLinesCut(text)
    .split('\n')
    .map((line) => {
      let masked = '';
      let at = 0;
      for (let start = line.indexOf('{%'); start >= 0; start = line.indexOf('{%', at)) {
        const end = line.indexOf('%}', start + 2);
        if (end < 0) break;
        masked += line.slice(at, start) + standIn.repeat(end + 2 - start);
        at = end + 2;
      }
      return masked + line.slice(at);
    })
    .join('\n');
}
