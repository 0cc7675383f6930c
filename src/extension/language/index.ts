import * as vscode from 'vscode';
import type { CommandTable } from '../commands/table.ts';
import type { Uses } from '../services/services.ts';

/** Help while editing a page: completion, and problems with quick fixes. Loaded with the first editable page. */
export function writingLanguage(parts: Uses<'accounts' | 'reachability' | 'edge' | 'stores' | 'parseAhead'>): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
  return {
    commands: {
      'docsPlatform.writing.insertFile': async () => (await import('./insertFile.ts')).insertFile(parts),
    },
    register() {
      const kept: vscode.Disposable[] = [];
      let isBegun = false;
      const begin = ({ uri }: vscode.TextDocument): void => {
        if (isBegun || uri.scheme !== 'docs-platform-edit') return;
        isBegun = true;
        void import('./features.ts').then(
          ({ registerLanguageFeatures }) => kept.push(registerLanguageFeatures(parts)),
          (error: unknown) => parts.edge.note('Writing', error),
        );
      };
      kept.push(vscode.workspace.onDidOpenTextDocument(begin));
      vscode.workspace.textDocuments.forEach(begin);
      return new vscode.Disposable(() => kept.splice(0).forEach((each) => void each.dispose()));
    },
  };
}
