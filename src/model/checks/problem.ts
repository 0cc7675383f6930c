import type { BrokenLink } from '../pages/brokenLinks.ts';
import type { TagProblem } from '../tags/problems.ts';

/** A place in a text, in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A heading whose level is more than one below that of the heading before it. */
export interface LevelProblem extends Place {
  readonly kind: 'level';
  readonly level: number;
  /** The level that follows the heading before. */
  readonly right: number;
}

/** An image without alternative text. */
export interface AltProblem extends Place {
  readonly kind: 'alt';
  /** Where the text belongs. */
  readonly at: number;
  /** What stands around the text there: an HTML attribute that is missing, or nothing. */
  readonly around: readonly [before: string, after: string];
}

/** Metadata above or right below the title, which readers see as text. */
export interface FrontMatterProblem extends Place {
  readonly kind: 'frontMatter';
}

/** A link to an uploaded file in Markdown that is a part of HTML, so that readers see it as text. */
export interface InHtmlProblem extends Place {
  readonly kind: 'inHtml';
  /** Where an empty line makes it a link; undefined if its line begins with HTML. */
  readonly at: number | undefined;
}

/** A marker of a conflict that was never resolved, which readers see as text. */
export interface ConflictProblem extends Place {
  readonly kind: 'conflict';
}

/** An id that an element above has, so that links lead there. */
export interface IdProblem extends Place {
  readonly kind: 'id';
  readonly id: string;
}

/** What a rule of markdownlint found. */
export interface LintProblem extends Place {
  readonly kind: 'lint';
  /** Such as `MD011`. */
  readonly rule: string;
  /** The library's description of the rule, in English. */
  readonly description: string;
  readonly detail?: string | undefined;
  readonly fix?: (Place & { readonly text: string }) | undefined;
}

/** A problem that the text of a page shows, without the pages around it. */
export type TextProblem =
  | TagProblem
  | FrontMatterProblem
  | InHtmlProblem
  | LevelProblem
  | AltProblem
  | ConflictProblem
  | IdProblem
  | LintProblem;

export type PageProblem = TextProblem | BrokenLink;
