import type { VscodeTextarea } from '@vscode-elements/elements/dist/vscode-textarea/index.js';
import { mentionBefore, type Mention } from '../../model/comments/mentions.ts';
import type { ThreadsProtocol } from '../../protocol/threads.ts';
import type { Announce } from '../shared/announcer.ts';
import * as l10n from '../shared/l10n.ts';
import type { Port } from '../shared/port.ts';

/** Offers people after `@` and change requests after `#` below the box that is typed in, which keeps the focus. */
export interface MentionList {
  /** Called after each change of the text. */
  typed(box: VscodeTextarea): void;
  /** Whether the key was one for the list. */
  takesKey(event: KeyboardEvent): boolean;
  close(): void;
}

interface Shown {
  readonly box: VscodeTextarea;
  readonly mentions: readonly Mention[];
  /** The offsets of the sign in the text, and of the cursor after it. */
  readonly start: number;
  end: number;
  active: number;
}

export function createMentionList({ ask }: Pick<Port<ThreadsProtocol>, 'ask'>, announce: Announce): MentionList {
  const list = document.createElement('ul');
  list.className = 'mentions';
  list.id = 'mentions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', l10n.t('Suggestions'));
  // Above everything, and in no part that scrolls.
  list.popover = 'manual';
  let shown: Shown | undefined;
  /** The last question; answers to earlier ones are dropped. */
  let question = 0;

  // A press in the list doesn't take the focus from the box.
  list.addEventListener('mousedown', (event) => {
    event.preventDefault();
    const row = event.target instanceof Element ? event.target.closest('li') : null;
    if (row) choose([...list.children].indexOf(row));
  });
  document.addEventListener('scroll', (event) => event.target !== list && close(), { capture: true, passive: true });

  async function typed(box: VscodeTextarea): Promise<void> {
    const { value, selectionStart: cursor } = box.wrappedElement;
    const mention = mentionBefore(value.slice(0, cursor));
    const own = ++question;
    if (!mention) return close();
    const start = cursor - mention.written.length - 1;
    // What is typed while the list is being updated belongs to the mention.
    if (shown?.box === box && shown.start === start) shown.end = cursor;
    const mentions = await ask('mentions', mention).catch(() => []);
    // Something else was typed in the meantime, or the box was left.
    if (own !== question || !box.matches(':focus-within') || box.wrappedElement.value !== value) return;
    if (mentions.length === 0) return close();
    if (!shown) announce(l10n.plural(l10n.t('{0} suggestion|{0} suggestions'), mentions.length));
    shown = { box, mentions, start, end: cursor, active: 0 };
    draw(shown);
  }

  function draw({ box, mentions, active }: Shown): void {
    list.replaceChildren(
      ...mentions.map(({ label, description }, index) => {
        const row = document.createElement('li');
        row.id = `mention-${index}`;
        row.setAttribute('role', 'option');
        row.setAttribute('aria-selected', String(index === active));
        const about = document.createElement('span');
        about.className = 'dim';
        about.textContent = description;
        row.append(label, ' ', about);
        return row;
      }),
    );
    // Inside of a landmark, where screen readers look for content.
    if (!list.isConnected) (document.querySelector('main') ?? document.body).append(list);
    list.showPopover();
    place(box);
    const row = list.children[active];
    if (row instanceof HTMLElement) scrollTo(row);
    const input = box.wrappedElement;
    input.setAttribute('aria-autocomplete', 'list');
    // The list is outside of the component's shadow root, so an id wouldn't reach it.
    input.ariaControlsElements = [list];
    input.ariaActiveDescendantElement = row ?? null;
  }

  /** Scrolls nothing but the list. */
  function scrollTo({ offsetTop: top, offsetHeight: height }: HTMLElement): void {
    list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + height - list.clientHeight));
  }

  /** Below the box, or above it if there is more room. */
  function place(box: VscodeTextarea): void {
    const { left, top, bottom, width } = box.getBoundingClientRect();
    const isAbove = innerHeight - bottom < list.offsetHeight && top > innerHeight - bottom;
    list.style.left = `${left}px`;
    list.style.maxWidth = `${width}px`;
    list.style.top = isAbove ? `${Math.max(top - list.offsetHeight, 0)}px` : `${bottom}px`;
  }

  function close(): void {
    question += 1;
    if (!shown) return;
    const input = shown.box.wrappedElement;
    input.ariaActiveDescendantElement = null;
    input.ariaControlsElements = null;
    input.removeAttribute('aria-autocomplete');
    shown = undefined;
    list.hidePopover();
  }

  function choose(index: number): void {
    if (!shown) return;
    const { box, mentions, start, end } = shown;
    const mention = mentions[index];
    const isHere = isAtEnd(shown);
    close();
    if (!mention || !isHere) return;
    const input = box.wrappedElement;
    input.setRangeText(mention.insert, start, end, 'end');
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }

  return {
    typed: (box) => void typed(box),
    takesKey(event) {
      if (!shown || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      if (!isAtEnd(shown)) {
        close();
        return false;
      }
      const { mentions, active } = shown;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        shown.active = (active + step + mentions.length) % mentions.length;
        draw(shown);
      } else if (event.key === 'Enter' || event.key === 'Tab') choose(active);
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    close,
  };
}

/** Whether the cursor is still where it was when the list was made. */
function isAtEnd({ box: { wrappedElement: input }, end }: Shown): boolean {
  return input.selectionStart === end && input.selectionEnd === end;
}
