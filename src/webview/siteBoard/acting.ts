import { partOf, standingOf, type SitePart } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { siteBoard } from '../../protocol/siteBoard.ts';
import type { Announce } from '../shared/announcer.ts';
import type { Port } from '../shared/port.ts';
import { shownTree, type BoardState } from './boardState.ts';
import type { KeptLooks, Walking } from './walking.ts';

export interface ActParts {
  readonly state: BoardState;
  readonly port: Port<typeof siteBoard>;
  readonly kept: KeptLooks;
  readonly announce: Announce;
  readonly draw: () => void;
  readonly walking: Walking;
}

/** What all acts need. */
export interface Acting extends ActParts {
  readonly part: (id: string) => SitePart | undefined;
  readonly nameOf: (id: string) => string;
  /** Where something stands, as a screen reader says it. */
  readonly standingInWords: (id: string) => string;
  /** Does what may be refused; true when it was done. */
  readonly attempt: (doing: string, act: () => Promise<unknown>) => Promise<boolean>;
}

export function createActing(parts: ActParts): Acting {
  const { state, announce, draw } = parts;
  const part = (id: string): SitePart | undefined => state.board && partOf(state.board.tree, id);
  const nameOf = (id: string): string => `“${titleText(part(id)?.title)}”`;

  function standingInWords(id: string): string {
    const standing = standingOf(shownTree(state), id);
    if (!standing) return '';
    const { index, siblings, parent } = standing;
    return `${index + 1} of ${siblings.length} in ${parent ? `“${titleText(parent.title)}”` : 'the site'}`;
  }

  async function attempt(doing: string, act: () => Promise<unknown>): Promise<boolean> {
    state.notice = undefined;
    try {
      await act();
      return true;
    } catch (error) {
      state.notice = `Could not ${doing}: ${sentenceOf(error)}`;
      announce(state.notice, 'assertive');
      draw();
      return false;
    }
  }

  return { ...parts, part, nameOf, standingInWords, attempt };
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
