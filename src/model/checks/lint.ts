import { lint } from 'markdownlint/sync';
import { withoutFrontMatter } from '../rendering/frontMatter.ts';
import { withTagLinesCut } from '../tags/problems.ts';
import { linesWithin } from './lines.ts';
import type { LintProblem, Place } from './problem.ts';
import type { LintRules } from './rules.ts';

/**
 * What markdownlint finds in a text, in order. Some of its rules take quadratic time in the length of a line, so this
 * runs in a thread that has a deadline.
 */
export function lintProblems(text: string, rules: LintRules): LintProblem[] {
  const matterless = withoutFrontMatter(text);
  // Front matter became empty lines.
  const lost = text.length - matterless.length;
  const first = lost > 0 ? linesWithin(text.slice(0, matterless.search(/[^\n]|$/) + lost)).length : 1;
  const page = withTagsMasked(matterless);
  const lines = linesWithin(page);
  const offsetAt = (line: number, column: number): number => {
    const { start, end } = lines[line - 1] ?? { start: 0, end: 0 };
    return Math.min(start + column - 1, end) + lost;
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
    .filter(({ lineNumber }) => lineNumber >= first)
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
    .filter(({ start }) => !text.startsWith('{%', start))
    .sort((one, other) => one.start - other.start);
  return withFixesJoined(problems, text);
}

/** Spaces inside emphasis and links, which are reported at each of their ends. */
const withTwoEnds: ReadonlySet<string> = new Set(['MD037', 'MD039']);

/** One fix removes the spaces at both ends, and all of a line. */
function withFixesJoined(problems: readonly LintProblem[], text: string): LintProblem[] {
  const keyOf = ({ rule, start }: LintProblem) => `${rule} ${text.lastIndexOf('\n', start - 1)}`;
  const joined = new Map<string, NonNullable<LintProblem['fix']>>();
  for (const problem of problems) {
    const { rule, fix } = problem;
    if (!fix || !withTwoEnds.has(rule)) continue;
    const before = joined.get(keyOf(problem));
    const between = before ? before.text + text.slice(before.end, fix.start) : '';
    joined.set(keyOf(problem), { start: before?.start ?? fix.start, end: fix.end, text: between + fix.text });
  }
  return problems.map((each) => ({ ...each, ...(each.fix && { fix: joined.get(keyOf(each)) ?? each.fix }) }));
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

/** Stands for a character of a tag: a letter for Markdown, and one that no page contains. */
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
