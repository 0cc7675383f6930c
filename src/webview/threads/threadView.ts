import { html, nothing, type TemplateResult } from 'lit';
import check from '@vscode/codicons/src/icons/pass.svg';
import go from '@vscode/codicons/src/icons/go-to-file.svg';
import down from '@vscode/codicons/src/icons/chevron-down.svg';
import right from '@vscode/codicons/src/icons/chevron-right.svg';
import { relativeTime } from '../../model/shared/relativeTime.ts';
import { mayTakePart } from '../../model/comments/threads.ts';
import type { Post, Target, Thread } from '../../protocol/threads.ts';
import { icon } from '../shared/icon.ts';
import { repliesKey, type Actions } from './actions.ts';
import { boxView } from './boxView.ts';
import { isOpen, isUnfolded, pendingDrafts, type Listed, type PanelState } from './panelState.ts';
import { postView, timeView } from './postView.ts';
import { counted, fill, language, list, phrase, texts } from './words.ts';

/** One thread of the list: its quote, its first post, its replies if expanded, and the reply box. */
export function threadView(state: PanelState, actions: Actions, { thread, isGone }: Listed): TemplateResult {
  const reply: Target = { kind: 'reply', thread: thread.id };
  const problem = state.problems.get(thread.id);
  if (isGone) return goneView(state, actions, thread);
  if (thread.isResolved && !isUnfolded(state, thread) && !isOpen(state, reply))
    return foldedView(actions, thread, problem);
  return html`${placeView(actions, thread)} ${postView(state, actions, thread, { thread: thread.id })}
  ${repliesView(state, actions, thread)} ${pendingView(state, thread)} ${problemView(problem)}
  ${
    isOpen(state, reply)
      ? boxView(state, actions, {
          target: reply,
          label: fill(texts.replyTo, thread.author.name),
          send: texts.reply,
          resolve: !thread.isResolved,
        })
      : html`<div class="thread-actions">
          ${
            thread.may.reply
              ? html`<button class="reply-here" @click=${() => actions.openBox(reply)}>${texts.replyAsking}</button>`
              : thread.isPending
                ? nothing
                : html`<span class="dim">${texts.readOnly}</span>`
          }
          ${mayTakePart(thread) ? resolveButton(state, actions, thread) : nothing}
        </div>`
  }`;
}

/** The accessible label of a thread. */
export function threadLabel({ author, postedAt, page, isResolved, replyCount }: Thread): string {
  const parts = [
    author.name,
    postedAt === undefined ? undefined : relativeTime(postedAt, Date.now(), language),
    page ? fill(texts.onPage, page.title) : undefined,
    isResolved ? texts.resolved : texts.open,
    page?.isOutdated ? texts.outdated : undefined,
    replyCount === 0 ? texts.noReplies : counted(texts.replies, replyCount),
  ];
  return list(parts.filter((part) => part !== undefined));
}

function placeView(
  actions: Actions,
  { id, page, quote, isResolved, resolvedBy, resolvedAt, review }: Thread,
): TemplateResult {
  return html`<div class="place">
    ${
      page
        ? html`<button class="plain link" title=${texts.goToText} @click=${() => actions.goTo(id)}>
            ${icon(go)}<span class="page" dir="auto">${page.title}</span>
          </button>`
        : html`<span class="dim">${texts.general}</span>`
    }
    ${quote === undefined ? nothing : html`<span class="quote" dir="auto" title=${quote}>“${quote}”</span>`}
    ${page?.isOutdated ? html`<span class="mark" title=${texts.textChanged}>${texts.outdated}</span>` : nothing}
    ${review === undefined ? nothing : html`<span class="mark">${texts.review}</span>`}
    ${
      isResolved
        ? html`<span class="mark"
              >${icon(check)} ${resolvedBy ? fill(texts.resolvedBy, resolvedBy.name) : texts.resolved}</span
            >
            ${timeView(resolvedAt)}
            <button
              class="plain"
              aria-label=${texts.collapseThread}
              title=${texts.collapse}
              @click=${() => actions.unfold(id, false)}
            >
              ${icon(down)}
            </button>`
        : nothing
    }
  </div>`;
}

function repliesView(state: PanelState, actions: Actions, thread: Thread): TemplateResult | typeof nothing {
  const { id, replyCount, isResolved } = thread;
  const known = state.replies.get(id);
  const count = Math.max(replyCount, known?.replies.length ?? 0);
  if (count === 0) return nothing;
  const isShown = isUnfolded(state, thread);
  const words = counted(texts.replies, count);
  const problem = state.problems.get(repliesKey(id));
  return html`${
    isResolved
      ? nothing
      : html`<button class="plain fold" aria-expanded=${isShown} @click=${() => actions.unfold(id, !isShown)}>
          ${icon(isShown ? down : right)}${words}
        </button>`
  }
  ${
    isShown
      ? html`<div class="replies" role="group" aria-label=${words}>
          ${
            known
              ? known.replies.map((reply: Post) => postView(state, actions, reply, { thread: id, reply: reply.id }))
              : problem === undefined
                ? html`<p class="dim">${texts.loading}</p>`
                : nothing
          }
          ${
            problem === undefined
              ? nothing
              : html`<p class="problem" role="note">${problem}</p>
                  <button class="plain link" @click=${() => actions.moreReplies(id)}>${texts.retry}</button>`
          }
          ${
            known?.hasMore && problem === undefined
              ? html`<button class="plain link" @click=${() => actions.moreReplies(id)}>${texts.moreReplies}</button>`
              : nothing
          }
        </div>`
      : nothing
  }`;
}

/** The user's own pending replies of their review. */
function pendingView(state: PanelState, { id }: Thread): TemplateResult[] {
  return pendingDrafts(state)
    .filter(({ target }) => target.kind === 'reply' && target.thread === id)
    .map(
      ({ text }) =>
        html`<div class="post">
          <div class="by"><bdi class="author">${texts.you}</bdi> <span class="mark">${texts.pending}</span></div>
          <pre class="kept" dir="auto">${text}</pre>
        </div>`,
    );
}

function foldedView(actions: Actions, thread: Thread, problem: string | undefined): TemplateResult {
  const { id, page, resolvedBy, resolvedAt, author } = thread;
  return html`<div class="folded">
      <button
        class="plain"
        aria-expanded="false"
        aria-label=${fill(texts.expandThread, author.name)}
        @click=${() => actions.unfold(id, true)}
      >
        ${icon(right)}
      </button>
      <span class="folded-text">
        ${icon(check)} ${resolvedBy ? phrase(texts.resolvedBy, html`<bdi>${resolvedBy.name}</bdi>`) : texts.resolved}
        ${timeView(resolvedAt)}
        <span class="dim" dir="auto">${page ? `${page.title}: ` : ''}${excerpt(thread)}</span>
      </span>
      ${
        mayTakePart(thread)
          ? html`<button
              class="plain link"
              aria-label=${fill(texts.reopenThread, author.name)}
              @click=${() => actions.reopen(id)}
            >
              ${texts.reopen}
            </button>`
          : nothing
      }
    </div>
    ${problemView(problem)}`;
}

function goneView(state: PanelState, actions: Actions, thread: Thread): TemplateResult {
  const drafts = [...state.drafts.values()].filter(
    ({ target }) => target.kind !== 'thread' && target.thread === thread.id,
  );
  return html`<p class="problem" role="note">${fill(texts.threadDeleted, thread.author.name)}</p>
    ${drafts.map(
      ({ target, text }) =>
        html`<pre class="kept" tabindex="0" dir="auto">${text}</pre>
          <div class="box-actions">
            <vscode-button secondary @click=${() => actions.discard(target)}>${texts.discard}</vscode-button>
            <vscode-button @click=${() => actions.sendAgain(target)}>${texts.newCommentButton}</vscode-button>
          </div>`,
    )}`;
}

function resolveButton(state: PanelState, actions: Actions, { id, isResolved, author }: Thread): TemplateResult {
  const isBusy = state.busy.has(id);
  return isResolved
    ? html`<button class="secondary" ?disabled=${isBusy} @click=${() => actions.reopen(id)}>${texts.reopen}</button>`
    : html`<button
        class="secondary"
        aria-label=${fill(texts.resolveThread, author.name)}
        ?disabled=${isBusy}
        @click=${() => actions.resolve(id)}
      >
        ${texts.resolve}
      </button>`;
}

function problemView(problem: string | undefined): TemplateResult | typeof nothing {
  return problem === undefined ? nothing : html`<p class="problem" role="note">${problem}</p>`;
}

/** The first words, mostly without Markdown, for skimming. */
function excerpt({ body }: Thread): string {
  const text =
    body.kind === 'markdown'
      ? body.markdown
          .slice(0, 400)
          .replace(/^ {0,3}(?:```|~~~).*$/gm, '')
          .replace(/[*_`#>[\]]|\(https?:[^)]*\)/g, '')
      : body.text;
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
