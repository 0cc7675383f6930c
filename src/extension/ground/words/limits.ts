import * as vscode from 'vscode';
import type { LimitedText, LimitReasons } from '../../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';

export const limitWords: WordsFor<LimitReasons> = {
  tooLong: ({ what, most, length }) =>
    vscode.l10n.t('{0} can have at most {1} characters. This one has {2}.', textInWords(what), most, length),
  tooShort: ({ what, least }) =>
    least === 1
      ? vscode.l10n.t("{0} can't be empty.", textInWords(what))
      : vscode.l10n.t('{0} must have at least {1} characters.', textInWords(what), least),
  conditionIncomplete: () => vscode.l10n.t('The condition is incomplete.'),
  conditionInvalid: ({ rest }) =>
    rest === undefined
      ? vscode.l10n.t("The condition isn't valid.")
      : vscode.l10n.t("The condition isn't valid, starting at “{0}”.", rest),
  notEmoji: () => vscode.l10n.t('Enter one emoji, such as 📘, or its code, such as 1f4d8.'),
  notSlug: () =>
    vscode.l10n.t(
      'A slug can only contain lowercase letters and digits, in words joined by single hyphens, such as rest-api.',
    ),
  notWebAddress: () => vscode.l10n.t('Enter a URL that starts with https:// or http://.'),
  notName: () => vscode.l10n.t('A name can have up to 100 letters, digits, hyphens, underscores, and dots.'),
  notPathSegment: () => vscode.l10n.t("A path is one segment of a URL: it can't contain spaces, /, ?, or #."),
  proxyWithScheme: () => vscode.l10n.t('Enter the proxy without https://, such as example.com/docs.'),
  notProxy: () =>
    vscode.l10n.t('A proxy must be a hostname and a path of letters, digits, -, and _, such as example.com/docs.'),
  findTooSlow: ({ limit }) =>
    vscode.l10n.t('This took longer than {0} seconds and was stopped. A simpler regular expression may help.', limit),
  findStopped: () => vscode.l10n.t('This took too long and was stopped, because this computer is busy. Try again.'),
};

/** At the start of a sentence. */
function textInWords(what: LimitedText): string {
  switch (what) {
    case 'title':
      return vscode.l10n.t('A title');
    case 'description':
      return vscode.l10n.t('A description');
    case 'emoji':
      return vscode.l10n.t('An emoji');
    case 'slug':
      return vscode.l10n.t('A slug');
    case 'address':
      return vscode.l10n.t('A URL');
    case 'path':
      return vscode.l10n.t('A path');
    case 'condition':
      return vscode.l10n.t('A condition');
    case 'icon':
      return vscode.l10n.t('An icon name');
    case 'basename':
      return vscode.l10n.t('A basename');
    case 'name':
      return vscode.l10n.t('A name');
    case 'proxy':
      return vscode.l10n.t('A proxy');
  }
}
