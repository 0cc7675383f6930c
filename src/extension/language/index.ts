import * as vscode from 'vscode';
import type { CommandTable } from '../commands/table.ts';
import type { Uses } from '../services/services.ts';

/** Help while editing a page: completion, and problems with quick fixes. Loaded with the first editable page. */
export function editingLanguage(
  parts: Uses<'accounts' | 'reachability' | 'edge' | 'stores' | 'parseAhead' | 'prompts'>,
): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
  return {
    commands: {
      'docsPlatform.editing.insertFile': async () => (await import('./insertFile.ts')).insertFile(parts),
    },
    register() {
      const stored: vscode.Disposable[] = [];
      let isBegun = false;
      const begin = ({ uri }: vscode.TextDocument): void => {
        if (isBegun || uri.scheme !== 'docs-platform-edit') return;
        isBegun = true;
        void import('./features.ts').then(
          ({ registerLanguageFeatures }) => stored.push(registerLanguageFeatures(parts)),
          (error: unknown) => parts.edge.note('Writing', error),
        );
      };
      stored.push(vscode.workspace.onDidOpenTextDocument(begin));
      vscode.workspace.textDocuments.forEach(begin);
      return new vscode.Disposable(() => stored.splice(0).forEach((each) => void each.dispose()));
    },
  };
}
