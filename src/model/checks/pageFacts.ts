import type { Root } from 'mdast';
import { anchorsIn, type Anchors } from '../pages/brokenLinks.ts';
import { headingsIn } from '../pages/text.ts';
import { checkedTags, withTagLinesCut } from '../tags/problems.ts';
import { frontMatterIn } from '../text/frontMatter.ts';
import { completed, parsedWithTree, type Destination } from '../text/destinations.ts';
import { conflictProblems } from './conflicts.ts';
import { lintProblems } from './lint.ts';
import type { TextProblem } from './problem.ts';
import type { LintRules } from './rules.ts';
import { structureProblems } from './structure.ts';

/** Everything that a check needs of a page's text. Plain data, so that another thread can make it. */
export interface PageFacts {
  /** The problems that the text alone shows, in order. */
  readonly problems: readonly TextProblem[];
  readonly destinations: readonly Destination[];
  readonly anchors: Anchors;
}

/** What to look for in a text. */
export interface TextChecks {
  /** Without rules, markdownlint isn't asked. */
  readonly rules?: LintRules | undefined;
  /** Whether only the destinations and anchors are needed. */
  readonly linksOnly?: boolean | undefined;
}

export function pageFacts(markdown: string, { rules, linksOnly = false }: TextChecks): PageFacts {
  // The parsers don't count a byte order mark.
  const offset = markdown.startsWith('\ufeff') ? 1 : 0;
  const text = markdown.slice(offset);
  const { parsed, tree } = parsedWithTree(text, withTagLinesCut(text));
  const problems = linksOnly ? [] : problemsIn(text, tree, rules).map((problem) => movedBy(problem, offset));
  return {
    problems: problems.sort((one, other) => one.start - other.start),
    destinations: completed(text, parsed, offset),
    anchors: anchorsIn(markdown, headingsIn(text, tree)),
  };
}

function problemsIn(text: string, tree: Root, rules: LintRules | undefined): TextProblem[] {
  const { problems, blocks } = checkedTags(text, tree);
  const matter = frontMatterIn(text);
  const all = [
    ...problems,
    ...structureProblems(text, tree, blocks),
    ...conflictProblems(text, tree),
    ...(rules ? lintProblems(text, rules, tree) : []),
  ];
  return matter ? [...all, { kind: 'frontMatter', ...matter }] : all;
}

function movedBy(problem: TextProblem, offset: number): TextProblem {
  if (offset === 0) return problem;
  const place = { start: problem.start + offset, end: problem.end + offset };
  if (problem.kind === 'alt') return { ...problem, ...place, at: problem.at + offset };
  if (problem.kind === 'inHtml') return { ...problem, ...place, at: problem.at && problem.at + offset };
  if (problem.kind !== 'lint' || !problem.fix) return { ...problem, ...place };
  const { start, end, text } = problem.fix;
  return { ...problem, ...place, fix: { start: start + offset, end: end + offset, text } };
}
