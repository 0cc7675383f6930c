import * as vscode from 'vscode';

export function visibilityMark(visibility: string): string {
  switch (visibility) {
    case 'public':
      return vscode.l10n.t('public');
    case 'unlisted':
      return vscode.l10n.t('unlisted');
    case 'share-link':
      return vscode.l10n.t('share link');
    case 'visitor-auth':
      return vscode.l10n.t('signed-in visitors');
    default:
      return visibility;
  }
}

export function visibilityInWords(visibility: string): string {
  switch (visibility) {
    case 'public':
      return vscode.l10n.t('Anyone can visit it, and search engines list it.');
    case 'unlisted':
      return vscode.l10n.t("Anyone with the URL can visit it, and search engines don't list it.");
    case 'share-link':
      return vscode.l10n.t('Anyone with a share link can visit it.');
    case 'visitor-auth':
      return vscode.l10n.t('Visitors must sign in to see it.');
    default:
      return vscode.l10n.t('Visibility: {0}', visibility);
  }
}
