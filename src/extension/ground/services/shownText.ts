import * as vscode from 'vscode';
import { registerTextDocuments } from '../messages/fileSystem.ts';

/** The scheme of read-only documents with texts that are in no file, such as one side of a diff. */
const textScheme = 'docs-platform-text';

/** Texts by URI, the oldest first. One goes with its document. */
const texts = new Map<string, string>();
/** Of all texts, in UTF-16 units: documents that are never opened, as in a long diff of many pages, never close. */
const mostHeld = 20_000_000;
const registered = new Set<string>();
let count = 0;

/** The URI of a read-only document with this text, which has the name of another document. */
export function shownText({ path }: vscode.Uri, text: string, scheme = textScheme): vscode.Uri {
  register(scheme);
  count += 1;
  const uri = vscode.Uri.from({ scheme, authority: String(count), path });
  texts.set(uri.toString(), text);
  let held = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [key, { length }] of texts) {
    // The newest one is about to be shown.
    if (held <= mostHeld || key === uri.toString()) break;
    texts.delete(key);
    held -= length;
  }
  return uri;
}

/** For the rest of the session, with the first text. */
function register(scheme: string): void {
  if (registered.has(scheme)) return;
  registered.add(scheme);
  registerTextDocuments(scheme, { provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '' });
  vscode.workspace.onDidCloseTextDocument(({ uri }) => void texts.delete(uri.toString()));
}
