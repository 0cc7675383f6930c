import * as vscode from 'vscode';
import type { Show } from '../../protocol/threads.ts';
import type { CommandTable } from '../commands/commandTable.ts';
import { createPanels } from '../webviews/panels.ts';
import { keyOf, placeOf, type PanelPlace } from './panelPlace.ts';
import type { ThreadsPanelParts, ThreadsPanels } from './panelParts.ts';

/** The comment threads of a space or a change request, in a panel beside the editors. */
export function threadsPanelFeature(parts: ThreadsPanelParts): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
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
        serve: async (place, open) => (await import('./threadsPanel.ts')).serveThreads(parts, panels, place, open),
      },
      parts.extensionUri,
      parts.edge,
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

  return {
    commands: {
      'docsPlatform.openThreads': async (given) =>
        (await import('./openThreads.ts')).openThreads({ ...parts, panels }, given),
    },
    register: () => vscode.Disposable.from(panels.register(), shown),
  };
}
