import { changed } from './documents.ts';
import { Range, type Uri } from './places.ts';

/** As in VS Code, where a thread that is told its own range again stays where edits have moved it. */
class CommentThread {
  readonly uri: Uri;
  comments: readonly object[];
  /** Where the thread is shown. An edit that replaces its lines moves it to the end of what is replaced. */
  shownAt: Range | undefined;
  #range: Range | undefined;
  readonly #following: { dispose(): void };

  constructor(uri: Uri, range: Range | undefined, comments: readonly object[]) {
    this.uri = uri;
    this.comments = comments;
    this.shownAt = this.#range = range;
    this.#following = changed.event(({ document, contentChanges }) => {
      if (document.uri.toString() !== uri.toString()) return;
      for (const { range: replaced, text } of contentChanges as readonly Change[]) this.#move(replaced, text);
    });
  }

  get range(): Range | undefined {
    return this.#range;
  }

  set range(range: Range | undefined) {
    if (range && this.#range?.isEqual(range)) return;
    this.shownAt = this.#range = range;
  }

  dispose(): void {
    this.#following.dispose();
  }

  #move(replaced: Range, text: string): void {
    if (!this.shownAt || replaced.isEmpty || !replaced.contains(this.shownAt)) return;
    const line = replaced.start.line + text.split('\n').length - 1;
    this.shownAt = new Range(line, 0, line, 0);
  }
}

interface Change {
  readonly range: Range;
  readonly text: string;
}

export const comments = {
  createCommentController: () => ({
    createCommentThread: (uri: Uri, range: Range | undefined, posts: readonly object[]) =>
      new CommentThread(uri, range, posts),
    dispose: () => undefined,
  }),
};
