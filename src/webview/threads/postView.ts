import { html, nothing, type TemplateResult } from 'lit';
import add from '@vscode/codicons/src/icons/smiley.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import outside from '@vscode/codicons/src/icons/link-external.svg';
import trash from '@vscode/codicons/src/icons/trash.svg';
import { fullTime, relativeTime } from '../../model/shared/relativeTime.ts';
import { saidIn } from '../../model/comments/quoteApart.ts';
import { suggestionsIn } from '../../model/comments/suggestions.ts';
import { mayTakePart } from '../../model/comments/threads.ts';
import type { Post, PostAddress, Target } from '../../protocol/threads.ts';
import { icon } from '../shared/icon.ts';
import * as l10n from '../shared/l10n.ts';
import type { Actions } from './actions.ts';
import { bodyOf } from './bodies.ts';
import { boxView } from './boxView.ts';
import { isOpen, type PanelState } from './panelState.ts';

/** The reactions that are offered. */
const offered = ['👍', '👎', '😄', '🎉', '😕', '❤️', '🚀', '👀'];

/** A comment or a reply: author, time, text, reactions, and the actions on it. */
export function postView(state: PanelState, actions: Actions, post: Post, at: PostAddress): TemplateResult {
  const target: Target = { kind: 'edit', ...at };
  const isEditing = isOpen(state, target);
  const isReacting = isSame(state.reacting, at);
  const onKey = (event: KeyboardEvent): void => {
    if (!isReacting || event.key !== 'Escape') return;
    event.stopPropagation();
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    actions.choose(undefined);
  };
  return html`<div class="post" ?data-pending=${post.isPending} @keydown=${onKey}>
    <div class="by">
      <bdi class="author">${post.author.name}</bdi>
      ${timeView(post.postedAt)}
      ${post.editedAt === undefined ? nothing : html`<span class="dim" title=${fullTime(post.editedAt, l10n.language)}>${l10n.t('edited')}</span>`}
      ${post.isPending ? html`<span class="dim">${l10n.t('Sending…')}</span>` : tools(state, actions, post, at)}
    </div>
    ${
      isEditing
        ? boxView(state, actions, {
            target,
            label: l10n.t('Edit comment'),
            send: l10n.t('Save'),
            initial: post.box ?? { text: at.reply === undefined ? saidIn(textOf(post)) : textOf(post) },
          })
        : bodyOf(post, at, {
            image: actions.image,
            openPage: (link) => actions.openPage(at.thread, link),
            openInBrowser: () => actions.openInBrowser(at),
          })
    }
    ${isEditing ? nothing : suggestionButtons(state, actions, post, at)} ${reactions(actions, post, at)}
    ${isReacting ? picker(actions, post, at) : nothing}
  </div>`;
}

export function timeView(at: number | undefined): TemplateResult | typeof nothing {
  if (at === undefined) return nothing;
  return html`<time class="dim" datetime=${isoOf(at)} title=${fullTime(at, l10n.language)}
    >${relativeTime(at, Date.now(), l10n.language)}</time
  >`;
}

function tools(state: PanelState, actions: Actions, post: Post, at: PostAddress): TemplateResult {
  const { may, author, address } = post;
  const target: Target = { kind: 'edit', ...at };
  return html`<span class="tools">
    ${
      mayTakePart(post)
        ? html`<button
            class="plain"
            title=${l10n.t('Add Reaction')}
            aria-label=${l10n.t('Add reaction to comment by {0}', author.name)}
            aria-expanded=${isSame(state.reacting, at)}
            @click=${() => actions.choose(isSame(state.reacting, at) ? undefined : at)}
          >
            ${icon(add)}
          </button>`
        : nothing
    }
    ${
      may.edit && post.body.kind === 'markdown'
        ? html`<button
            class="plain"
            title=${l10n.t('Edit')}
            aria-label=${l10n.t('Edit comment by {0}', author.name)}
            @click=${() => actions.openBox(target)}
          >
            ${icon(edit)}
          </button>`
        : nothing
    }
    ${
      may.delete
        ? html`<button
            class="plain"
            title=${l10n.t('Delete…')}
            aria-label=${l10n.t('Delete comment by {0}…', author.name)}
            @click=${() => actions.delete(at)}
          >
            ${icon(trash)}
          </button>`
        : nothing
    }
    ${
      address === undefined
        ? nothing
        : html`<button
            class="plain"
            title=${l10n.t('Open in Browser')}
            aria-label=${l10n.t('Open comment by {0} in browser', author.name)}
            @click=${() => actions.openInBrowser(at)}
          >
            ${icon(outside)}
          </button>`
    }
  </span>`;
}

/** Those that fit can be applied, outdated ones can be compared. */
function suggestionButtons(
  { header, threads, busy }: PanelState,
  actions: Actions,
  { body, author, isPending, outdated }: Post,
  at: PostAddress,
): TemplateResult | typeof nothing {
  const thread = threads.get(at.thread);
  if (!header?.mayApply || !thread?.page || thread.isResolved || isPending || body.kind !== 'markdown') return nothing;
  const count = suggestionsIn(body.markdown).length;
  if (count === 0) return nothing;
  // Several are shown as one diff, with a question.
  const [apply, applyBy] =
    count === 1
      ? [l10n.t('Apply Suggestion'), l10n.t('Apply suggestion by {0}')]
      : [l10n.t('Apply Suggestions…'), l10n.t('Apply suggestions by {0}…')];
  const button = (label: string, longer: string, onClick: () => void) =>
    html`<button class="secondary apply" aria-label=${longer} ?disabled=${busy.has(at.thread)} @click=${onClick}>
      ${label}
    </button>`;
  const { markdown } = body;
  return html`${
    outdated === 'all'
      ? nothing
      : button(apply, l10n.fill(applyBy, author.name), () => actions.applySuggestion(at, markdown))
  }
  ${
    outdated
      ? button(l10n.t('Compare'), l10n.t('Compare suggestion by {0} with the page', author.name), () =>
          actions.compareSuggestion(at, markdown),
        )
      : nothing
  }`;
}

function reactions(actions: Actions, post: Post, at: PostAddress): TemplateResult | typeof nothing {
  const { reactions } = post;
  if (reactions.length === 0) return nothing;
  return html`<div class="reactions" role="group" aria-label=${l10n.t('Reactions')}>
    ${reactions.map(({ emoji, label, count, isOwn, names }) => {
      const who = names.length > 0 ? l10n.list(names) : l10n.number(count);
      return html`<button
        class="chip"
        aria-pressed=${isOwn}
        title=${who}
        aria-label=${l10n.t('{0} {1}: {2}', label, count, who)}
        ?disabled=${!mayTakePart(post)}
        @click=${() => actions.react(at, emoji, !isOwn)}
      >
        <span aria-hidden="true">${label} ${l10n.number(count)}</span>
      </button>`;
    })}
  </div>`;
}

function picker(actions: Actions, { reactions }: Post, at: PostAddress): TemplateResult {
  /** Others may have used it under the platform's other name for it: `1f44d`. */
  const given = new Map(reactions.map((reaction) => [reaction.label, reaction]));
  return html`<div class="picker" role="group" aria-label=${l10n.t('Choose a reaction')}>
    ${offered.map((label) => {
      const { emoji = label, isOwn = false } = given.get(label) ?? {};
      return html`<button
        class="chip"
        aria-label=${label}
        aria-pressed=${isOwn}
        @click=${() => actions.react(at, emoji, !isOwn)}
      >
        ${label}
      </button>`;
    })}
  </div>`;
}

function textOf({ body }: Post): string {
  return body.kind === 'markdown' ? body.markdown : body.text;
}

function isSame(one: PostAddress | undefined, other: PostAddress): boolean {
  return one?.thread === other.thread && one.reply === other.reply;
}

function isoOf(at: number): string {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : '';
}
