import type * as vscode from 'vscode';
import type { PageProblem } from '../../../model/checks/problem.ts';
import type { Anchors } from '../../../model/pages/brokenLinks.ts';
import type { LinkContext } from '../../../model/pages/links.ts';

/** A problem shown in an editable page, with the data that its fixes need. */
export interface FoundProblem {
  readonly diagnostic: vscode.Diagnostic;
  readonly problem: PageProblem;
  /** The link context from when the problem was found. */
  readonly context: LinkContext | undefined;
  /** The anchors of the page that the link points into. */
  readonly anchors?: Anchors | undefined;
}
