import * as vscode from 'vscode';
import { decoded } from '../../../model/shared/decoded.ts';
import { editScheme } from '../../../model/shared/schemes.ts';
import { pageUri } from '../../ground/places/pageUri.ts';
import { run } from '../../ground/contributions/run.ts';
import { openWith } from '../../ground/services/openWith.ts';
import { completeStep } from '../../ground/services/walkthrough.ts';

/** A page of an account, optionally with a section by its anchor or title. */
export interface Destination {
  readonly account: string;
  readonly space: string;
  readonly path: string;
  readonly anchor?: string | undefined;
  readonly section?: string | undefined;
}

/** Opens a page as the user has chosen, at its section if one is given. */
export async function openPage(
  destination: Destination,
  uri = pageUri(destination.account, destination.space, destination.path),
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const line = await lineOf(destination, document.getText());
  if (uri.scheme === editScheme || openWith() === 'source') await showSource(document, line);
  else await run('reader.openPage', uri, { line });
  completeStep('find');
}

async function showSource(document: vscode.TextDocument, line: number): Promise<void> {
  const position = new vscode.Position(line, 0);
  const editor = await vscode.window.showTextDocument(document, {
    preview: true,
    selection: new vscode.Range(position, position),
  });
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.AtTop);
}

async function lineOf({ anchor, section }: Destination, text: string): Promise<number> {
  if (anchor === undefined && section === undefined) return 0;
  const { headingAt, headingsOf } = await import('../../../model/pages/text.ts');
  const headings = headingsOf(text);
  const found =
    (anchor === undefined ? undefined : headingAt(headings, decoded(anchor))) ??
    headings.find(({ title }) => title.toLocaleLowerCase() === section?.toLocaleLowerCase());
  return found?.line ?? 0;
}
