import * as vscode from 'vscode';
import { registerTextDocuments } from '../messages/fileSystem.ts';

/** The scheme of read-only documents with texts that are in no file, such as one side of a diff. */
const textScheme = 'docs-platform-text';

/** Texts by URI. Old ones are dropped. */
const texts = new Map<string, string>();
const mostTexts = 800;
const registered = new Map<string, vscode.Disposable>();
let count = 0;

/** The URI of a read-only document with this text, which has the name of another document. */
export function shownText({ path }: vscode.Uri, text: string, scheme = textScheme): vscode.Uri {
  if (!registered.has(scheme))
    registered.set(
      scheme,
      registerTextDocuments(scheme, { provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '' }),
    );
  count += 1;
  const uri = vscode.Uri.from({ scheme, authority: String(count), path });
  texts.set(uri.toString(), text);
  for (const key of [...texts.keys()].slice(0, -mostTexts)) texts.delete(key);
  return uri;
}
