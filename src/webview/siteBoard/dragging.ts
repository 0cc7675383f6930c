import { moved, type Move } from '../../model/sites/moves.ts';
import { placementOf, type SitePart, type SiteTree } from '../../model/sites/tree.ts';
import type { Announce } from '../shared/announcer.ts';
import * as l10n from '../shared/l10n.ts';
import { titleOf } from './partTitle.ts';

export interface DraggingContext {
  readonly root: HTMLElement;
  /** Undefined while nothing may be moved. */
  readonly tree: () => SiteTree | undefined;
  readonly drop: (move: Move) => void;
  readonly announce: Announce;
}

interface Drag {
  readonly part: SitePart;
  readonly source: HTMLElement;
  readonly ghost: HTMLElement;
  /** Shown below the ghost's title: why it can't be dropped here. */
  readonly reason: HTMLElement;
  readonly line: HTMLElement;
  /** Whether cards are side by side. */
  readonly isGrid: boolean;
  x: number;
  y: number;
  target: Target | Refusal | undefined;
}

/** Where it would be dropped, and on which side of the element there. */
interface Target {
  readonly move: Move;
  readonly box: Element;
  readonly side: 'top' | 'bottom' | 'left' | 'right' | 'inside';
}

/** The element under the pointer, and why nothing can be dropped there. */
interface Refusal {
  readonly box: Element;
  readonly reason: string;
}

/**
 * How far the pointer moves before a press becomes a drag, and how near to the edge the board starts to scroll, in
 * pixels.
 */
const threshold = 5;
const edge = 48;

/** Drag and drop with the pointer. Nothing is rendered during a drag: only a ghost and a line move. */
export function createDragging({ root, tree, drop, announce }: DraggingContext): void {
  let pressed: { readonly button: HTMLElement; readonly x: number; readonly y: number } | undefined;
  let drag: Drag | undefined;
  let frame = 0;

  root.addEventListener('pointerdown', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('.part');
    if (event.button === 0 && event.isPrimary && button && tree())
      pressed = { button, x: event.clientX, y: event.clientY };
  });
  document.addEventListener('pointermove', (event) => {
    if (pressed && !drag && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > threshold) begin(event);
    if (!drag) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (frame === 0) frame = requestAnimationFrame(follow);
  });
  document.addEventListener('pointerup', () => {
    pressed = undefined;
    if (!drag) return;
    aim(drag);
    const { target } = drag;
    end();
    if (target && 'move' in target) drop(target.move);
  });
  document.addEventListener('pointercancel', () => {
    pressed = undefined;
    end();
  });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drag) return;
      event.stopPropagation();
      pressed = undefined;
      end();
    },
    { capture: true },
  );

  function begin(event: PointerEvent): void {
    const id = pressed?.button.dataset['id'];
    const part = id === undefined ? undefined : placementOf(tree() ?? { top: [] }, id)?.part;
    const source = pressed?.button.closest<HTMLElement>('[data-box]');
    if (!part || !source) return;
    const grid = root.querySelector('.grid');
    const ghost = document.createElement('div');
    ghost.className = 'ghost';
    // The ghost repeats a title, and its reason is announced.
    ghost.ariaHidden = 'true';
    const title = document.createElement('div');
    title.className = 'ghost-title';
    title.textContent = titleOf(part);
    const reason = document.createElement('div');
    reason.className = 'reason';
    ghost.append(title, reason);
    const line = document.createElement('div');
    line.className = 'line';
    document.body.append(ghost, line);
    document.body.classList.add('dragging');
    source.classList.add('lifted');
    drag = {
      part,
      source,
      ghost,
      reason,
      line,
      isGrid: grid !== null && getComputedStyle(grid).gridTemplateColumns.split(' ').length > 1,
      x: event.clientX,
      y: event.clientY,
      target: undefined,
    };
  }

  function follow(): void {
    frame = 0;
    if (!drag) return;
    const { y } = drag;
    const scrolled = y < edge ? y - edge : y > window.innerHeight - edge ? y - (window.innerHeight - edge) : 0;
    if (scrolled !== 0) {
      document.documentElement.scrollTop += scrolled / 3;
      frame = requestAnimationFrame(follow);
    }
    aim(drag);
    place(drag.line, drag.target);
    explain(drag);
    drag.ghost.style.transform = `translate(${besidePointer(drag)}px, ${drag.y + 8}px)`;
  }

  function aim(drag: Drag): void {
    const now = tree() ?? { top: [] };
    const target = targetAt(now, drag);
    drag.target = target && 'move' in target && !moved(now, target.move) ? undefined : target;
  }

  function explain({ target, reason: words }: Drag): void {
    const reason = target && 'reason' in target ? target.reason : '';
    if (words.textContent === reason) return;
    words.textContent = reason;
    document.body.classList.toggle('refused', reason !== '');
    if (reason !== '') announce(reason, 'assertive');
  }

  function end(): void {
    if (!drag) return;
    cancelAnimationFrame(frame);
    frame = 0;
    drag.ghost.remove();
    drag.line.remove();
    drag.source.classList.remove('lifted');
    document.body.classList.remove('dragging', 'refused');
    drag = undefined;
    // The press that started the drag ends in a click, which would open the editor.
    const swallow = (event: Event) => event.stopPropagation();
    document.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
  }
}

function targetAt(tree: SiteTree, drag: Drag): Target | Refusal | undefined {
  const hit = document.elementFromPoint(drag.x, drag.y);
  const { part, source } = drag;
  // A part dropped on itself stays where it is.
  if (!hit?.closest('.board') || source.contains(hit)) return undefined;
  const own = placementOf(tree, part.id);
  if (!own) return undefined;
  for (
    let box = hit.closest<HTMLElement>('[data-box]');
    box;
    box = box.parentElement?.closest<HTMLElement>('[data-box]') ?? null
  ) {
    const id = box.dataset['box'] ?? '';
    const there = placementOf(tree, id);
    if (!there || there.part.id === part.id) continue;
    const isTop = there.parent === undefined;
    if (there.part.kind === 'site-section-group' && part.kind === 'site-section') {
      const side = outerSide(box, drag);
      return side ? beside(there, box, side, part.id) : into(there.part, box, drag, part.id);
    }
    if (there.part.kind === part.kind && there.parent?.id === own.parent?.id && part.kind !== 'site-section') {
      return beside(there, box, sideOf(box, drag, isTop && part.kind !== 'site-space'), part.id);
    }
    if (part.kind === 'site-section' && there.part.kind === 'site-section')
      return beside(there, box, sideOf(box, drag, isTop), part.id);
    if (part.kind === 'site-section-group' && isTop) return beside(there, box, sideOf(box, drag, true), part.id);
    if (part.kind === 'site-space' && id === own.parent?.id) return into(there.part, box, drag, part.id);
  }
  return part.kind === 'site-space' ? refusalOfSpace(tree, hit) : nearest(tree, drag);
}

/** The API has no call that moves a space to another section, and groups can only contain sections. */
function refusalOfSpace(tree: SiteTree, hit: Element): Refusal | undefined {
  const box = hit.closest<HTMLElement>('section[data-box]');
  if (!box) return undefined;
  const isGroup = placementOf(tree, box.dataset['box'] ?? '')?.part.kind === 'site-section-group';
  const reason = isGroup
    ? l10n.t('A group can only contain sections.')
    : l10n.t("A space can't be moved to another section. Add it there, then remove it here.");
  return { box, reason };
}

/** To the right of the pointer, or to its left if there is no room. */
function besidePointer({ ghost, x }: Drag): number {
  const right = x + 12;
  const { offsetWidth } = ghost;
  return right + offsetWidth > window.innerWidth ? Math.max(0, x - 12 - offsetWidth) : right;
}

/** Between cards, the nearest one is the target. */
function nearest(tree: SiteTree, drag: Drag): Target | undefined {
  let best: { readonly box: HTMLElement; readonly distance: number } | undefined;
  for (const box of document.querySelectorAll<HTMLElement>('.grid > [data-box]')) {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const distance = Math.hypot(Math.max(left - drag.x, 0, drag.x - right), Math.max(top - drag.y, 0, drag.y - bottom));
    if (box.dataset['box'] !== drag.part.id && distance < (best?.distance ?? Infinity)) best = { box, distance };
  }
  const there = best && placementOf(tree, best.box.dataset['box'] ?? '');
  return best && there && beside(there, best.box, sideOf(best.box, drag, true), drag.part.id);
}

type Side = 'top' | 'bottom' | 'left' | 'right';

function sideOf(box: Element, { x, y, isGrid }: Drag, isCard: boolean): Side {
  const { left, width, top, height } = box.getBoundingClientRect();
  if (isCard && isGrid) return x < left + width / 2 ? 'left' : 'right';
  return y < top + height / 2 ? 'top' : 'bottom';
}

/** Near the edge of a group, a section goes next to the group, not into it. */
function outerSide(box: Element, { x, y, isGrid }: Drag): Side | undefined {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const near = 16;
  if (isGrid) return x < left + near ? 'left' : x > right - near ? 'right' : undefined;
  return y < top + near ? 'top' : y > bottom - near ? 'bottom' : undefined;
}

function beside(
  { siblings, index, parent, part }: NonNullable<ReturnType<typeof placementOf>>,
  box: Element,
  side: Side,
  id: string,
): Target {
  const isBefore = side === 'top' || side === 'left';
  const others = siblings.filter((sibling) => sibling.id !== id);
  const at = others.findIndex((sibling) => sibling === (siblings[index] ?? part));
  const before = others[isBefore ? at : at + 1]?.id;
  const after = others[isBefore ? at - 1 : at]?.id;
  return { move: { id, parent: parent?.id, before, after }, box, side };
}

/** Above its first part, else at the end. */
function into(parent: SitePart, box: Element, { y }: Drag, id: string): Target {
  const others = parent.children.filter((child) => child.id !== id);
  const first = box.querySelector('.stack > [data-box], ul > [data-box]');
  const isAbove = first !== null && y < first.getBoundingClientRect().top;
  const move: Move = isAbove
    ? { id, parent: parent.id, before: others[0]?.id }
    : { id, parent: parent.id, after: others.at(-1)?.id };
  return { move, box, side: 'inside' };
}

function place(line: HTMLElement, target: Target | Refusal | undefined): void {
  line.hidden = target === undefined;
  if (!target) return;
  const { left, top, width, height } = target.box.getBoundingClientRect();
  const { style } = line;
  const at = (x: number, y: number, wide: number, high: number) => {
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${wide}px`;
    style.height = `${high}px`;
  };
  if ('reason' in target) {
    line.className = 'line inside refused';
    return at(left, top, width, height);
  }
  line.className = target.side === 'inside' ? 'line inside' : 'line';
  switch (target.side) {
    case 'top':
      return at(left, top - 2, width, 3);
    case 'bottom':
      return at(left, top + height - 1, width, 3);
    case 'left':
      return at(left - 7, top, 3, height);
    case 'right':
      return at(left + width + 4, top, 3, height);
    case 'inside':
      return at(left, top, width, height);
  }
}
