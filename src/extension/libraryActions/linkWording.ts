import * as vscode from 'vscode';
import { titleText } from '../../model/shared/titleText.ts';
import type { LinkProblem } from '../../store/libraryActions/libraryActions.ts';
import type { Session } from './session.ts';

export function severityOf({ status }: LinkProblem): vscode.DiagnosticSeverity {
  return status === 'broken' ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Information;
}

/** What is wrong with a link and how to fix it. */
export function wordingOf(problem: LinkProblem, session: Session, spaceId: string): string {
  const target = targetInWords(problem, session, spaceId);
  if (problem.status === 'in-app') {
    return vscode.l10n.t(
      'This link leads into the app, to {0}: readers of a published site may not get there.',
      target,
    );
  }
  return problem.isShown
    ? vscode.l10n.t('The page shows {0}, which is not there (any more).', target)
    : vscode.l10n.t('Broken link: it leads to {0}, which is not there (any more).', target);
}

function targetInWords({ target }: LinkProblem, { library }: Session, spaceId: string): string {
  const { kind } = target;
  const value = titleText(target.value, '');
  switch (kind) {
    case 'url':
      return value || vscode.l10n.t('an address');
    case 'page': {
      const space = target.space ?? spaceId;
      const title = library.cachedPages(space)?.byId.get(target.value)?.title;
      const page = vscode.l10n.t('the page “{0}”', title ?? value);
      if (space === spaceId) return page;
      const other = library.cachedSpaces().find(({ id }) => id === space);
      const owner = other ? titleText(other.title) : space;
      return title === undefined ? vscode.l10n.t('a page of “{0}”', owner) : vscode.l10n.t('{0} of “{1}”', page, owner);
    }
    case 'file':
      return vscode.l10n.t('the file {0}', value);
    case 'space': {
      const space = library.cachedSpaces().find(({ id }) => id === target.value);
      return vscode.l10n.t('the space “{0}”', space ? titleText(space.title) : value);
    }
    case 'user':
      return vscode.l10n.t('a person');
    default:
      return value ? `${kind} ${value}` : kind;
  }
}
