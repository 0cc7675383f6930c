import * as vscode from 'vscode';
import { scheme } from '../../../model/shared/schemes.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import { onFirstUse } from '../../ground/commands/onFirstUse.ts';
import type { ReaderContext } from './context.ts';

/** Pages as their readers see them, in an editor of their own. */
export function readerFeature(parts: ReaderContext): { commands: CommandTable; register(): vscode.Disposable } {
  const readers = onFirstUse(async () => (await import('./readers.ts')).createReaders(parts));
  return {
    commands: {
      'docsPlatform.reader.open': async (given) => (await readers()).open(given),
      'docsPlatform.reader.openPage': async (...[page, place, ofRow]) => (await readers()).openPage(page, place, ofRow),
      'docsPlatform.reader.showSource': async (at) => (await readers()).showSource(undefined, at),
      'docsPlatform.reader.comment': async () => (await readers()).comment(),
    },
    register() {
      const asking = vscode.window.onDidChangeActiveTextEditor(async () => {
        const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
        if (!(input instanceof vscode.TabInputText) || input.uri.scheme !== scheme) return;
        if (!input.uri.path.endsWith('.md')) return;
        asking.dispose();
        (await import('./askOpenWith.ts')).askOpenWith(parts, input.uri);
      });
      const providing = vscode.window.registerCustomEditorProvider(
        'docsPlatform.reader',
        {
          openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
          resolveCustomEditor: async ({ uri }, panel) => (await readers()).show(uri, panel),
        },
        { webviewOptions: { enableFindWidget: true }, supportsMultipleEditorsPerDocument: true },
      );
      return vscode.Disposable.from(asking, providing);
    },
  };
}
