import * as vscode from 'vscode';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import type { ErrorEdge } from '../ground/messages/errorEdge.ts';
import { keep, newTarget, targetOf, type Box, type BoxState } from './boxState.ts';
import type { InlineThreads } from './inlineThreads.ts';
import { controllerId } from './shared/context.ts';

/**
 * VS Code gives the text of a comment box as a document of the scheme `comment`, and doesn't report which thread it
 * belongs to. It passes the thread only to the buttons of the box. So when the first letter is typed, the default
 * button of the box is run to find out. `isAnswer` recognizes that run, and nothing is sent. VS Code empties a box when
 * its button is done, so such a run never ends.
 */
export interface AskedBoxes {
  /** Called when text was typed into a box whose thread is unknown. */
  ask(document: vscode.TextDocument): void;
  /** Whether a button was run only to find out the thread of its box. Nothing must be sent then. */
  isAnswer(box: vscode.CommentReply): boolean;
  /** Lets open boxes be asked again. */
  forgetAll(): void;
}

/** How long an asked box may take to answer, in ms. */
const longestAnswer = 10_000;

export function createAskedBoxes(
  { inline, edge }: { readonly inline: InlineThreads; readonly edge: ErrorEdge },
  state: BoxState,
): AskedBoxes {
  const asked = new WeakSet<vscode.TextDocument>();
  /** The box that was asked last and hasn't answered yet, and when, in ms since the epoch. */
  let asking: { readonly document: vscode.TextDocument; readonly at: number } | undefined;

  async function identify(document: vscode.TextDocument, thread: vscode.CommentThread): Promise<void> {
    const placed = inline.placedAt(thread);
    const page = placed?.page ?? (await inline.shown(thread.uri));
    if (!page) return;
    const target: DraftTarget = placed
      ? { kind: 'reply', place: page.place, thread: placed.id }
      : await newTarget(page, thread);
    const before = await page.threads.drafts.get(target);
    // A draft typed elsewhere for the same thread isn't replaced. Both are joined when this one is sent.
    if (before || document.isClosed) return;
    const box: Box = { page, target, thread, text: '' };
    state.byDocument.set(document.uri.toString(), box);
    keep(edge, box, document.getText());
  }

  return {
    ask(document) {
      if (document.getText().trim() === '' || asked.has(document) || mayReachAnother(state)) return;
      asked.add(document);
      asking = { document, at: Date.now() };
      const run = vscode.commands.executeCommand('editor.action.submitComment');
      Promise.resolve(run).catch((error: unknown) => edge.note('The box of a comment', error));
    },

    isAnswer(box) {
      if (!asking || targetOf(state, box.thread)) return false;
      const { document, at } = asking;
      asking = undefined;
      // The question reached no box, so this is the user who wants to send the comment.
      if (Date.now() - at > longestAnswer) return false;
      // The user may have typed on. If another box has the focus now, its text is different.
      const text = document.getText();
      if (text.startsWith(box.text) || box.text.startsWith(text)) {
        identify(document, box.thread).catch((error: unknown) => edge.note('Keeping a draft', error));
      }
      return true;
    },

    forgetAll() {
      for (const document of vscode.workspace.textDocuments) asked.delete(document);
    },
  };
}

/**
 * The command goes to the box that has the focus when it runs. In a thread, a comment that is being edited comes first.
 */
function mayReachAnother({ opened, own }: BoxState): boolean {
  const isForeign = (document: vscode.TextDocument) =>
    document.uri.scheme === 'comment' && !isOurs(document.uri) && !own.has(document);
  const isEdited = [...opened].some(({ comment }) => !comment);
  return isEdited || vscode.workspace.textDocuments.some((each) => isForeign(each) && each.getText().trim() !== '');
}

/** VS Code converts authorities to lower case. */
export function isOurs({ authority }: vscode.Uri): boolean {
  return authority.toLowerCase() === controllerId.toLowerCase();
}
