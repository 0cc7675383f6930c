import * as vscode from 'vscode';
import type { Show } from '../../../protocol/threads.ts';
import { createPanels } from '../../ground/webviews/panels.ts';
import type { ThreadsPanelContext, ThreadsPanels } from './context.ts';
import { keyOf, placeOf, type PanelPlace } from './place.ts';
import { serveThreadsPanel } from './panel.ts';

/** One panel for each space and change request. */
export function createThreadsPanels(parts: ThreadsPanelContext): ThreadsPanels {
  const shown = new vscode.EventEmitter<PanelPlace>();
  const toShow = new Map<string, Show>();

  const panels: ThreadsPanels = {
    ...createPanels<PanelPlace>(
      {
        viewType: 'docsPlatform.threads',
        bundle: 'threads',
        icon: 'comment-discussion',
        keyOf,
        placeOf,
        titleOf: ({ title }) => title,
        serve: (place, open, account) => serveThreadsPanel({ ...parts, account }, panels, place, open),
      },
      parts,
    ),
    show(place, show) {
      toShow.set(keyOf(place), show);
      const wasInSight = panels.isInSight(place);
      panels.open(place);
      if (wasInSight) shown.fire(place);
    },
    takeShow(place) {
      const show = toShow.get(keyOf(place));
      toShow.delete(keyOf(place));
      return show;
    },
    onShow: shown.event,
  };
  return panels;
}
