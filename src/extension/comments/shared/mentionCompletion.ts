import * as vscode from 'vscode';
import { mentionBefore } from '../../../model/comments/mentions.ts';
import type { CommentsPlace } from '../../../model/comments/place.ts';
import { replyScheme } from '../../../model/shared/schemes.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Uses } from '../../ground/services/services.ts';
import { mentionsAt } from '../../ground/threads/mentions.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';

/** What a box or document with a comment is about. */
export interface CommentsAt {
  readonly account: Account;
  readonly place: CommentsPlace;
}

/** Completes people after `@` and change requests after `#`, in comment boxes of editors and in reply documents. */
export function completeMentions(
  parts: Uses<'edge' | 'stores'>,
  whereIs: (document: vscode.TextDocument) => Promise<CommentsAt | undefined>,
): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    [{ scheme: 'comment' }, { scheme: replyScheme }],
    {
      async provideCompletionItems(document, position, token) {
        const typed = mentionBefore(document.getText(new vscode.Range(position.with({ character: 0 }), position)));
        if (!typed) return undefined;
        try {
          const at = await whereIs(document);
          const mentions = at ? await mentionsAt(parts, at, typed, most) : [];
          if (token.isCancellationRequested) return undefined;
          const range = new vscode.Range(position.translate(0, -typed.written.length - 1), position);
          const items = mentions.map(({ label, description, insert }, index) => {
            const kind = typed.sign === '@' ? vscode.CompletionItemKind.User : vscode.CompletionItemKind.Reference;
            const item = new vscode.CompletionItem(
              { label: withoutIcons(label), description: withoutIcons(description) },
              kind,
            );
            item.insertText = insert;
            // VS Code compares it with what is written from the sign on.
            item.filterText = typed.sign === '@' ? `@${label} ${description}` : `${label} #${description}`;
            item.sortText = String(index).padStart(4, '0');
            item.range = range;
            return item;
          });
          return new vscode.CompletionList(items, mentions.length === most || typed.written === '');
        } catch (error) {
          // An error must not disturb someone who is typing.
          parts.edge.note('Completion', error);
          return undefined;
        }
      },
    },
    '@',
    '#',
  );
}

/** How many mentions are offered at once. */
const most = 100;
