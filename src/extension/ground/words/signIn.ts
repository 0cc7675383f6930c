import * as vscode from 'vscode';
import type { SignInReasons } from '../../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';

export const signInWords: WordsFor<SignInReasons> = {
  notSignedIn: () => vscode.l10n.t("You aren't signed in. Sign in to continue."),
  tokenRefused: () =>
    vscode.l10n.t(
      "The server doesn't accept your token: it may be wrong, expired, or revoked. Sign in with another one.",
    ),
  typedTokenRefused: () =>
    vscode.l10n.t(
      "The server doesn't accept this token: it may be mistyped, expired, or revoked. Paste it again, or create a new one.",
    ),
  tokenUnreadable: () => vscode.l10n.t("Couldn't read your token from secret storage. Sign in again."),
  tokenUnusable: () => vscode.l10n.t("The stored token isn't valid. Sign in with another one."),
  notDocsPlatform: () =>
    vscode.l10n.t("The server at this URL isn't a docs platform. Check the URL, including the part after the host."),
  maybeNotDocsPlatform: ({ cause }, sentence) =>
    vscode.l10n.t("{0} Or this server isn't a docs platform: check its URL.", sentence(cause)),
  baseEmpty: () => vscode.l10n.t('Enter the URL of the server, for example {0}.', example),
  baseWithSpaces: () => vscode.l10n.t('The URL contains a space or a line break. Enter only the URL.'),
  baseNotAddress: () => vscode.l10n.t("This isn't a valid URL. Enter one such as {0}.", example),
  baseLikeToken: () =>
    vscode.l10n.t(
      'This looks like a token rather than a URL. Enter a URL such as {0}. Your token is requested in the next step.',
      example,
    ),
  baseNotWeb: () => vscode.l10n.t('The URL must start with https://, for example {0}.', example),
  baseWithUser: () =>
    vscode.l10n.t("Remove the user name and password from the URL. You'll be asked for a token next."),
  baseWithQuery: () => vscode.l10n.t('Remove the question mark and everything after it from the URL.'),
  baseWithFragment: () => vscode.l10n.t('Remove the # and everything after it from the URL.'),
  baseInsecure: () =>
    vscode.l10n.t(
      'The URL must start with https://: over http://, others could read your token. Only a server on this machine can use http://.',
    ),
  tokenEmpty: () => vscode.l10n.t('Paste the API token.'),
  tokenWithSpaces: () =>
    vscode.l10n.t('The token contains a space or a line break. Copy it again: the whole token and nothing else.'),
  tokenWithOddCharacter: () =>
    vscode.l10n.t("The token contains a character that isn't allowed. Copy it again: the token and nothing else."),
  tokenTooLong: () => vscode.l10n.t('This is too long for a token. Copy the token and nothing else.'),
};

const example = 'https://docs.example.com';
