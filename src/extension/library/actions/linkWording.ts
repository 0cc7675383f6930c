import * as vscode from 'vscode';
import { titleText } from '../../../model/shared/titleText.ts';
import type { LinkProblem } from '../../../store/libraryActions/libraryActions.ts';
import type { Session } from './session.ts';

export function severityOf({ status }: LinkProblem): vscode.DiagnosticSeverity {
  return status === 'broken' ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Information;
}

/** What is wrong with a link and how to fix it. */
export function wordingOf(problem: LinkProblem, session: Session, spaceId: string): string {
  const target = targetInWords(problem, session, spaceId);
  if (problem.status === 'in-app') {
    return vscode.l10n.t(
      'This link points to the app ({0}), which readers of a published site may not be able to open.',
      target,
    );
  }
  return problem.isShown
    ? vscode.l10n.t("The page shows {0}, which doesn't exist.", target)
    : vscode.l10n.t("Broken link: {0} doesn't exist.", target);
}

function targetInWords({ target }: LinkProblem, { library }: Session, spaceId: string): string {
  const { kind } = target;
  const value = titleText(target.value, '');
  switch (kind) {
    case 'url':
      return value || vscode.l10n.t('a URL');
    case 'page': {
      const space = target.space ?? spaceId;
      const title = library.cachedPages(space)?.byId.get(target.value)?.title;
      const page = vscode.l10n.t('page “{0}”', title ?? value);
      if (space === spaceId) return page;
      const other = library.cachedSpaces().find(({ id }) => id === space);
      const owner = other ? titleText(other.title) : space;
      return title === undefined ? vscode.l10n.t('a page in “{0}”', owner) : vscode.l10n.t('{0} in “{1}”', page, owner);
    }
    case 'file':
      return vscode.l10n.t('file {0}', value);
    case 'space': {
      const space = library.cachedSpaces().find(({ id }) => id === target.value);
      return vscode.l10n.t('space “{0}”', space ? titleText(space.title) : value);
    }
    case 'user':
      return vscode.l10n.t('a person');
    default:
      return value ? `${kind} ${value}` : kind;
  }
}
