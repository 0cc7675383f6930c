import { partOf, placementOf, type SitePart } from '../../model/sites/tree.ts';
import type { siteBoard } from '../../protocol/siteBoard.ts';
import type { Announce } from '../shared/announcer.ts';
import * as l10n from '../shared/l10n.ts';
import type { Port } from '../shared/port.ts';
import { shownTree, type BoardState } from './boardState.ts';
import { titleOf } from './partTitle.ts';
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
  /**
   * A sentence about the place of a part: `inPart` for one inside another part, `atTop` for one at the top level. `{0}` is
   * its name, `{1}` its position, `{2}` the number of positions, and `{3}` the other part.
   */
  readonly placed: (id: string, inPart: string, atTop: string) => string;
  /**
   * Runs an action that may be refused. Resolves to whether it was done. `failed` is the text for a refusal, and its
   * values, after which comes the reason.
   */
  readonly attempt: (failed: readonly [string, ...string[]], action: () => Promise<unknown>) => Promise<boolean>;
}

export function createActing(parts: ActionContext): Acting {
  const { state, announce, draw } = parts;
  const part = (id: string): SitePart | undefined => state.board && partOf(state.board.tree, id);
  const nameOf = (id: string): string => titleOf(part(id));

  function placed(id: string, inPart: string, atTop: string): string {
    const placement = placementOf(shownTree(state), id);
    if (!placement) return '';
    const { index, siblings, parent } = placement;
    const values = [nameOf(id), index + 1, siblings.length];
    return parent ? l10n.fill(inPart, ...values, titleOf(parent)) : l10n.fill(atTop, ...values);
  }

  async function attempt(
    [text, ...values]: readonly [string, ...string[]],
    action: () => Promise<unknown>,
  ): Promise<boolean> {
    state.notice = undefined;
    try {
      await action();
      return true;
    } catch (error) {
      state.notice = l10n.fill(text, ...values, sentenceOf(error));
      announce(state.notice, 'assertive');
      draw();
      return false;
    }
  }

  return { ...parts, part, nameOf, placed, attempt };
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
