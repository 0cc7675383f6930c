import * as vscode from 'vscode';
import type { ChangedPlace } from '../../../protocol/renderedChanges.ts';
import { createPanels } from '../../ground/webviews/panels.ts';
import type { ChangesPanels, RenderedChangesContext } from './context.ts';
import { serveChanges } from './panel.ts';
import { keyOf, placeOf, type PanelPlace } from './place.ts';

/** One view for each change request, and for each comparison of two versions of a page. */
export function createChangesPanels(parts: RenderedChangesContext): ChangesPanels {
  const shown = new vscode.EventEmitter<PanelPlace>();
  const places = new Map<string, ChangedPlace>();

  const panels: ChangesPanels = {
    ...createPanels<PanelPlace>(
      {
        viewType: 'docsPlatform.renderedChanges',
        bundle: 'renderedChanges',
        icon: 'diff-multiple',
        keyOf,
        placeOf,
        titleOf: ({ title }) => title,
        serve: (place, open, account) => serveChanges({ ...parts, account }, panels, place, open),
      },
      parts,
    ),
    show(place, at) {
      if (at) places.set(keyOf(place), at);
      const wasInSight = panels.isInSight(place);
      panels.open(place);
      if (wasInSight) shown.fire(place);
    },
    takePlace(place) {
      const at = places.get(keyOf(place));
      places.delete(keyOf(place));
      return at;
    },
    onShow: shown.event,
  };
  return panels;
}
