import type { Nodes } from 'mdast';
import type { LintError } from 'markdownlint';
import { lint } from 'markdownlint/sync';
import { withTagLinesCut } from '../tags/problems.ts';
import { walk } from '../text/walk.ts';
import { frontMatterIn } from '../text/frontMatter.ts';
import { linesWithin } from './lines.ts';
import { mayFail } from './lintable.ts';
import type { LintProblem, Place } from './problem.ts';
import { usualRules, type LintRules } from './rules.ts';

/**
 * What markdownlint finds in a text, in order. Some of its rules take quadratic time in the length of a line, so this
 * runs in a thread that has a deadline. The tree is that of the text.
 */
export function lintProblems(text: string, rules: LintRules, tree: Nodes): LintProblem[] {
  const matter = frontMatterIn(text) ?? { start: 0, end: 0 };
  const masked = text.slice(matter.start, matter.end).replace(/[^\r\n]/g, standIn);
  const page = withTagsMasked(text.slice(0, matter.start) + masked + text.slice(matter.end));
  const lines = linesWithin(page);
  const offsetAt = (line: number, column: number): number => {
    const { start, end } = lines[line - 1] ?? { start: 0, end: 0 };
    return Math.min(start + column - 1, end);
  };

  const problems = lintErrors(page, rules, tree)
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

/** In UTF-16 units. */
const smallestPart = 4000;

/**
 * The usual rules look at one block and the definitions of the page. So only parts where they may find something are
 * read, and one by one: the time of markdownlint grows with the square of the length.
 */
function lintErrors(page: string, rules: LintRules, tree: Nodes): LintError[] {
  const isUsual = Object.entries(rules).every(([name, rule]) => rule === false || (rule === true && usualRules[name]));
  if (!isUsual) return errorsIn(page, rules);
  const { starts, definitions, defined } = outlineOf(page, tree);
  if (!mayFail(page, defined)) return [];
  if (definitions.length > smallestPart) return errorsIn(page, rules);
  const errors: LintError[] = [];
  let line = 0;
  for (const [index, start] of starts.entries()) {
    const part = page.slice(start, starts[index + 1]);
    const lines = linesWithin(part).length - 1;
    if (mayFail(part, defined)) {
      const before = starts.length > 1 && definitions !== '' ? `${definitions}\n\n` : '';
      const first = linesWithin(before).length;
      for (const error of errorsIn(before + part, rules))
        if (error.lineNumber >= first) errors.push({ ...error, lineNumber: line + error.lineNumber + 1 - first });
    }
    line += lines;
  }
  return errors;
}

/** Where parts of a page begin that can be read alone, and what they need of the others. */
function outlineOf(page: string, tree: Nodes) {
  const starts = [0];
  const definitions: string[] = [];
  const defined = new Set<string>();
  // A formula may hold what looks like a heading.
  const isWhole = /^[ \t>]*\$\$/m.test(page);
  for (const child of 'children' in tree && !isWhole ? tree.children : []) {
    const at = child.type === 'heading' ? (child.position?.start.offset ?? 0) : 0;
    if (page[at] === '#' && /\n\r?\n$/.test(page.slice(Math.max(0, at - 3), at)) && at - starts.at(-1)! >= smallestPart)
      starts.push(at);
  }
  walk(tree, (node) => {
    if (node.type !== 'definition') return;
    const { position, identifier } = node;
    defined.add(identifier.toLowerCase());
    definitions.push(page.slice(position?.start.offset, position?.end.offset).replace(/[\r\n]+[ \t>]*/g, ' '));
  });
  for (const [, label] of page.matchAll(/^[ \t>]*(\[\^[^\]\s]+\]:)/gm)) definitions.push(`${label} x`);
  return { starts, definitions: definitions.join('\n'), defined };
}

function errorsIn(page: string, rules: LintRules): LintError[] {
  const found = lint({
    strings: { page },
    config: { ...rules, default: rules['DEFAULT'] === true },
    frontMatter: null,
    // The user's settings alone choose the rules, not a comment in the page.
    noInlineConfig: true,
    // A rule with options that it can't read reports so.
    handleRuleFailures: true,
  });
  return found['page'] ?? [];
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
