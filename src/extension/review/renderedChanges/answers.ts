import * as vscode from 'vscode';
import { scheme } from '../../../model/shared/schemes.ts';
import type { Handlers } from '../../../protocol/answering.ts';
import type { ChangedPlace, Layout, RenderedChangesProtocol } from '../../../protocol/renderedChanges.ts';
import type { ThreadsProtocol } from '../../../protocol/threads.ts';
import type { Uses } from '../../ground/services/services.ts';
import type { BoxText } from '../../ground/threads/suggestionBox.ts';
import { drawFormulas } from '../../ground/webviews/formulas.ts';
import { linkedUri, pageImage } from '../../ground/webviews/pageContent.ts';
import type { Comparisons } from './comparisons.ts';
import type { ChangesSource } from './context.ts';

export interface ChangesAnswersContext extends Uses<'edge' | 'fetchImage' | 'globalState' | 'accounts'> {
  readonly source: ChangesSource;
  readonly comparisons: Comparisons;
  /** The place to show when the view opens; undefined after the first call. */
  readonly takePlace: () => ChangedPlace | undefined;
  /** Called when a page was read, perhaps with another text than before. */
  readonly pageRead?: (page: string) => void;
  /** How a comment on a page begins in its box. */
  readonly shownInBox?: (page: string, text: string) => BoxText;
  readonly layout: () => Layout;
  readonly keepLayout: (layout: Layout) => Thenable<unknown>;
}

type OwnHandlers = Omit<Handlers<RenderedChangesProtocol>, keyof ThreadsProtocol['requests']>;

/** The extension's side of a view of rendered changes, besides its comments. */
export function changesAnswers(parts: ChangesAnswersContext): OwnHandlers {
  const { source, comparisons } = parts;

  async function uriIn(page: string, isBefore: boolean): Promise<vscode.Uri> {
    const { before, after } = await source.versionsOf(page);
    const version = (isBefore ? before : after) ?? after ?? before;
    if (!version) throw new Error(vscode.l10n.t('This page has no text.'));
    return version.uri;
  }

  return {
    async changes() {
      const changes = await source.changes();
      comparisons.forgetOthers(changes.pages);
      const place = parts.takePlace();
      return { ...changes, layout: parts.layout(), ...(place && { place }) };
    },
    async page({ page }) {
      const compared = await comparisons.page(page);
      parts.pageRead?.(page);
      return compared;
    },
    unfold: ({ page, from, to }) => comparisons.rows(page, from, to),
    places: ({ page, quotes }) => comparisons.places(page, quotes),
    quote: ({ page, line, end, quote }) => comparisons.quote(page, { start: line, end }, quote),
    async markViewed({ page, isViewed }) {
      await source.markViewed?.(page, isViewed);
      return null;
    },
    openDiff: (place) => nothing(source.openDiff(place)),
    openAllDiffs: () => nothing(source.openDiff(undefined)),
    async suggestion({ page, line, end }) {
      const { quote, text } = await source.suggestion(page, { start: line, end });
      return { quote, ...(parts.shownInBox?.(page, text) ?? { text }) };
    },
    async follow({ page, address, isBefore }) {
      const target = linkedUri(await uriIn(page, isBefore), address);
      if (target.scheme !== scheme) throw new Error(vscode.l10n.t("This link doesn't lead to a page."));
      return nothing(vscode.commands.executeCommand('vscode.open', target, vscode.ViewColumn.Beside));
    },
    picture: async ({ page, address, isBefore, isWanted }) =>
      pageImage(parts, await uriIn(page, isBefore), address, isWanted),
    formulas: ({ formulas }) => drawFormulas(parts, formulas),
    keepLayout: ({ layout }) => nothing(parts.keepLayout(layout)),
  };
}

async function nothing(done: Thenable<unknown>): Promise<null> {
  await done;
  return null;
}
