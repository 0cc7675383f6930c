import { html, nothing, type TemplateResult } from 'lit';
import check from '@vscode/codicons/src/icons/pass.svg';
import go from '@vscode/codicons/src/icons/go-to-file.svg';
import down from '@vscode/codicons/src/icons/chevron-down.svg';
import right from '@vscode/codicons/src/icons/chevron-right.svg';
import { relativeTime } from '../../model/shared/relativeTime.ts';
import { mayTakePart } from '../../model/comments/threads.ts';
import type { Post, Target, Thread } from '../../protocol/threads.ts';
import { icon } from '../shared/icon.ts';
import * as l10n from '../shared/l10n.ts';
import { repliesKey, type Actions } from './actions.ts';
import { boxView } from './boxView.ts';
import { isOpen, isUnfolded, pendingDrafts, type Listed, type PanelState } from './panelState.ts';
import { postView, timeView } from './postView.ts';

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
          label: l10n.t('Reply to {0}', thread.author.name),
          send: l10n.t('Reply'),
          resolve: !thread.isResolved,
        })
      : html`<div class="thread-actions">
          ${
            thread.may.reply
              ? html`<button class="reply-here" @click=${() => actions.openBox(reply)}>${l10n.t('Reply…')}</button>`
              : thread.isPending
                ? nothing
                : html`<span class="dim">${l10n.t('You can read this thread but not reply.')}</span>`
          }
          ${mayTakePart(thread) ? resolveButton(state, actions, thread) : nothing}
        </div>`
  }`;
}

/** The accessible label of a thread. */
export function threadLabel({ author, postedAt, page, isResolved, replyCount }: Thread): string {
  const parts = [
    author.name,
    postedAt === undefined ? undefined : relativeTime(postedAt, Date.now(), l10n.language),
    page ? l10n.t('on {0}', page.title) : undefined,
    isResolved ? l10n.t('Resolved') : l10n.t('Open'),
    page?.isOutdated ? l10n.t('Outdated') : undefined,
    replyCount === 0 ? l10n.t('no replies') : l10n.plural(l10n.t('{0} reply|{0} replies'), replyCount),
  ];
  return l10n.list(parts.filter((part) => part !== undefined));
}

function placeView(
  actions: Actions,
  { id, page, quote, isResolved, resolvedBy, resolvedAt, review }: Thread,
): TemplateResult {
  return html`<div class="place">
    ${
      page
        ? html`<button class="plain link" title=${l10n.t('Go to Commented Text')} @click=${() => actions.goTo(id)}>
            ${icon(go)}<span class="page" dir="auto">${page.title}</span>
          </button>`
        : html`<span class="dim">${l10n.t('General')}</span>`
    }
    ${quote === undefined ? nothing : html`<span class="quote" dir="auto" title=${quote}>“${quote}”</span>`}
    ${page?.isOutdated ? html`<span class="mark" title=${l10n.t('The commented text was changed or removed.')}>${l10n.t('Outdated')}</span>` : nothing}
    ${review === undefined ? nothing : html`<span class="mark">${l10n.t('Review')}</span>`}
    ${
      isResolved
        ? html`<span class="mark"
              >${icon(check)} ${resolvedBy ? l10n.t('Resolved by {0}', resolvedBy.name) : l10n.t('Resolved')}</span
            >
            ${timeView(resolvedAt)}
            <button
              class="plain"
              aria-label=${l10n.t('Collapse resolved thread')}
              title=${l10n.t('Collapse')}
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
  const words = l10n.plural(l10n.t('{0} reply|{0} replies'), count);
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
                ? html`<p class="dim">${l10n.t('Loading…')}</p>`
                : nothing
          }
          ${
            problem === undefined
              ? nothing
              : html`<p class="problem" role="note">${problem}</p>
                  <button class="plain link" @click=${() => actions.moreReplies(id)}>${l10n.t('Retry')}</button>`
          }
          ${
            known?.hasMore && problem === undefined
              ? html`<button class="plain link" @click=${() => actions.moreReplies(id)}>
                  ${l10n.t('Show More Replies')}
                </button>`
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
          <div class="by">
            <bdi class="author">${l10n.t('You')}</bdi> <span class="mark">${l10n.t('Pending')}</span>
          </div>
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
        aria-label=${l10n.t('Expand thread by {0}', author.name)}
        @click=${() => actions.unfold(id, true)}
      >
        ${icon(right)}
      </button>
      <span class="folded-text">
        ${icon(check)}
        ${resolvedBy ? l10n.phrase(l10n.t('Resolved by {0}'), html`<bdi>${resolvedBy.name}</bdi>`) : l10n.t('Resolved')}
        ${timeView(resolvedAt)}
        <span class="dim" dir="auto">${page ? `${page.title}: ` : ''}${excerpt(thread)}</span>
      </span>
      ${
        mayTakePart(thread)
          ? html`<button
              class="plain link"
              aria-label=${l10n.t('Reopen thread by {0}', author.name)}
              @click=${() => actions.reopen(id)}
            >
              ${l10n.t('Reopen')}
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
  return html`<p class="problem" role="note">
      ${l10n.t('Someone deleted the thread that {0} started. Your text is still here. Copy it, or send it as a new comment.', thread.author.name)}
    </p>
    ${drafts.map(
      ({ target, text }) =>
        html`<pre class="kept" tabindex="0" dir="auto">${text}</pre>
          <div class="box-actions">
            <vscode-button secondary @click=${() => actions.discard(target)}>${l10n.t('Discard')}</vscode-button>
            <vscode-button @click=${() => actions.sendAgain(target)}>${l10n.t('New Comment')}</vscode-button>
          </div>`,
    )}`;
}

function resolveButton(state: PanelState, actions: Actions, { id, isResolved, author }: Thread): TemplateResult {
  const isBusy = state.busy.has(id);
  return isResolved
    ? html`<button class="secondary" ?disabled=${isBusy} @click=${() => actions.reopen(id)}>
        ${l10n.t('Reopen')}
      </button>`
    : html`<button
        class="secondary"
        aria-label=${l10n.t('Resolve thread by {0}', author.name)}
        ?disabled=${isBusy}
        @click=${() => actions.resolve(id)}
      >
        ${l10n.t('Resolve')}
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
