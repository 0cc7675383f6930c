import * as vscode from 'vscode';

/** Texts of pages with a suggestion, to be compared with the pages. */
export interface SuggestedTexts extends vscode.Disposable {
  /** The URI of a read-only document with this text, named like the page. */
  uriOf(page: vscode.Uri, text: string): vscode.Uri;
}

export function createSuggestedTexts(): SuggestedTexts {
  const texts = new Map<string, string>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(suggestedScheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
  let count = 0;
  return {
    uriOf(page, text) {
      count += 1;
      const uri = page.with({ scheme: suggestedScheme, authority: String(count) });
      texts.set(uri.toString(), text);
      for (const key of [...texts.keys()].slice(0, -atMost)) texts.delete(key);
      return uri;
    },
    dispose() {
      registration.dispose();
    },
  };
}

const suggestedScheme = 'docs-platform-suggested';
/** Both sides of a diff of all pages that are applied at once. */
const atMost = 200;
