import type * as vscode from 'vscode';
import type { BrokenLink } from '../../model/pages/brokenLinks.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import type { TagProblem } from '../../model/tags/problems.ts';

/** A problem of a page that is written, as it is shown, with what mending it takes. */
export interface FoundProblem {
  readonly diagnostic: vscode.Diagnostic;
  readonly problem: TagProblem | BrokenLink;
  /** What was known when it was found. */
  readonly context: LinkContext | undefined;
  /** Of the page that a heading was looked for in. */
  readonly anchors?: ReadonlySet<string> | undefined;
}
