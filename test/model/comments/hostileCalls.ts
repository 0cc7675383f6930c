import type { Comment } from '../../../src/contract/comments/comments.ts';
import { applySuggestions, outdatedIn, uniqueStretch } from '../../../src/model/comments/appliedSuggestions.ts';
import { suggestionsMaking } from '../../../src/model/comments/madeSuggestions.ts';
import * as mentions from '../../../src/model/comments/mentions.ts';
import * as placedQuotes from '../../../src/model/comments/placedQuotes.ts';
import * as placing from '../../../src/model/comments/quotePlace.ts';
import {
  deletedMarkdown,
  deletedQuote,
  quoteOfGone,
  quotedTitle,
  selectedIn,
} from '../../../src/model/comments/deletedQuote.ts';
import { formerQuote } from '../../../src/model/comments/formerQuote.ts';
import { escaped, markedMarkdown, markedQuote, unescaped } from '../../../src/model/comments/markedQuote.ts';
import { quoteApart, saidIn, withQuoteOf } from '../../../src/model/comments/quoteApart.ts';
import { quoteFor } from '../../../src/model/comments/quoteFor.ts';
import * as quoteWords from '../../../src/model/comments/quoteWords.ts';
import { areWordsGone, quotedWords } from '../../../src/model/comments/quotedWords.ts';
import {
  fenced,
  linesOf,
  partsOf,
  suggestingComment,
  suggestingMarkdown,
  suggestionMarkdown,
  suggestionProblem,
  suggestionsIn,
} from '../../../src/model/comments/suggestions.ts';
import * as diff from '../../../src/model/comments/suggestionDiff.ts';
import { boxText } from '../../../src/model/comments/boxText.ts';
import * as commentText from '../../../src/model/comments/text.ts';
import { matches } from '../../../src/model/comments/threadList.ts';
import * as threads from '../../../src/model/comments/threads.ts';
import type { Calls } from '../hostileCalls.ts';

export const calls: Calls = {
  'mentions/mentionBefore': (text) => mentions.mentionBefore(`@${text}`),
  'mentions/meantMentions': (text) => mentions.meantMentions([{ label: text, description: text, insert: '' }], text, 1),
  'text/commentText': commentText.commentText,
  'text/leadingQuote': commentText.leadingQuote,
  'quoteApart/quoteApart': quoteApart,
  'quoteApart/saidIn': saidIn,
  'quoteApart/withQuoteOf': (text) => withQuoteOf(`> ${text}\n\nx`, text),
  'text/summaryOf': (text) => commentText.summaryOf(text),
  'placedQuotes/createPlacedQuotes': (text) => {
    const quotes = placedQuotes.createPlacedQuotes();
    quotes.placesIn(text)(text);
    quotes.edited([{ start: 0, removed: text.length, added: text.length }]);
    return quotes.placesIn(text)(text);
  },
  'quotePlace/placeOf': (text) => placing.placeOf('some words that are not there', text),
  'quotePlace/placerIn': (text) => placing.placerIn(text)(text),
  'quotePlace/quoteOf': placing.quoteOf,
  'quoteFor/quoteFor': (text) => quoteFor(text, { start: text.length >> 1, end: (text.length >> 1) + 5 }),
  'quoteWords/wordsOf': quoteWords.wordsOf,
  'quoteWords/masked': quoteWords.masked,
  'markedQuote/markedQuote': markedQuote,
  'markedQuote/markedMarkdown': (text) => markedMarkdown({ before: text, selected: text, after: text }),
  'markedQuote/escaped': escaped,
  'markedQuote/unescaped': unescaped,
  'deletedQuote/quotedTitle': quotedTitle,
  'deletedQuote/quoteOfGone': (text) => quoteOfGone(text, text),
  'formerQuote/formerQuote': (text) => formerQuote(text, `x\n${text}`, { start: 0, end: text.length }),
  'deletedQuote/deletedMarkdown': (text) => deletedQuote(deletedMarkdown({ beside: text, deleted: text })),
  'deletedQuote/deletedQuote': (text) => deletedQuote(`~~${text}~~`),
  'deletedQuote/selectedIn': selectedIn,
  'appliedSuggestions/applySuggestions': (text) => applySuggestions(text, suggestionsIn(text)),
  'appliedSuggestions/outdatedIn': (text) => outdatedIn(text)({ oldLines: [text], newLines: [] }),
  'appliedSuggestions/uniqueStretch': (text) => uniqueStretch(text.split('\n'), 0, 1),
  'madeSuggestions/suggestionsMaking': (text) => suggestionsMaking(text, `a\n${text.replaceAll('\n\n', '\n-\n')}`),
  'suggestions/suggestionProblem': suggestionProblem,
  'suggestions/suggestingMarkdown': (text) =>
    suggestingMarkdown({ words: text, suggestion: { oldLines: [text], newLines: [text] } }),
  'suggestions/suggestingComment': (text) => suggestingComment(`suggestion\n${text}`),
  'suggestions/suggestionMarkdown': (text) => suggestionMarkdown({ oldLines: [text], newLines: [text] }),
  'suggestions/suggestionsIn': (text) => suggestionsIn(`suggestion\n${text}`),
  'quotedWords/areWordsGone': (text) => areWordsGone(threads.threadOf(commentOf(text), undefined), () => false),
  'quotedWords/quotedWords': (text) => quotedWords({ quote: undefined, body: { kind: 'markdown', markdown: text } }),
  'suggestions/partsOf': (text) => partsOf(around(text)),
  'suggestions/fenced': (text) => fenced('diff', [text]),
  'suggestionDiff/diffLines': (text) => diff.diffLines({ oldLines: [text], newLines: [`${text}a`, text] }),
  'suggestionDiff/textOfLine': (text) => diff.textOfLine({ mark: 'same', pieces: [{ text, isChanged: true }] }),
  'suggestionDiff/changedWordsOf': (text) =>
    diff.changedWordsOf({ oldLines: linesOf(text), newLines: linesOf(`${text.replaceAll('a', 'b')}a`) }),
  'boxText/boxText': (text) => boxText(around(text), { saidFirst: true }),
  'suggestions/linesOf': linesOf,
  'threadList/matches': (text) =>
    matches(
      { id: 'a', author: { name: text }, body: { kind: 'markdown', markdown: text }, isResolved: false, quote: text },
      { status: 'all', text: text.slice(0, 1000), order: 'newest' },
    ),
  'threads/postOf': (text) => threads.postOf(commentOf(text), { id: text, name: text } as never),
  'threads/threadOf': (text) => threads.threadOf(commentOf(text), { id: text, name: text } as never),
};

function around(text: string): string {
  return `${text}\n\n${suggestionMarkdown({ oldLines: [text], newLines: [`${text}a`] })}\n\n${text}`;
}

function commentOf(text: string): Comment {
  return {
    object: 'comment',
    id: 'c',
    body: { markdown: text },
    postedAt: text,
    postedBy: { id: 'u', displayName: text },
    reactions: [{ emoji: text, count: 1, users: [] }],
    target: { page: { id: 'p', title: text, path: text }, quote: text },
    urls: { app: text },
  };
}
