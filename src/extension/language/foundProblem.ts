import type * as vscode from 'vscode';
import type { BrokenLink } from '../../model/pages/brokenLinks.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import type { TagProblem } from '../../model/tags/problems.ts';

/** A problem shown in an editable page, with the data that its fixes need. */
export interface FoundProblem {
  readonly diagnostic: vscode.Diagnostic;
  readonly problem: TagProblem | BrokenLink;
  /** The link context from when the problem was found. */
  readonly context: LinkContext | undefined;
  /** The anchors of the page that the link points into. */
  readonly anchors?: ReadonlySet<string> | undefined;
}
