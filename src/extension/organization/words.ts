import * as vscode from 'vscode';
import type { Member } from '../../contract/organizations/member.ts';
import type { OpenApiSpec } from '../../contract/organizations/openapi.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { plural } from '../ground/words/plural.ts';

/** The display name of a member. */
export function nameOf({ id, user }: Member): string {
  return titleText(user?.displayName, titleText(user?.email, id));
}

export function roleInWords(role: string | null | undefined): string {
  switch (role) {
    case null:
      return vscode.l10n.t('guest');
    case undefined:
      return vscode.l10n.t('role unknown');
    case 'admin':
      return vscode.l10n.t('admin');
    case 'create':
      return vscode.l10n.t('creator');
    case 'review':
      return vscode.l10n.t('reviewer');
    case 'edit':
      return vscode.l10n.t('editor');
    case 'comment':
      return vscode.l10n.t('commenter');
    case 'read':
      return vscode.l10n.t('reader');
    default:
      return titleText(role);
  }
}

/** The roles of section 2.1, each with what it allows; null stands for a guest. */
export function roleItems() {
  return [
    { role: 'admin', detail: vscode.l10n.t('Administers content, and creates and deletes spaces') },
    { role: 'create', detail: vscode.l10n.t('Creates content') },
    { role: 'review', detail: vscode.l10n.t('Reviews content') },
    { role: 'edit', detail: vscode.l10n.t('Edits published content or change requests') },
    { role: 'comment', detail: vscode.l10n.t('Reads and comments on content') },
    { role: 'read', detail: vscode.l10n.t('Reads content') },
    { role: null, detail: vscode.l10n.t('Sees only what is shared with guests') },
  ].map(({ role, detail }) => ({ label: roleInWords(role), role: role as Role | null, detail }));
}

type Role = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';

/** The platform's progress in reading a specification; undefined once it is done without errors. */
export function specStateInWords({ processingState, lastProcessErrorCode }: OpenApiSpec): string | undefined {
  if (processingState === 'pending') return vscode.l10n.t('waiting to be read');
  if (processingState === 'progress') return vscode.l10n.t('being read');
  if (!lastProcessErrorCode) {
    return processingState === 'complete' ? undefined : titleText(processingState);
  }
  return problemInWords(lastProcessErrorCode);
}

const mostProblems = 10;

/** What the server says about the document of a specification, for a tooltip. */
export function specProblems({ lastProcessProblems }: OpenApiSpec): string[] {
  const problems = lastProcessProblems ?? [];
  const others = problems.length - mostProblems;
  return [
    ...problems.slice(0, mostProblems).map((problem) => titleText(problem)),
    ...(others > 0 ? [plural(vscode.l10n.t('and {0} more'), others)] : []),
  ];
}

function problemInWords(code: string): string {
  switch (code) {
    case 'FETCH_TIMEOUT':
      return vscode.l10n.t("{0}: its URL didn't respond in time", code);
    case 'FETCH_ERROR':
      return vscode.l10n.t("{0}: its URL couldn't be read", code);
    case 'PARSE_ERROR':
      return vscode.l10n.t('{0}: not an OpenAPI document', code);
    default:
      return vscode.l10n.t("{0}: couldn't be read", titleText(code));
  }
}
