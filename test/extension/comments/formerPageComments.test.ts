import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import { pageUri } from '../../../src/extension/ground/places/pageUri.ts';
import type { InlineThreads } from '../../../src/extension/comments/inlineThreads.ts';
import { deletedMarkdown } from '../../../src/model/comments/deletedQuote.ts';
import { until } from '../../host/until.ts';
import { openEditingWindow, type EditingWindow } from '../../host/editingWindow.ts';
import { signedIn } from '../activated.ts';

describe('The left side of a diff takes a comment', () => {
  let session: EditingWindow;
  let inline: InlineThreads;

  signedIn(async (given) => {
    session = await openEditingWindow(given);
    ({ inline } = await given.testing.comments());
  });

  afterEach(() => session.leave());

  const page = () => session.pages[0] ?? assert.fail();

  /** Comments on the last line with words in the base, and returns what the platform has then. */
  async function commentOnWords() {
    const { account, space, number } = session;
    const uri = pageUri(account.key, space, `${page().path}.md`, { kind: 'base', number });
    const document = await vscode.workspace.openTextDocument(uri);
    const known = await until('the page', () => inline.shown(uri));
    assert.ok(known.mayComment);
    const line = document
      .getText()
      .split('\n')
      .findLastIndex((each) => /[a-z] [a-z]/.test(each));
    assert.ok(line > 0);
    const controller = vscode.comments.createCommentController('test', 'Test');
    const thread = controller.createCommentThread(uri, new vscode.Range(line, 0, line, 0), []);
    await vscode.commands.executeCommand('docsPlatform.comments.begin', { thread, text: 'Why not?' });
    controller.dispose();
    const path = `/spaces/${space}/change-requests/${number}/comments?format=markdown`;
    const { items } = await session.json<{
      items: { body: { markdown: string }; target?: { page?: { id: string } } }[];
    }>('GET', path);
    return {
      line: document.lineAt(line).text,
      sent: items.map(({ body, target }) => [body.markdown, target?.page?.id]),
    };
  }

  test('on a deleted line, beside the nearest one that remains', async () => {
    await session.propose('Without a line');
    await session.change({ operation: 'update_page', page: page().id, document: { markdown: 'Only this.\n' } });

    const { line, sent } = await commentOnWords();

    const struck = deletedMarkdown({ beside: '', deleted: line });
    assert.deepEqual(sent, [[`> ${page().title}\n>\n> ${struck}\n\nWhy not?`, page().id]]);
  });

  test('on a deleted page, about the change request', async () => {
    await session.propose('Without a page');
    await session.change({ operation: 'delete_page', page: page().id });

    const { line, sent } = await commentOnWords();

    assert.deepEqual(sent, [
      [`> ${page().title}\n>\n> ${deletedMarkdown({ beside: '', deleted: line })}\n\nWhy not?`, undefined],
    ]);
  });
});
