import * as vscode from 'vscode';
import { scheme } from '../../../model/shared/schemes.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import type { Sent } from '../../../store/editing/edits.ts';

/** Diffs of editable pages. */
export interface Comparison extends vscode.Disposable {
  /** Compares the saved page with the editor's text. */
  show(uri: vscode.Uri): Promise<void>;
  /** Compares two texts of a page, with a title that names them. */
  showSides(uri: vscode.Uri, title: string, one: string, other: string): Promise<void>;
  /** Compares what was sent with what the server saved. */
  showReceived(pages: readonly Received[]): Promise<void>;
}

/** A page that the server saved differently. */
export type Received = Sent['different'][number] & { readonly uri: vscode.Uri };

export function createComparison(): Comparison {
  /** Texts by URI. Old ones are dropped. */
  const texts = new Map<string, string>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(sentScheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
  let count = 0;

  function keepBoth(uri: vscode.Uri, one: string, other: string): readonly [vscode.Uri, vscode.Uri] {
    count += 1;
    return [keep(uri, `left-${count}`, one), keep(uri, `right-${count}`, other)];
  }

  function keep(uri: vscode.Uri, authority: string, text: string): vscode.Uri {
    const made = uri.with({ scheme: sentScheme, authority });
    texts.set(made.toString(), text);
    for (const key of [...texts.keys()].slice(0, -atMost)) texts.delete(key);
    return made;
  }

  return {
    async show(uri) {
      const title = vscode.l10n.t('{0} (saved ↔ yours)', nameOf(uri));
      await vscode.commands.executeCommand('vscode.diff', onPlatform(uri), uri, title, { preview: true });
    },
    async showSides(uri, title, one, other) {
      const [left, right] = keepBoth(uri, one, other);
      await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
    },
    async showReceived(pages) {
      const diffs = pages.map(({ uri, sent, received }) => [uri, ...keepBoth(uri, sent, received)] as const);
      const [first] = diffs;
      if (!first || diffs.length > 1) {
        await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Sent ↔ saved by the server'), diffs);
        return;
      }
      const title = vscode.l10n.t('{0} (sent ↔ saved by the server)', nameOf(first[0]));
      await vscode.commands.executeCommand('vscode.diff', first[1], first[2], title, { preview: true });
    },
    dispose() {
      registration.dispose();
    },
  };
}

/** The scheme of texts that are in no file: what was sent, what came back, and both sides of a conflict. */
const sentScheme = 'docs-platform-sent';
const atMost = 200;

/** The URI of the saved page, which is read-only. */
function onPlatform(uri: vscode.Uri): vscode.Uri {
  return uri.with({ scheme });
}

export function nameOf(uri: vscode.Uri): string {
  return lastSegmentOf(uri.path);
}
