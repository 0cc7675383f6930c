import * as vscode from 'vscode';

/** The words that a rendered page shows or reads aloud besides its text, in previews and in comparisons. */
export function renderingTexts() {
  return {
    completedTask: vscode.l10n.t('Completed task'),
    incompleteTask: vscode.l10n.t('Incomplete task'),
    footnotes: vscode.l10n.t('Footnotes'),
    backToText: vscode.l10n.t('Back to the text'),
    reusableContent: vscode.l10n.t('Reusable content'),
  };
}

/** The words around what a specification says about an operation. */
export function operationTexts() {
  return {
    deprecated: vscode.l10n.t('Deprecated'),
    parameter: vscode.l10n.t('Parameter'),
    parameterIn: vscode.l10n.t('In'),
    type: vscode.l10n.t('Type'),
    description: vscode.l10n.t('Description'),
    required: vscode.l10n.t('(required)'),
    requestBody: vscode.l10n.t('Request body'),
    response: vscode.l10n.t('Response'),
  };
}
