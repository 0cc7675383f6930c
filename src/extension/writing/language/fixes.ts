import * as vscode from 'vscode';
import type { AltProblem } from '../../../model/checks/problem.ts';
import type { BrokenLink } from '../../../model/pages/brokenLinks.ts';
import { filesFrom, meantBy, pagesFrom, type LinkSuggestion } from '../../../model/pages/linkSuggestions.ts';
import { pageMeant, type LinkContext } from '../../../model/pages/links.ts';
import { likenessOf } from '../../../model/shared/resemblance.ts';
import { closingOf, type TagProblem } from '../../../model/tags/problems.ts';
import { chooseLinkCommand } from './chooseLink.ts';
import { rangeOf } from './diagnostics.ts';
import type { FoundProblem } from './foundProblem.ts';

/** The quick fixes for a problem, the most likely first. */
export function fixesOf(found: FoundProblem, document: vscode.TextDocument): vscode.CodeAction[] {
  const fix = (title: string, range: vscode.Range, text: string): vscode.CodeAction => {
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, range, text);
    action.diagnostics = [found.diagnostic];
    return action;
  };
  const fixes = fixesFor(found, document, fix);
  if (fixes[0] && fixes.length === 1 && found.problem.kind !== 'alt') fixes[0].isPreferred = true;
  const place = linkWithoutPage(found, document);
  return place && found.context ? [...fixes, chooseLink(document, place, found)] : fixes;
}

function fixesFor(found: FoundProblem, document: vscode.TextDocument, fix: Fix): vscode.CodeAction[] {
  const { problem, context } = found;
  switch (problem.kind) {
    case 'page':
    case 'file':
    case 'heading':
    case 'web':
      return context ? linkFixes(problem, context, found, fix) : [];
    case 'level': {
      const { start } = found.diagnostic.range;
      const marks = '#'.repeat(problem.level);
      const range = new vscode.Range(start, start.translate(0, marks.length));
      if (document.getText(range) !== marks) return [];
      return [fix(vscode.l10n.t('Change to level {0}', problem.right), range, '#'.repeat(problem.right))];
    }
    case 'alt':
      return [writeText(problem, document, found)];
    case 'inHtml': {
      if (problem.at === undefined) return [];
      const place = rangeOf({ start: problem.at, end: problem.at }, document);
      return [fix(vscode.l10n.t('Insert an empty line'), place, '\n')];
    }
    case 'frontMatter': {
      const { start, end } = problem;
      const [gap = ''] = /^(?:[ \t]*\r?\n){0,2}/.exec(document.getText().slice(end)) ?? [];
      return [fix(vscode.l10n.t('Remove front matter'), rangeOf({ start, end: end + gap.length }, document), '')];
    }
    case 'conflict':
    case 'id':
      return [];
    case 'lint':
      return problem.fix
        ? [fix(vscode.l10n.t('Fix this problem ({0})', problem.rule), rangeOf(problem.fix, document), problem.fix.text)]
        : [];
    default:
      return tagFixes(problem, document, found, fix);
  }
}

/** Only the author knows what the image shows, so the cursor is put where the text belongs. */
function writeText({ at, around }: AltProblem, document: vscode.TextDocument, found: FoundProblem): vscode.CodeAction {
  const action = new vscode.CodeAction(vscode.l10n.t('Write alternative text'), vscode.CodeActionKind.QuickFix);
  action.diagnostics = [found.diagnostic];
  action.edit = new vscode.WorkspaceEdit();
  const text = new vscode.SnippetString(around.join('$1'));
  action.edit.set(document.uri, [vscode.SnippetTextEdit.insert(document.positionAt(at), text)]);
  return action;
}

/** Where the address of a page is missing or leads nowhere. */
function linkWithoutPage({ problem, diagnostic: { range } }: FoundProblem, document: vscode.TextDocument) {
  if (problem.kind === 'page') return range;
  if (problem.kind !== 'lint' || problem.rule !== 'MD042') return undefined;
  const text = document.getText(range);
  const at = text.lastIndexOf('](') + ']('.length;
  if (at === 1 || !text.endsWith(')')) return undefined;
  // What follows the address, such as a title, stays.
  const [written] = /^[^()\s]*/.exec(text.slice(at)) ?? [''];
  const start = range.end.translate(0, at - text.length);
  return new vscode.Range(start, start.translate(0, written.length));
}

function chooseLink(document: vscode.TextDocument, range: vscode.Range, found: FoundProblem): vscode.CodeAction {
  const title = vscode.l10n.t('Choose a page…');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [found.diagnostic];
  action.command = { title, command: chooseLinkCommand, arguments: [document, range, found.context] };
  return action;
}

type Fix = (title: string, range: vscode.Range, text: string) => vscode.CodeAction;

function tagFixes(
  { kind, name, start }: TagProblem,
  document: vscode.TextDocument,
  { diagnostic: { range } }: FoundProblem,
  fix: Fix,
): vscode.CodeAction[] {
  switch (kind) {
    case 'unclosed': {
      const closing = closingOf(document.getText(), start);
      if (!closing) return [];
      const at = document.positionAt(closing.at);
      return [fix(vscode.l10n.t('Close with {0}', `{% end${name} %}`), new vscode.Range(at, at), closing.text)];
    }
    case 'unopened': {
      const line = document.lineAt(range.start);
      const isAlone = line.text.trim() === document.getText(range);
      return [fix(vscode.l10n.t('Remove {0}', `{% end${name} %}`), isAlone ? line.rangeIncludingLineBreak : range, '')];
    }
    case 'misplaced':
    case 'incomplete':
      return [];
  }
}

function linkFixes(
  { kind, written }: BrokenLink,
  context: LinkContext,
  { diagnostic: { range }, anchors }: FoundProblem,
  fix: Fix,
): vscode.CodeAction[] {
  const lead = ({ title, path, url }: LinkSuggestion) =>
    fix(
      title === path ? vscode.l10n.t('Link to {0}', title) : vscode.l10n.t('Link to “{0}” ({1})', title, path),
      range,
      url,
    );
  switch (kind) {
    case 'page': {
      const pages = pagesFrom(context.page, context.tree);
      const meant = pageMeant(written, context)?.path;
      const [first, likely] = [pages.find(({ path }) => path === meant), meantBy(written, pages)];
      return [...new Set(first ? [first, ...likely] : likely)].map(lead);
    }
    case 'file':
      return meantBy(written, filesFrom(context.files)).map(lead);
    case 'web':
      return [fix(vscode.l10n.t('Add {0}', 'https://'), new vscode.Range(range.start, range.start), 'https://')];
    case 'heading':
      return [...new Set(anchors?.values())]
        .map((anchor) => ({ anchor, likeness: likenessOf(written, anchor) }))
        .filter(({ likeness }) => likeness > 0)
        .sort((one, other) => other.likeness - one.likeness)
        .slice(0, 3)
        .map(({ anchor }) => fix(vscode.l10n.t('Link to #{0}', anchor), range, anchor));
  }
}
