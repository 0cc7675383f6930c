import * as vscode from 'vscode';
import { editAddressOf } from '../../model/address.ts';
import { pageUri } from '../pageUri.ts';
import type { Sent } from '../../store/changeRequestEdits.ts';

/** Diffs of pages that are written in. */
export interface Comparison extends vscode.Disposable {
  /** What the platform has beside what is written. */
  show(uri: vscode.Uri): Promise<void>;
  /** What was sent beside what the server saved. */
  showReceived(pages: readonly Received[]): Promise<void>;
}

/** A page that the server saved differently. */
export type Received = Sent['different'][number] & { readonly uri: vscode.Uri };

export function createComparison(): Comparison {
  /** By address; what was compared long ago is forgotten. */
  const texts = new Map<string, string>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(sentScheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
  let count = 0;

  function keep(uri: vscode.Uri, side: 'sent' | 'received', text: string): vscode.Uri {
    const made = uri.with({ scheme: sentScheme, authority: `${side}-${count}` });
    texts.set(made.toString(), text);
    for (const key of [...texts.keys()].slice(0, -atMost)) texts.delete(key);
    return made;
  }

  return {
    async show(uri) {
      const title = vscode.l10n.t('{0} (on the platform ↔ here)', nameOf(uri));
      await vscode.commands.executeCommand('vscode.diff', onPlatform(uri), uri, title, { preview: true });
    },
    async showReceived(pages) {
      const diffs = pages.map(({ uri, sent, received }) => {
        count += 1;
        return [uri, keep(uri, 'sent', sent), keep(uri, 'received', received)] as const;
      });
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

/** Of texts that stand in no file: what was sent, and what came back. */
const sentScheme = 'docs-platform-sent';
const atMost = 200;

/** The same page as the platform has it, read-only. */
function onPlatform(uri: vscode.Uri): vscode.Uri {
  const { account, space, path, version } = editAddressOf(uri)!;
  return pageUri(account, space, path, version);
}

export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
