import * as vscode from 'vscode';

/**
 * VS Code starts its JSON features with the first JSON document. Settings and requests have languages of their own, so
 * this starts the features with the first of these documents, including restored ones.
 */
export function withJsonFeatures(): vscode.Disposable {
  const start = ({ languageId }: vscode.TextDocument): void => {
    if (!/^docs-platform-(?:settings|request)$/.test(languageId)) return;
    // Some builds of VS Code have no JSON features. These documents can be edited without them.
    vscode.extensions
      .getExtension('vscode.json-language-features')
      ?.activate()
      .then(undefined, () => undefined);
  };
  for (const document of vscode.workspace.textDocuments) start(document);
  return vscode.workspace.onDidOpenTextDocument(start);
}
