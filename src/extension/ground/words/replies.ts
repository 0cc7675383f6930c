import * as vscode from 'vscode';
import type { ReplyReasons, Resource } from '../../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';
import { violationInWords } from './violation.ts';
import { durationInWords } from './duration.ts';

export const replyWords: WordsFor<ReplyReasons> = {
  replyCutOff: () => vscode.l10n.t("The server's response is incomplete or damaged. Try again."),
  replyTooLarge: ({ megabytes }) =>
    vscode.l10n.t("The server's response is larger than {0} MB, so it wasn't read.", megabytes),
  webPageReply: () =>
    vscode.l10n.t(
      "The server sent a web page instead of data. Check that the server URL is the API's. If your network has a sign-in page, sign in there first.",
    ),
  redirected: ({ origin }) =>
    origin === undefined
      ? vscode.l10n.t("The server redirects to another URL, and your token isn't sent there. Check the server URL.")
      : vscode.l10n.t("The server redirects to {0}, and your token isn't sent there. Check the server URL.", origin),
  unexpectedReply: ({ violation }) =>
    vscode.l10n.t("The server's response has an unexpected format: {0}.", violationInWords(violation)),
  endlessList: ({ pages }) =>
    vscode.l10n.t(
      "The server's list doesn't end: it was still going after {0} pages. Contact whoever runs the server.",
      pages,
    ),
  forbidden: ({ words }) =>
    quoting(vscode.l10n.t("You don't have permission to do this. Ask an administrator of the organization."), words),
  missing: ({ resource }) =>
    vscode.l10n.t("This {0} doesn't exist, or you don't have access to it.", resourceInWords(resource)),
  conflicting: ({ words }) =>
    quoting(vscode.l10n.t('This conflicts with the current state on the server. Refresh, then try again.'), words),
  throttled: ({ wait }) =>
    wait === undefined
      ? vscode.l10n.t('Too many requests. Try again later.')
      : vscode.l10n.t('Too many requests. Try again in {0}.', durationInWords(wait)),
  unsupported: () => vscode.l10n.t("This server doesn't support this."),
  serverFailed: ({ words }) => quoting(vscode.l10n.t('The server has a problem. Try again later.'), words),
  serverBusy: ({ wait }) =>
    vscode.l10n.t('The server is unavailable at the moment. Try again in {0}.', durationInWords(wait)),
  refused: ({ words }) => quoting(vscode.l10n.t("The server didn't accept the request."), words),
};

/** Also quotes what the server says. */
export function quoting(sentence: string, words: string | undefined): string {
  return words === undefined ? sentence : vscode.l10n.t('{0} The server says: “{1}”', sentence, words);
}

function resourceInWords(resource: Resource | undefined): string {
  switch (resource) {
    case undefined:
      return vscode.l10n.t('address');
    case 'changeRequest':
      return vscode.l10n.t('change request');
    case 'collection':
      return vscode.l10n.t('collection');
    case 'comment':
      return vscode.l10n.t('comment');
    case 'emailDomain':
      return vscode.l10n.t('email domain');
    case 'file':
      return vscode.l10n.t('file');
    case 'integration':
      return vscode.l10n.t('integration');
    case 'invite':
      return vscode.l10n.t('invite');
    case 'organization':
      return vscode.l10n.t('organization');
    case 'page':
      return vscode.l10n.t('page');
    case 'reply':
      return vscode.l10n.t('reply');
    case 'revision':
      return vscode.l10n.t('revision');
    case 'section':
      return vscode.l10n.t('section');
    case 'sectionGroup':
      return vscode.l10n.t('section group');
    case 'shareLink':
      return vscode.l10n.t('share link');
    case 'site':
      return vscode.l10n.t('site');
    case 'siteSpace':
      return vscode.l10n.t('space of the site');
    case 'space':
      return vscode.l10n.t('space');
    case 'spec':
      return vscode.l10n.t('OpenAPI specification');
    case 'team':
      return vscode.l10n.t('team');
    case 'translation':
      return vscode.l10n.t('translation');
    case 'user':
      return vscode.l10n.t('user');
    case 'version':
      return vscode.l10n.t('version');
  }
}
