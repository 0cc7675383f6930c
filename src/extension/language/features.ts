import * as vscode from 'vscode';
import { editScheme } from '../../model/shared/schemes.ts';
import { complete } from './completion.ts';
import { registerPasteAndDrop } from './pasteAndDrop.ts';
import { followProblems } from './problems.ts';
import type { Uses } from '../services/services.ts';

/** Registers completion, problems and quick fixes for editable pages. */
export function registerLanguageFeatures(
  parts: Uses<'accounts' | 'reachability' | 'edge' | 'stores' | 'parseAhead' | 'prompts'>,
): vscode.Disposable {
  const selector = { language: 'markdown', scheme: editScheme };
  const problems = followProblems(parts);
  return vscode.Disposable.from(
    problems,
    registerPasteAndDrop(parts),
    vscode.languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(document, position, token) {
          try {
            return await complete(parts, document, position, token);
          } catch (error) {
            // An error must not disturb someone who is typing.
            parts.edge.note('Completion', error);
            return undefined;
          }
        },
      },
      ...['(', '/', '#', '"', '%'],
    ),
    vscode.languages.registerCodeActionsProvider(
      selector,
      { provideCodeActions: (document, range) => problems.fixesAt(document, range) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}
