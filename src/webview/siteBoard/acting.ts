import { partOf, placementOf, type SitePart } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { siteBoard } from '../../protocol/siteBoard.ts';
import type { Announce } from '../shared/announcer.ts';
import type { Port } from '../shared/port.ts';
import { shownTree, type BoardState } from './boardState.ts';
import type { StoredViewState, Walking } from './walking.ts';

export interface ActionContext {
  readonly state: BoardState;
  readonly port: Port<typeof siteBoard>;
  readonly stored: StoredViewState;
  readonly announce: Announce;
  readonly draw: () => void;
  readonly walking: Walking;
}

/** What all actions need. */
export interface Acting extends ActionContext {
  readonly part: (id: string) => SitePart | undefined;
  readonly nameOf: (id: string) => string;
  /** The place of a part, in words for screen readers. */
  readonly placementInWords: (id: string) => string;
  /** Runs an action that may be refused. Resolves to whether it was done. */
  readonly attempt: (doing: string, action: () => Promise<unknown>) => Promise<boolean>;
}

export function createActing(parts: ActionContext): Acting {
  const { state, announce, draw } = parts;
  const part = (id: string): SitePart | undefined => state.board && partOf(state.board.tree, id);
  const nameOf = (id: string): string => `“${titleText(part(id)?.title)}”`;

  function placementInWords(id: string): string {
    const placement = placementOf(shownTree(state), id);
    if (!placement) return '';
    const { index, siblings, parent } = placement;
    return `${index + 1} of ${siblings.length} in ${parent ? `“${titleText(parent.title)}”` : 'the site'}`;
  }

  async function attempt(doing: string, action: () => Promise<unknown>): Promise<boolean> {
    state.notice = undefined;
    try {
      await action();
      return true;
    } catch (error) {
      state.notice = `Could not ${doing}: ${sentenceOf(error)}`;
      announce(state.notice, 'assertive');
      draw();
      return false;
    }
  }

  return { ...parts, part, nameOf, placementInWords, attempt };
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
