import * as vscode from 'vscode';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import { uniqueStretch } from '../../../model/comments/appliedSuggestions.ts';
import { quoteOf } from '../../../model/comments/quotePlace.ts';
import { linesOf, suggestionMarkdown } from '../../../model/comments/suggestions.ts';
import { pictureOf } from '../../../model/shared/emoji.ts';
import type { ChangedPage } from '../../../protocol/renderedChanges.ts';
import type { Contents, ChangeSet } from '../../../store/content/content.ts';
import { sidesOf } from '../../ground/changeRequests/changeAddresses.ts';
import { kindInWords, letterOf } from '../../ground/changeRequests/changeDecorations.ts';
import { kindOfChange } from '../../ground/changeRequests/changeKind.ts';
import type { ChangesAt } from '../../ground/changeRequests/changeRows.ts';
import { changeSentences } from '../../ground/changeRequests/changeWords.ts';
import { nameOf } from '../../ground/changeRequests/wording.ts';
import { run } from '../../ground/contributions/run.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Uses } from '../../ground/services/services.ts';
import { wordsOf } from '../../ground/words/reason.ts';
import type { ChangesSource, SuggestionStart } from './context.ts';

/** The changes of a change request. */
export async function changeRequestSource(
  { stores }: Uses<'stores'>,
  { account, space, number }: { readonly account: Account; readonly space: string; readonly number: number },
): Promise<ChangesSource> {
  const content = await stores(account).contents();
  const { id } = await content.changeRequest(space, number);
  const changeIn = (set: ChangeSet, page: string): PageChange => {
    const change = set.pages.find((each) => each.id === page);
    if (!change) throw new Error(vscode.l10n.t("#{0} doesn't change this page any more.", number));
    return change;
  };
  const atOf = ({ changeRequest }: ChangeSet): ChangesAt => ({ account, space, changeRequest });

  return {
    comments: { space, changeRequest: id },
    async changes() {
      const set = await content.changes(space, number);
      if (!set.isComparable) {
        throw new Error(
          vscode.l10n.t("This server doesn't provide the base of #{0}, so there is nothing to compare with.", number),
        );
      }
      return {
        title: nameOf(set.changeRequest),
        pages: set.pages.map((change) => listed(set, change, content.isViewed(space, number, change.id))),
        ofChangeRequest: true,
        ...(set.incomplete && { incomplete: wordsOf(set.incomplete) }),
      };
    },
    async versionsOf(page) {
      const set = await content.changes(space, number);
      const change = changeIn(set, page);
      const { before, after } = sidesOf(atOf(set), change);
      const version = (kind: 'base' | 'changeRequest', uri: vscode.Uri | undefined) =>
        uri && {
          uri,
          read: async (signal: AbortSignal) => (await content.text(space, { kind, number }, page, { signal })).text,
        };
      return {
        before: version('base', before),
        after: version('changeRequest', after),
        isSameText: change.text === 'same' && before !== undefined && after !== undefined,
        // That a page is new or deleted is said beside its title.
        sentences: change.before && change.after ? changeSentences(change) : [],
      };
    },
    markViewed: (page, isViewed) => content.setViewed(space, number, new Map([[page, isViewed]])),
    async openDiff(place) {
      const set = await content.changes(space, number);
      const at = atOf(set);
      if (!place) return run('changes.open', at);
      const { page, line } = place;
      await run('changes.openPage', { kind: 'changedPage', key: page, at, change: changeIn(set, page), line });
    },
    textOf: (page) => content.cachedReading(space, number, page)?.reading.markdown,
    suggestion: (page, lines) => suggestionStart(content, { space, number, page }, lines),
    onDidChange: (listener) =>
      content.onDidChange((change) => {
        if (change.kind === 'pages') return;
        const changed = change.kind === 'changed' ? change.after.number : change.number;
        if (change.space === space && changed === number) listener();
      }),
  };
}

function listed({ changeRequest }: ChangeSet, change: PageChange, isViewed: boolean): ChangedPage {
  const side = change.after ?? change.before;
  const kind = kindOfChange(change);
  const picture = pictureOf(side?.page.emoji);
  return {
    id: change.id,
    title: side?.title ?? '',
    above: side?.above ?? [],
    kind,
    letter: letterOf(kind),
    kindInWords: kindInWords(kind),
    isViewed,
    version: changeRequest.revision,
    ...(picture !== undefined && { picture }),
  };
}

async function suggestionStart(
  content: Contents,
  { space, number, page }: { readonly space: string; readonly number: number; readonly page: string },
  { start, end }: { readonly start: number; readonly end: number },
): Promise<SuggestionStart> {
  const { reading } = await content.reading(space, number, page);
  const [shown, lines] = [linesOf(reading.text), linesOf(reading.markdown)];
  let last = Math.min(end, shown.length);
  while (last > start + 1 && shown[last - 1]?.trim() === '') last--;
  // An address over several lines may be shown in one line.
  const stretch = shown.length === lines.length ? uniqueStretch(lines, start, last) : undefined;
  if (!stretch) {
    throw new Error(
      vscode.l10n.t("A suggestion can't be made here: the same text occurs several times. Suggest it in the Markdown."),
    );
  }
  const oldLines = lines.slice(stretch.start, stretch.end);
  return {
    quote: quoteOf(shown.slice(stretch.start, stretch.end).join('\n')),
    text: suggestionMarkdown({ oldLines, newLines: oldLines }),
  };
}
