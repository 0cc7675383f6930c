import * as vscode from 'vscode';
import { editScheme } from '../../../model/shared/schemes.ts';
import { registerChooseLink } from './chooseLink.ts';
import { createChangeRequestProblems, type ChangeRequestProblems } from './changeRequestProblems.ts';
import { complete } from './completion.ts';
import { createPageTitles } from './pageTitles.ts';
import { registerPasteAndDrop } from './pasteAndDrop.ts';
import { followProblems } from './problems.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Completion, problems and quick fixes for editable pages, and the problems of whole change requests. */
export interface LanguageFeatures extends vscode.Disposable {
  readonly changeRequests: ChangeRequestProblems;
}

export function registerLanguageFeatures(
  parts: Uses<'accounts' | 'reachability' | 'edge' | 'stores' | 'parseAhead' | 'checkText' | 'prompts'>,
): LanguageFeatures {
  const selector = { language: 'markdown', scheme: editScheme };
  const changeRequests: ChangeRequestProblems = createChangeRequestProblems(parts, (uri) => problems.has(uri));
  const problems = followProblems(parts, {
    taken: (uri) => changeRequests.hide(uri),
    left: (uri) => changeRequests.showAgain(uri),
  });
  const titles = createPageTitles((error) => parts.edge.note('Completion', error));
  const registered = vscode.Disposable.from(
    problems,
    changeRequests,
    registerPasteAndDrop(parts),
    registerChooseLink(parts.edge),
    vscode.languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(document, position, token) {
          try {
            return await complete({ ...parts, titles }, document, position, token);
          } catch (error) {
            // An error must not disturb someone who is typing.
            parts.edge.note('Completion', error);
            return undefined;
          }
        },
      },
      // A title in `[[` may be of several words, and VS Code stops at a space.
      ...['(', '[', ' ', '/', '#', '"', '%'],
    ),
    vscode.languages.registerCodeActionsProvider(
      selector,
      { provideCodeActions: (document, range) => problems.fixesAt(document, range) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
  return { changeRequests, dispose: () => void registered.dispose() };
}
