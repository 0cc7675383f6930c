import * as vscode from 'vscode';
import type { LimitedText, LimitReasons } from '../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';

export const limitWords: WordsFor<LimitReasons> = {
  tooLong: ({ what, most, length }) =>
    vscode.l10n.t('{0} can have at most {1} characters. This one has {2}.', textInWords(what), most, length),
  tooShort: ({ what, least }) =>
    least === 1
      ? vscode.l10n.t("{0} can't be empty.", textInWords(what))
      : vscode.l10n.t('{0} must have at least {1} characters.', textInWords(what), least),
  notEmoji: () => vscode.l10n.t('Enter one emoji, such as 📘, or its code, such as 1f4d8.'),
  notSlug: () =>
    vscode.l10n.t(
      'A slug can only contain lowercase letters and digits, in words joined by single hyphens, such as rest-api.',
    ),
  notWebAddress: () => vscode.l10n.t('Enter an address that starts with https:// or http://.'),
  notName: () =>
    vscode.l10n.t('A name can only contain letters, digits, hyphens, underscores and dots, at most 100 of them.'),
  notPathSegment: () => vscode.l10n.t("A path is one part of an address: it can't contain spaces, /, ? or #."),
  proxyWithScheme: () => vscode.l10n.t('Enter the proxy without https://, such as example.com/docs.'),
  notProxy: () =>
    vscode.l10n.t('A proxy is a hostname and a path of letters, digits, - and _, such as example.com/docs.'),
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
      return vscode.l10n.t('An address');
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
