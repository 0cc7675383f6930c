import * as vscode from 'vscode';
import { createPanels } from '../ground/webviews/panels.ts';
import { serveBoard } from './boardPanel.ts';
import { boardPlaceOf, type BoardPlace } from './boardPlace.ts';
import { boardOf } from './openBoard.ts';
import type { SitesContext } from './context.ts';
import type { SiteRow } from './rows.ts';

/** The open site boards. */
export interface Boards {
  /** Shows the board of a site, at the given part if there is one. */
  open(row: SiteRow | undefined): Promise<void>;
  /** Restores a board of the previous window. */
  restore(panel: vscode.WebviewPanel, state: unknown): void;
}

export function createBoards(parts: SitesContext): Boards {
  /** The part that each board should focus when it is shown next, by site. */
  const focuses = new Map<string, string>();
  const asked = new vscode.EventEmitter<string>();
  const panels = createPanels<BoardPlace>(
    {
      viewType: 'docsPlatform.siteBoard',
      bundle: 'siteBoard',
      icon: 'layout',
      keyOf: ({ account, siteId }) => `${account}/${siteId}`,
      titleOf: ({ title }) => vscode.l10n.t('{0}: structure', title),
      placeOf: boardPlaceOf,
      serve: async (place, open, account) =>
        serveBoard({ ...parts, account }, place, open, {
          take() {
            const focus = focuses.get(place.siteId);
            focuses.delete(place.siteId);
            return focus;
          },
          onAsked: (listener: () => unknown) => asked.event((siteId) => void (siteId === place.siteId && listener())),
        }),
    },
    parts,
  );
  return {
    async open(row) {
      const found = await boardOf(parts, row);
      if (!found) return;
      const { place, part } = found;
      if (part !== undefined) focuses.set(place.siteId, part);
      const isInSight = panels.isInSight(place);
      panels.open(place);
      // A board that becomes visible asks for it itself.
      if (part !== undefined && isInSight) asked.fire(place.siteId);
    },
    restore: (panel, state) => panels.restore(panel, state),
  };
}
