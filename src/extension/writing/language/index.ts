import * as vscode from 'vscode';
import { onFirstUse } from '../../ground/commands/onFirstUse.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import type { Services } from '../../ground/services/services.ts';

/** Help while editing a page: completion, and problems with quick fixes. Loaded with the first editable page. */
export function editingLanguage(parts: Services): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
  const stored: vscode.Disposable[] = [];
  const load = onFirstUse(async () => {
    const features = (await import('./features.ts')).registerLanguageFeatures(parts);
    stored.push(features);
    return features;
  });
  return {
    commands: {
      'docsPlatform.editing.insertFile': async () => (await import('./insertFile.ts')).insertFile(parts),
      'docsPlatform.changeRequest.check': async (given, options) => {
        const { checkChangeRequest } = await import('./checkChangeRequest.ts');
        return checkChangeRequest(parts, (await load()).changeRequests, given, options);
      },
    },
    register() {
      const begin = ({ uri }: vscode.TextDocument): void => {
        if (uri.scheme !== 'docs-platform-edit') return;
        load().catch((error: unknown) => parts.edge.note('Writing', error));
      };
      stored.push(vscode.workspace.onDidOpenTextDocument(begin));
      vscode.workspace.textDocuments.forEach(begin);
      return new vscode.Disposable(() => stored.splice(0).forEach((each) => void each.dispose()));
    },
  };
}
