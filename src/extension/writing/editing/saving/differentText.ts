import * as vscode from 'vscode';
import { mergePageTexts, mergingEdits } from '../../../../model/merge/lineEdits.ts';
import type { Sent } from '../../../../store/editing/edits.ts';
import type { Uses } from '../../../ground/services/services.ts';
import { plural } from '../../../ground/words/plural.ts';
import { compareWithReceived, nameOf, type Received } from './comparison.ts';
import { applyLineEdits } from '../../../ground/sessions/applyEdits.ts';
import type { EditSession } from '../../../ground/sessions/openPages.ts';
import { uriOfPage } from '../../../ground/sessions/unsentPages.ts';

/** Reports once which pages came back different, with a diff and a way to restore the text that was sent. */
export function reportDifferent(
  parts: Uses<'edge' | 'prompts'>,
  session: EditSession,
  different: Sent['different'],
): void {
  notify(parts, session, different).catch((error: unknown) =>
    parts.edge.explain('docsPlatform.editing.showDiff', error),
  );
}

async function notify({ prompts }: Uses<'prompts'>, session: EditSession, different: Sent['different']): Promise<void> {
  const pages = await Promise.all(
    different.map(async (each) => ({ ...each, uri: await uriOfPage(session, each.page) })),
  );
  const found = pages.flatMap(({ uri, ...each }) => (uri ? [{ ...each, uri }] : []));
  const [first] = found;
  if (!first) return;
  const showDiff = vscode.l10n.t('Show Diff');
  const restoreOwn = vscode.l10n.t('Restore Your Version');
  const question = {
    message:
      found.length === 1
        ? vscode.l10n.t('The server saved a different version of “{0}” than you sent.', nameOf(first.uri))
        : plural(
            vscode.l10n.t(
              'The server saved a different version of {0} page than you sent.|The server saved different versions of {0} pages than you sent.',
            ),
            found.length,
          ),
    severity: 'warning',
  } as const;
  let answer = await prompts.choose({ ...question, actions: [showDiff, restoreOwn] });
  if (answer === showDiff) {
    await compareWithReceived(found);
    answer = await prompts.choose({ ...question, actions: [restoreOwn] });
  }
  if (answer === restoreOwn) for (const each of found) await restore(each);
}

/** Puts the sent text back into the editor, unsent. Text typed since then stays. */
async function restore({ uri, sent, received }: Received): Promise<void> {
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  const merged = mergePageTexts({ base: received, ours: document.getText(), theirs: sent });
  await applyLineEdits(document, mergingEdits(merged));
}
