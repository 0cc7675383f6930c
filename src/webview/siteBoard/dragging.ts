import { moved, type Move } from '../../model/siteMoves.ts';
import { standingOf, type SitePart, type SiteTree } from '../../model/siteTree.ts';
import { titleText } from '../../model/titleText.ts';

export interface DraggingParts {
  readonly root: HTMLElement;
  /** Undefined while nothing may be moved. */
  readonly tree: () => SiteTree | undefined;
  readonly drop: (move: Move) => void;
}

interface Drag {
  readonly part: SitePart;
  readonly source: HTMLElement;
  readonly ghost: HTMLElement;
  readonly line: HTMLElement;
  /** Whether cards stand beside each other. */
  readonly isGrid: boolean;
  x: number;
  y: number;
  target: Target | undefined;
}

/** Where it would be dropped, and the side of what stands there. */
interface Target {
  readonly move: Move;
  readonly box: Element;
  readonly side: 'top' | 'bottom' | 'left' | 'right' | 'inside';
}

/** So far the pointer goes before a press becomes a drag, and so near the edge the board scrolls by itself; in pixels. */
const threshold = 5;
const edge = 48;

/** Drag and drop by the pointer. While dragging nothing is drawn anew: a ghost and a line move. */
export function createDragging({ root, tree, drop }: DraggingParts): void {
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
    const move = drag.target?.move;
    end();
    if (move) drop(move);
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
    const part = id === undefined ? undefined : standingOf(tree() ?? { top: [] }, id)?.part;
    const source = pressed?.button.closest<HTMLElement>('[data-box]');
    if (!part || !source) return;
    const grid = root.querySelector('.grid');
    const ghost = document.createElement('div');
    ghost.className = 'ghost';
    ghost.textContent = titleText(part.title);
    const line = document.createElement('div');
    line.className = 'line';
    document.body.append(ghost, line);
    document.body.classList.add('dragging');
    source.classList.add('lifted');
    drag = {
      part,
      source,
      ghost,
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
    drag.ghost.style.transform = `translate(${drag.x + 12}px, ${drag.y + 8}px)`;
    place(drag.line, drag.target);
  }

  function aim(drag: Drag): void {
    const now = tree();
    drag.target = now && targetAt(now, drag);
    if (drag.target && !moved(now ?? { top: [] }, drag.target.move)) drag.target = undefined;
  }

  function end(): void {
    if (!drag) return;
    cancelAnimationFrame(frame);
    frame = 0;
    drag.ghost.remove();
    drag.line.remove();
    drag.source.classList.remove('lifted');
    document.body.classList.remove('dragging');
    drag = undefined;
    // The press that began the drag ends in a click, which would open the editor.
    const swallow = (event: Event) => event.stopPropagation();
    document.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
  }
}

function targetAt(tree: SiteTree, drag: Drag): Target | undefined {
  const hit = document.elementFromPoint(drag.x, drag.y);
  if (!hit?.closest('.board')) return undefined;
  const { part } = drag;
  const own = standingOf(tree, part.id);
  if (!own) return undefined;
  for (
    let box = hit.closest<HTMLElement>('[data-box]');
    box;
    box = box.parentElement?.closest<HTMLElement>('[data-box]') ?? null
  ) {
    const id = box.dataset['box'] ?? '';
    const there = standingOf(tree, id);
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
  return part.kind === 'site-space' ? undefined : nearest(tree, drag);
}

/** Between the cards the nearest one counts. */
function nearest(tree: SiteTree, drag: Drag): Target | undefined {
  let best: { readonly box: HTMLElement; readonly distance: number } | undefined;
  for (const box of document.querySelectorAll<HTMLElement>('.grid > [data-box]')) {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const distance = Math.hypot(Math.max(left - drag.x, 0, drag.x - right), Math.max(top - drag.y, 0, drag.y - bottom));
    if (box.dataset['box'] !== drag.part.id && distance < (best?.distance ?? Infinity)) best = { box, distance };
  }
  const there = best && standingOf(tree, best.box.dataset['box'] ?? '');
  return best && there && beside(there, best.box, sideOf(best.box, drag, true), drag.part.id);
}

type Side = 'top' | 'bottom' | 'left' | 'right';

function sideOf(box: Element, { x, y, isGrid }: Drag, isCard: boolean): Side {
  const { left, width, top, height } = box.getBoundingClientRect();
  if (isCard && isGrid) return x < left + width / 2 ? 'left' : 'right';
  return y < top + height / 2 ? 'top' : 'bottom';
}

/** Near the edge of a group a section goes beside it, not into it. */
function outerSide(box: Element, { x, y, isGrid }: Drag): Side | undefined {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const near = 16;
  if (isGrid) return x < left + near ? 'left' : x > right - near ? 'right' : undefined;
  return y < top + near ? 'top' : y > bottom - near ? 'bottom' : undefined;
}

function beside(
  { siblings, index, parent, part }: NonNullable<ReturnType<typeof standingOf>>,
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

/** Above the first of its parts, else at the end. */
function into(parent: SitePart, box: Element, { y }: Drag, id: string): Target {
  const others = parent.children.filter((child) => child.id !== id);
  const first = box.querySelector('.stack > [data-box], ul > [data-box]');
  const isAbove = first !== null && y < first.getBoundingClientRect().top;
  const move: Move = isAbove
    ? { id, parent: parent.id, before: others[0]?.id }
    : { id, parent: parent.id, after: others.at(-1)?.id };
  return { move, box, side: 'inside' };
}

function place(line: HTMLElement, target: Target | undefined): void {
  line.hidden = target === undefined;
  if (!target) return;
  const { left, top, width, height } = target.box.getBoundingClientRect();
  const { style } = line;
  const at = (x: number, y: number, wide: number, high: number) => {
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${wide}px`;
    style.height = `${high}px`;
  };
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
