import * as vscode from 'vscode';
import type { Code } from '../../../protocol/codeColors.ts';
import type { Uses } from '../../ground/services/services.ts';

/**
 * Marks the words of code as VS Code's preview does, by the command that its own extension for Markdown has for others.
 * Null for all where that extension isn't there.
 */
export async function highlightedCode({ edge }: Uses<'edge'>, codes: readonly Code[]): Promise<(string | null)[]> {
  try {
    const extension = vscode.extensions.getExtension('vscode.markdown-language-features');
    if (!extension) return codes.map(() => null);
    await extension.activate();
  } catch (error) {
    edge.note('Coloring code', error);
    return codes.map(() => null);
  }
  const all: (string | null)[] = [];
  for (const code of codes)
    all.push(await highlighted(code).catch((error: unknown) => (edge.note('Coloring code', error), null)));
  return all;
}

async function highlighted({ language, text }: Code): Promise<string | null> {
  if (!/^[\w+#.-]+$/.test(language)) return null;
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const html = await vscode.commands.executeCommand<unknown>(
    'markdown.api.render',
    `${fence}${language}\n${text}\n${fence}\n`,
  );
  return typeof html === 'string' ? html : null;
}
