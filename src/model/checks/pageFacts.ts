import { anchorsIn } from '../pages/brokenLinks.ts';
import { checkedTags } from '../tags/problems.ts';
import { destinationsOf, type Destination } from '../text/destinations.ts';
import { lintProblems } from './lint.ts';
import type { TextProblem } from './problem.ts';
import type { LintRules } from './rules.ts';
import { structureProblems } from './structure.ts';

/** Everything that a check needs of a page's text. Plain data, so that another thread can make it. */
export interface PageFacts {
  /** The problems that the text alone shows, in order. */
  readonly problems: readonly TextProblem[];
  readonly destinations: readonly Destination[];
  /** In lower case. */
  readonly anchors: ReadonlySet<string>;
}

/** Without rules, markdownlint isn't asked. */
export function pageFacts(markdown: string, rules: LintRules | undefined): PageFacts {
  // The parsers don't count a byte order mark.
  const offset = markdown.startsWith('\ufeff') ? 1 : 0;
  const text = markdown.slice(offset);
  const { problems: tags, blocks } = checkedTags(text);
  const problems = [...tags, ...structureProblems(text, blocks), ...(rules ? lintProblems(text, rules) : [])];
  const moved = problems.map((problem) => movedBy(problem, offset));
  return {
    problems: moved.sort((one, other) => one.start - other.start),
    destinations: destinationsOf(markdown),
    anchors: anchorsIn(markdown),
  };
}

function movedBy(problem: TextProblem, offset: number): TextProblem {
  if (offset === 0) return problem;
  const place = { start: problem.start + offset, end: problem.end + offset };
  if (problem.kind === 'alt') return { ...problem, ...place, at: problem.at + offset };
  if (problem.kind !== 'lint' || !problem.fix) return { ...problem, ...place };
  const { start, end, text } = problem.fix;
  return { ...problem, ...place, fix: { start: start + offset, end: end + offset, text } };
}
