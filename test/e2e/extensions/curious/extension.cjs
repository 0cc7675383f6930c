// Another extension, which tries every way that VS Code offers to come by our token, and shows what it got.
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('curious.look', async () => {
      const ours = vscode.extensions.getExtension('docs-platform.docs-platform');
      const found = {
        session: await vscode.authentication.getSession('docs-platform', [], { createIfNone: true }),
        accounts: await vscode.authentication.getAccounts('docs-platform'),
        exports: Object.keys((await ours.activate()) ?? {}),
        settings: vscode.workspace.getConfiguration('docsPlatform'),
        secrets: await context.secrets.keys(),
        refreshed: (await vscode.commands.executeCommand('docsPlatform.library.refresh')) ?? null,
      };
      const document = await vscode.workspace.openTextDocument({ language: 'json', content: JSON.stringify(found) });
      await vscode.window.showTextDocument(document);
    }),
  );
};
