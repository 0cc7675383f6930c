import * as vscode from 'vscode';

/** The words that a rendered page shows or reads aloud besides its text, in previews and in webviews. */
export function renderingTexts() {
  return {
    completedTask: vscode.l10n.t('Completed task'),
    incompleteTask: vscode.l10n.t('Incomplete task'),
    footnotes: vscode.l10n.t('Footnotes'),
    backToText: vscode.l10n.t('Back to the text'),
    reusableContent: vscode.l10n.t('Reusable content'),
  };
}
