import * as vscode from 'vscode';
import { mentionBefore } from '../../model/comments/mentions.ts';
import type { CommentsPlace } from '../../model/comments/place.ts';
import { replyScheme } from '../../model/shared/schemes.ts';
import type { Account } from '../services/accounts.ts';
import { mentionsAt } from '../threads/mentions.ts';
import { withoutIcons } from '../words/plainText.ts';
import type { CommentBoxes } from './boxes.ts';
import type { InlineThreads } from './inlineThreads.ts';
import { isOurs } from './askedBoxes.ts';
import { replyAddressOf } from './replyFiles.ts';
import type { CommentContext } from './shared/context.ts';

/** Completes people after `@` and change requests after `#`, in comment boxes of editors and in reply documents. */
export function completeMentions(
  parts: CommentContext & { readonly boxes: CommentBoxes; readonly inline: InlineThreads },
): vscode.Disposable {
  /** A box whose thread isn't known yet is about a visible page. */
  async function whereIs({
    uri,
  }: vscode.TextDocument): Promise<{ account: Account; place: CommentsPlace } | undefined> {
    const reply = replyAddressOf(uri);
    const account = reply && parts.accounts.byKey(reply.account);
    if (reply) return account && { account, place: reply.target.place };
    if (!isOurs(uri)) return undefined;
    const known = parts.boxes.pageOf(uri);
    if (known) return known;
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    for (const editor of [...(activeTextEditor ? [activeTextEditor] : []), ...visibleTextEditors]) {
      const page = await parts.inline.shown(editor.document.uri);
      if (page) return page;
    }
    return undefined;
  }

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
