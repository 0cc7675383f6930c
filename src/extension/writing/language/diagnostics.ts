import * as vscode from 'vscode';
import { lineAt, linesWithin } from '../../../model/checks/lines.ts';
import type { LintProblem, PageProblem, Place } from '../../../model/checks/problem.ts';
import type { BrokenLink } from '../../../model/pages/brokenLinks.ts';
import type { PageTree } from '../../../model/pages/tree.ts';
import type { TagProblem } from '../../../model/tags/problems.ts';
import { parentOf } from '../../../model/tags/syntax.ts';

/** The diagnostics of a text's problems, in the same order. */
export function diagnosticsOf(
  text: string,
  problems: readonly PageProblem[],
  /** The page that contains them, and the pages it can link to. */
  around: { readonly page: { readonly id: string }; readonly tree: Pick<PageTree, 'byId'> } | undefined,
): vscode.Diagnostic[] {
  const lines = linesWithin(text);
  const positionAt = (offset: number): vscode.Position => {
    const line = lineAt(lines, offset);
    const { start, end } = lines[line]!;
    return new vscode.Position(line, Math.min(offset, end) - start);
  };
  return problems.map((problem) => {
    const range = new vscode.Range(positionAt(problem.start), positionAt(problem.end));
    const diagnostic = new vscode.Diagnostic(range, wording(problem, around), vscode.DiagnosticSeverity.Warning);
    diagnostic.source = 'Docs Platform';
    diagnostic.code = codeOf(problem);
    return diagnostic;
  });
}

/** False for conflict markers while the page's editor reports the conflict that they are of. */
export function isNews({ kind }: PageProblem, editable: vscode.Uri): boolean {
  return kind !== 'conflict' || !vscode.languages.getDiagnostics(editable).some(({ code }) => code === 'conflict');
}

export function rangeOf({ start, end }: Place, document: vscode.TextDocument): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

function codeOf(problem: PageProblem): vscode.Diagnostic['code'] {
  switch (problem.kind) {
    case 'page':
    case 'file':
    case 'heading':
      return `broken-${problem.kind}`;
    case 'web':
      return 'link-without-scheme';
    case 'conflict':
      return 'conflict-marker';
    case 'id':
      return 'duplicate-id';
    case 'level':
      return 'heading-level';
    case 'alt':
      return 'alternative-text';
    case 'frontMatter':
      return 'front-matter';
    case 'inHtml':
      return 'link-in-html';
    case 'lint':
      return {
        value: problem.rule,
        target: vscode.Uri.parse(
          `https://github.com/DavidAnson/markdownlint/blob/main/doc/${problem.rule.toLowerCase()}.md`,
        ),
      };
    default:
      return problem.kind;
  }
}

function wording(problem: PageProblem, around: Parameters<typeof diagnosticsOf>[2]): string {
  switch (problem.kind) {
    case 'page':
    case 'file':
    case 'heading':
    case 'web':
      return linkWording(problem, around);
    case 'conflict':
      return vscode.l10n.t(
        'Readers see this conflict marker as text. Keep one of the versions, and remove the markers.',
      );
    case 'id':
      return vscode.l10n.t('The ID “{0}” is already used above, so links lead there. Choose another ID.', problem.id);
    case 'level':
      return vscode.l10n.t(
        'This heading skips a level: level {0} follows level {1}.',
        problem.level,
        problem.right - 1,
      );
    case 'alt':
      return vscode.l10n.t("This image has no alternative text, so screen readers can't describe it.");
    case 'frontMatter':
      return vscode.l10n.t(
        "Readers see this front matter as text, because properties can't be set here. Remove it, and set them in the browser.",
      );
    case 'inHtml':
      return vscode.l10n.t(
        "Readers see this link as text, because it's part of the HTML above. Put an empty line between them.",
      );
    case 'lint':
      return lintWording(problem);
    default:
      return tagWording(problem);
  }
}

/** Our own words for the rules that are on by default. */
function lintWording({ rule, description, detail }: LintProblem): string {
  switch (rule) {
    case 'MD011':
      return vscode.l10n.t('Reversed link: the text belongs in [ ], and the URL in ( ).');
    case 'MD018':
      return vscode.l10n.t("A space is missing after the #, so this isn't a heading.");
    case 'MD037':
      return vscode.l10n.t('Spaces inside emphasis marks, so readers see the marks themselves.');
    case 'MD039':
      return vscode.l10n.t('Spaces at the start or end of a link text.');
    case 'MD042':
      return vscode.l10n.t('This link has no target.');
    case 'MD052':
      return vscode.l10n.t("The label of this link isn't defined on this page, so readers see the brackets.");
    case 'MD056':
      return vscode.l10n.t('This row has fewer or more cells than the table has columns.');
    default:
      return detail === undefined ? `${description}.` : `${description}: ${detail}.`;
  }
}

function tagWording({ kind, name }: TagProblem): string {
  const [tag, end] = [`{% ${name} %}`, `{% end${name} %}`];
  switch (kind) {
    case 'unclosed':
      return vscode.l10n.t("{0} isn't closed. {1} is missing, or is in a different list item or quote.", tag, end);
    case 'unopened':
      return vscode.l10n.t('Unexpected {0}: there is no open {1} here.', end, tag);
    case 'misplaced':
      return vscode.l10n.t('{0} is outside of {1}, so readers see the tag itself.', tag, `{% ${parentOf[name]} %}`);
    case 'incomplete':
      return name === 'file'
        ? vscode.l10n.t('{0} needs a file: src="…".', tag)
        : vscode.l10n.t('{0} needs a URL: url="…".', tag);
  }
}

function linkWording({ kind, written, page }: BrokenLink, around: Parameters<typeof diagnosticsOf>[2]): string {
  switch (kind) {
    case 'web':
      return vscode.l10n.t('Broken link: https:// is missing before “{0}”.', written);
    case 'page':
      return vscode.l10n.t("Broken link: page “{0}” doesn't exist in this change request.", written);
    case 'file':
      return vscode.l10n.t("Broken link: file “{0}” doesn't exist in this space.", written);
    case 'heading':
      return page === around?.page.id
        ? vscode.l10n.t("Broken link: heading “{0}” doesn't exist on this page.", written)
        : vscode.l10n.t(
            "Broken link: heading “{1}” doesn't exist on page “{0}”.",
            around?.tree.byId.get(page ?? '')?.title ?? '',
            written,
          );
  }
}
