import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { Element } from 'hast';
import { describe, test } from 'vitest';
import type { Comment } from '../../src/contract/comments/comments.ts';
import type { Site } from '../../src/contract/sites/sites.ts';
import { SettingsTextError } from '../../src/model/settings/errors.ts';
import * as accountKey from '../../src/model/shared/accountKey.ts';
import * as address from '../../src/model/shared/address.ts';
import { isSame } from '../../src/model/shared/same.ts';
import { introducedProblems } from '../../src/model/checks/introduced.ts';
import { linesWithin } from '../../src/model/checks/lines.ts';
import { structureProblems } from '../../src/model/checks/structure.ts';
import { blankLinesAround } from '../../src/model/tags/blankLines.ts';
import * as brokenLinks from '../../src/model/pages/brokenLinks.ts';
import * as conflictMarkers from '../../src/model/merge/conflictMarkers.ts';
import { problemsOfReplacement } from '../../src/model/find/checks.ts';
import { kindsOf } from '../../src/model/find/kinds.ts';
import { columnIn, linesOf as findLinesOf } from '../../src/model/find/lines.ts';
import { findAll, matchesIn, replacementsIn, withReplacements } from '../../src/model/find/matches.ts';
import { patternOf, problemOf, serverQueryOf, type FindQuery } from '../../src/model/find/query.ts';
import { fenceIn } from '../../src/model/text/codeFence.ts';
import * as commentText from '../../src/model/comments/text.ts';
import { decoded } from '../../src/model/shared/decoded.ts';
import { destinationsOf, parsedWithTree } from '../../src/model/text/destinations.ts';
import * as digest from '../../src/model/shared/digest.ts';
import { directoryOf } from '../../src/model/pages/directory.ts';
import { documentText } from '../../src/model/text/documentText.ts';
import { pictureOf } from '../../src/model/shared/emoji.ts';
import * as fileNames from '../../src/model/pages/fileNames.ts';
import { harmlessMarkdown } from '../../src/model/text/sanitizedMarkdown.ts';
import { integrationManifest, ManifestError } from '../../src/model/organizations/integrationManifest.ts';
import { importSourceOf, isHiddenName } from '../../src/model/pages/importSources.ts';
import { isExpensiveToParse } from '../../src/model/text/parsingCost.ts';
import * as libraryLimits from '../../src/model/library/limits.ts';
import * as lineEdits from '../../src/model/merge/lineEdits.ts';
import { placesOf } from '../../src/model/pages/linkPlaces.ts';
import { linkIn, type LinkContext } from '../../src/model/pages/links.ts';
import { meantBy } from '../../src/model/pages/linkSuggestions.ts';
import * as mentions from '../../src/model/comments/mentions.ts';
import { markdownLink, plainMarkdown } from '../../src/model/text/markdownLink.ts';
import { mergeTexts, missingChanges, unchangedLines, withTakenChanges } from '../../src/model/merge/texts.ts';
import * as newFiles from '../../src/model/editing/newFiles.ts';
import { typeByName, withoutMarkup } from '../../src/model/shared/contentTypes.ts';
import { unsafeInSvg } from '../../src/model/editing/unsafeSvg.ts';
import { olderReadings } from '../../src/model/editing/olderReadings.ts';
import * as organizationLimits from '../../src/model/organizations/limits.ts';
import * as pageLookup from '../../src/model/pages/lookup.ts';
import * as pageText from '../../src/model/pages/text.ts';
import { textToParse } from '../../src/model/text/parsedAhead.ts';
import { pageTree } from '../../src/model/pages/tree.ts';
import * as pastedPeople from '../../src/model/organizations/pastedMembers.ts';
import { nameOf } from '../../src/model/pages/paths.ts';
import { placeOfRefusal } from '../../src/model/settings/placeOfRefusal.ts';
import * as placedQuotes from '../../src/model/comments/placedQuotes.ts';
import * as placing from '../../src/model/comments/quotePlace.ts';
import { renamedHeadings } from '../../src/model/editing/renamedHeadings.ts';
import { relativePath } from '../../src/model/shared/relativePath.ts';
import { repositoryAddress } from '../../src/model/library/repositoryAddress.ts';
import * as requestDocument from '../../src/model/shared/requestDocument.ts';
import { likenessOf, resemblance } from '../../src/model/shared/resemblance.ts';
import { suggestionsMaking } from '../../src/model/comments/madeSuggestions.ts';
import { applySuggestions, outdatedIn, uniqueStretch } from '../../src/model/comments/appliedSuggestions.ts';
import {
  linesOf,
  suggestingMarkdown,
  suggestingComment,
  suggestionMarkdown,
  suggestionProblem,
  suggestionsAsDiffs,
  suggestionsIn,
} from '../../src/model/comments/suggestions.ts';
import * as revertedLines from '../../src/model/merge/revertedLines.ts';
import { quotedWords } from '../../src/model/comments/quotedWords.ts';
import { isAllowedAddress } from '../../src/model/rendering/allowed.ts';
import { isExpensiveHtml } from '../../src/model/text/htmlCost.ts';
import { withoutFrontMatter } from '../../src/model/rendering/frontMatter.ts';
import { createIdentities, similarity } from '../../src/model/rendering/identities.ts';
import { inlineDiff, isInline } from '../../src/model/rendering/inlineDiff.ts';
import * as apiOperation from '../../src/model/rendering/apiOperation.ts';
import { renderComment } from '../../src/model/rendering/renderComment.ts';
import { renderedDiff } from '../../src/model/rendering/renderedDiff.ts';
import { sameLines } from '../../src/model/merge/sameLines.ts';
import * as schemes from '../../src/model/shared/schemes.ts';
import * as segment from '../../src/model/shared/segment.ts';
import * as sentLinks from '../../src/model/editing/sentLinks.ts';
import { sentText } from '../../src/model/editing/sentText.ts';
import * as settingsAddress from '../../src/model/settings/address.ts';
import * as settingsDocument from '../../src/model/settings/document.ts';
import * as shareLinkAddress from '../../src/model/sites/shareLinkAddress.ts';
import * as siteLimits from '../../src/model/sites/limits.ts';
import { slugOf } from '../../src/model/shared/slug.ts';
import { spaceSlugOf } from '../../src/model/library/spaceSlug.ts';
import * as tagProblems from '../../src/model/tags/problems.ts';
import { tagsInText } from '../../src/model/tags/inText.ts';
import * as templateTag from '../../src/model/tags/syntax.ts';
import { matches } from '../../src/model/comments/threadList.ts';
import * as threads from '../../src/model/comments/threads.ts';
import * as titleHeading from '../../src/model/text/titleHeading.ts';
import { titleText } from '../../src/model/shared/titleText.ts';
import * as reportedChanges from '../../src/model/changeRequests/reportedChanges.ts';
import { treeAfterMove } from '../../src/model/pages/treeAfterMove.ts';
import * as trimmed from '../../src/model/shared/trimmed.ts';
import * as webAddress from '../../src/model/pages/webAddress.ts';
import * as editingPlace from '../../src/model/editing/cursorContext.ts';
import * as escaping from '../../src/model/text/escaping.ts';
import * as editedPage from '../../src/model/editing/editablePage.ts';
import { spaceOf } from '../client/samples.ts';
import { assertReadsQuickly, lengthsForParsers } from '../hostileTexts.ts';
import { preview } from './rendering/preview.ts';

const tree = pageTree([
  { object: 'page', id: 'home', type: 'document', title: 'Home', path: 'home' },
  { object: 'page', id: 'other', type: 'document', title: 'Other', path: 'home/other' },
]);
const home = tree.byId.get('home')!;
const names = fileNames.fileNames([{ object: 'file', id: 'f', name: 'a.png' }]);
const context: LinkContext = {
  spaceId: 's',
  page: home,
  tree,
  files: names,
  spaces: [{ ...spaceOf('s'), urls: { app: 'https://app.example/s/s', published: 'https://docs.example' } }],
  treeOf: () => tree,
};
const around = ['', ''] as const;
const form = { fields: ['title'], nullable: ['title'] };

const queryOf = (text: string): FindQuery => ({ text, isRegex: false, isCaseSensitive: true, isWholeWord: false });
const marksIn = (text: string) => matchesIn(text, patternOf(queryOf(text.slice(0, 2))), 10_000);

/** How each function is called with a text. The name is that of the module and of the function. */
const calls: Readonly<Record<string, (text: string) => unknown>> = {
  'shared/accountKey/accountKey': (text) => accountKey.accountKey(text, text),
  'shared/address/addressOf': (text) => address.addressOf({ scheme: schemes.scheme, authority: 'a', path: `/${text}` }),
  'shared/address/editAddressOf': (text) =>
    address.editAddressOf({ scheme: schemes.editScheme, authority: 'a', path: `/${text}` }),
  'shared/address/editUriOf': (text) =>
    address.editUriOf({ account: 'a', space: 's', changeRequest: 1, path: text } as unknown as address.EditAddress),
  'shared/address/pageAddressOf': (text) =>
    address.pageAddressOf({ scheme: schemes.editScheme, authority: 'a', path: `/${text}` }),
  'shared/address/uriOf': (text) => address.uriOf({ account: 'a', space: text.slice(0, 200), path: text }),
  'shared/address/spaceOfSegment': (text) => address.spaceOfSegment(text),
  'tags/blankLines/blankLinesAround': (text) =>
    blankLinesAround(`${text}\n\n${text}`, { start: text.length + 1, end: text.length + 1 }, 'tag'),
  'pages/brokenLinks/anchorsIn': brokenLinks.anchorsIn,
  'pages/brokenLinks/brokenLinks': (text) =>
    brokenLinks.brokenLinks(text, { ...context, anchorsOf: () => new Set(['a']) }),
  'editing/renamedHeadings/renamedHeadings': (text) => renamedHeadings(text, `${text}\n\n# A`),
  'pages/brokenLinks/encoded': brokenLinks.encoded,
  'pages/brokenLinks/linksAfterHeadings': (text) =>
    brokenLinks.linksAfterHeadings(text, { page: 'p', anchors: new Map([['a', 'b']]) }, context),
  'pages/brokenLinks/linksAfterMoves': (text) => brokenLinks.linksAfterMoves(text, context, context),
  'pages/brokenLinks/linkToPage': (text) => brokenLinks.linkToPage(text, context),
  'pages/brokenLinks/pageBehindLink': (text) => brokenLinks.pageBehindLink(text, context),
  'pages/brokenLinks/pagesLinkedAtAnchors': (text) => brokenLinks.pagesLinkedAtAnchors(text, context),
  'find/checks/problemsOfReplacement': (text) => problemsOfReplacement(text, `a ${text}`),
  'find/kinds/kindsOf': (text) => kindsOf(text, marksIn(text)),
  'find/lines/linesOf': (text) => findLinesOf(text, marksIn(text)),
  'find/lines/columnIn': (text) => columnIn(text, { column: text.length + 1, found: text.slice(0, 2) }),
  'find/matches/findAll': (text) => findAll({ query: queryOf(text.slice(0, 2)), texts: [text], most: 10_000 }),
  'find/matches/matchesIn': (text) => marksIn(text),
  'find/matches/replacementsIn': (text) =>
    replacementsIn(text, patternOf(queryOf(text.slice(0, 2))), { by: text.slice(0, 50), isRegex: true }, 10_000),
  'find/matches/withReplacements': (text) =>
    withReplacements(
      text,
      replacementsIn(text, patternOf(queryOf('_')), { by: text.slice(0, 9), isRegex: false }, 1e4),
    ),
  'find/query/patternOf': (text) => text.search(patternOf({ ...queryOf(text.slice(0, 5000)), isWholeWord: true })),
  'find/query/problemOf': (text) => problemOf({ ...queryOf(text), isRegex: true }),
  'find/query/serverQueryOf': (text) => serverQueryOf(queryOf(text)),
  'text/codeFence/fenceIn': fenceIn,
  'comments/mentions/mentionBefore': (text) => mentions.mentionBefore(`@${text}`),
  'comments/mentions/meantMentions': (text) =>
    mentions.meantMentions([{ label: text, description: text, insert: '' }], text, 1),
  'text/markdownLink/plainMarkdown': plainMarkdown,
  'comments/text/commentText': commentText.commentText,
  'comments/text/leadingQuote': commentText.leadingQuote,
  'comments/text/saidFirst': commentText.saidFirst,
  'comments/text/summaryOf': (text) => commentText.summaryOf(text),
  'merge/conflictMarkers/markedConflicts': (text) =>
    conflictMarkers.markedConflicts(text, { length: 7, ours: 'Yours', theirs: 'A' }),
  'merge/conflictMarkers/unresolvedIn': (text) =>
    conflictMarkers.unresolvedIn(text, { length: 7, ours: 'Yours', theirs: 'A' }),
  'merge/conflictMarkers/markersFor': (text) => conflictMarkers.markersFor([text], { ours: text, theirs: text }),
  'shared/contentTypes/typeByName': typeByName,
  'shared/contentTypes/withoutMarkup': withoutMarkup,
  'editing/newFiles/withFileRenamed': (text) => newFiles.withFileRenamed(text, text.slice(0, 3), 'x'),
  'editing/newFiles/altTextFrom': newFiles.altTextFrom,
  'editing/newFiles/freeFileName': (text) => newFiles.freeFileName(text, 'png', [text]),
  'editing/newFiles/refersTo': (text) => newFiles.refersTo(text, text),
  'editing/unsafeSvg/unsafeInSvg': (text) => unsafeInSvg(new TextEncoder().encode(`<svg ${text}`)),
  'shared/decoded/decoded': decoded,
  'text/destinations/destinationsOf': destinationsOf,
  'shared/digest/digest': digest.digest,
  'shared/digest/shortDigest': digest.shortDigest,
  'pages/directory/directoryOf': (text) => directoryOf(tree, text),
  'text/documentText/documentText': documentText,
  'shared/emoji/pictureOf': pictureOf,
  'pages/fileNames/fileAtGitPath': (text) => fileNames.fileAtGitPath(names, text),
  'pages/fileNames/fileAtUrl': (text) => fileNames.fileAtUrl(names, text),
  'pages/fileNames/fileCalled': (text) => fileNames.fileCalled(names, text),
  'pages/fileNames/fileNames': (text) => fileNames.fileNames([{ object: 'file', id: 'f', name: text }]).byName,
  'text/sanitizedMarkdown/harmlessMarkdown': (text) => harmlessMarkdown(text, 2),
  'organizations/integrationManifest/integrationManifest': (text) =>
    refusing(() => integrationManifest(text, 'o'), ManifestError),
  'pages/importSources/importSourceOf': importSourceOf,
  'pages/importSources/isHiddenName': isHiddenName,
  'text/parsingCost/isExpensiveToParse': isExpensiveToParse,
  'library/limits/problemOfDescription': libraryLimits.problemOfDescription,
  'library/limits/problemOfEmoji': libraryLimits.problemOfEmoji,
  'library/limits/problemOfTitle': libraryLimits.problemOfTitle,
  'merge/revertedLines/hunksBetween': (text) => {
    const lines = text.split('\n');
    return revertedLines.hunksBetween(lines, [...lines.slice(1), 'a', ...lines]);
  },
  'merge/revertedLines/areCurrent': (text) => {
    const line = { start: 0, end: 1 };
    const lines = text.split('\n');
    return revertedLines.areCurrent([{ base: line, text: line }], lines, lines);
  },
  'merge/revertedLines/revertedLines': (text) => {
    const lines = text.split('\n');
    const hunks = lines.map((_, at) => ({ base: { start: at, end: at + 1 }, text: { start: at, end: at + 1 } }));
    return revertedLines.revertedLines(hunks, lines, [{ start: 0, end: lines.length }]);
  },
  'merge/lineEdits/mergePageTexts': (text) =>
    lineEdits.mergingEdits(lineEdits.mergePageTexts({ base: text, ours: `a\n${text}`, theirs: `${text}\nb` })),
  'merge/lineEdits/withLineEdits': (text) => lineEdits.withLineEdits(text, [{ start: 0, end: 1, lines: [text] }]),
  'merge/lineEdits/withLineFeeds': lineEdits.withLineFeeds,
  'pages/linkPlaces/placesOf': (text) =>
    placesOf(text, { kind: 'page', value: 'other' }, { spaceId: 's', page: home, treeOf: () => tree }),
  'pages/linkSuggestions/meantBy': (text) => meantBy(text, [{ url: 'a', title: text, path: text, kind: 'page' }]),
  'pages/links/linkIn': (text) => linkIn({ start: 0, end: text.length, url: text, isImage: true }, context),
  'text/markdownLink/markdownLink': (text) => markdownLink(text, `https://a.example/${text}`),
  'merge/texts/mergeTexts': (text) => [
    mergeTexts({ base: text, ours: `a\n${text}`, theirs: `${text}\nb` }),
    mergeTexts({ base: `${text}x`, ours: `${text}\n${text.slice(1)}`, theirs: text.slice(text.length / 2) }),
  ],
  'merge/texts/unchangedLines': (text) => unchangedLines(text.split('\n'), `a\n${text}`.split('\n')),
  'merge/texts/withTakenChanges': (text) => withTakenChanges({ base: text, ours: `a\n${text}`, theirs: `a\n${text}` }),
  'merge/texts/missingChanges': (text) => missingChanges({ base: text, ours: text, theirs: `${text}\n${text}` }),
  'organizations/limits/emailDomainOf': organizationLimits.emailDomainOf,
  'organizations/limits/problemOfIntegrationName': organizationLimits.problemOfIntegrationName,
  'organizations/limits/problemOfSlug': organizationLimits.problemOfSlug,
  'organizations/limits/problemOfSourceAddress': organizationLimits.problemOfSourceAddress,
  'organizations/limits/problemOfTeamTitle': organizationLimits.problemOfTeamTitle,
  'organizations/limits/problemOfTranslationTitle': organizationLimits.problemOfTranslationTitle,
  'pages/lookup/pageAt': (text) => pageLookup.pageAt(tree, text),
  'pages/lookup/pageAtGitPath': (text) => pageLookup.pageAtGitPath(tree, text),
  'pages/lookup/pageAtPlatformPath': (text) => pageLookup.pageAtPlatformPath(tree, `${text}.md`),
  'pages/text/headingsOf': pageText.headingsOf,
  'pages/text/mayShowFiles': (text) => pageText.mayShowFiles(text, context),
  'pages/text/pageText': (text) => pageText.pageText(text, context),
  'pages/text/readingOf': (text) => pageText.readingOf(text, context),
  'pages/tree/pageTree': (text) => pageTree([{ ...home.page, title: text, path: text, slug: text }]),
  'text/parsedAhead/textToParse': (text) => textToParse('destinations', text),
  'organizations/pastedMembers/keyOf': pastedPeople.keyOf,
  'organizations/pastedMembers/pastedPeople': pastedPeople.pastedPeople,
  'pages/paths/nameOf': (text) => nameOf({ ...home.page, title: text, path: text, slug: text }),
  'settings/placeOfRefusal/placeOfRefusal': (text) => placeOfRefusal(text.slice(0, 10_000), text),
  'comments/placedQuotes/createPlacedQuotes': (text) => {
    const quotes = placedQuotes.createPlacedQuotes();
    quotes.placesIn(text)(text);
    quotes.edited([{ start: 0, removed: text.length, added: text.length }]);
    return quotes.placesIn(text)(text);
  },
  'comments/quotePlace/placeOf': (text) => placing.placeOf('some words that are not there', text),
  'comments/quotePlace/placerIn': (text) => placing.placerIn(text)(text),
  'comments/quotePlace/quoteOf': placing.quoteOf,
  'shared/relativePath/relativePath': (text) => relativePath(text, text),
  'library/repositoryAddress/repositoryAddress': (text) =>
    repositoryAddress({ url: `https://a.example/${text}x` }, text),
  'shared/requestDocument/parseRequest': (text) => refusing(() => requestDocument.parseRequest(text), Error),
  'shared/requestDocument/requestText': (text) =>
    requestDocument.requestText({ method: 'GET', path: text }, { schema: text, request: { text } }),
  'shared/resemblance/likenessOf': (text) => likenessOf(text, `${text}a`),
  'shared/resemblance/resemblance': (text) => resemblance(text, `${text}a`),
  'merge/sameLines/sameLines': (text) => sameLines(text.split('\n'), `a\n${text}`.split('\n')),
  'comments/appliedSuggestions/applySuggestions': (text) => applySuggestions(text, suggestionsIn(text)),
  'comments/appliedSuggestions/outdatedIn': (text) => outdatedIn(text)({ oldLines: [text], newLines: [] }),
  'comments/appliedSuggestions/uniqueStretch': (text) => uniqueStretch(text.split('\n'), 0, 1),
  'comments/madeSuggestions/suggestionsMaking': (text) =>
    suggestionsMaking(text, `a\n${text.replaceAll('\n\n', '\n-\n')}`),
  'comments/suggestions/suggestionProblem': suggestionProblem,
  'comments/suggestions/suggestingMarkdown': (text) =>
    suggestingMarkdown({ words: text, suggestion: { oldLines: [text], newLines: [text] } }),
  'comments/suggestions/suggestingComment': (text) => suggestingComment(`suggestion\n${text}`),
  'comments/suggestions/suggestionMarkdown': (text) => suggestionMarkdown({ oldLines: [text], newLines: [text] }),
  'comments/suggestions/suggestionsIn': (text) => suggestionsIn(`suggestion\n${text}`),
  'comments/quotedWords/quotedWords': (text) =>
    quotedWords({ quote: undefined, body: { kind: 'markdown', markdown: text } }),
  'comments/suggestions/suggestionsAsDiffs': (text) =>
    suggestionsAsDiffs(`${text}\n\n${suggestionMarkdown({ oldLines: [text], newLines: [`${text}a`] })}\n\n${text}`),
  'comments/suggestions/linesOf': linesOf,
  'rendering/allowed/isAllowedAddress': isAllowedAddress,
  'text/htmlCost/isExpensiveHtml': isExpensiveHtml,
  'rendering/frontMatter/withoutFrontMatter': withoutFrontMatter,
  'rendering/identities/createIdentities': (text) => createIdentities().of(paragraphOf(text)),
  'rendering/identities/similarity': (text) => {
    const identities = createIdentities();
    return similarity(identities.words(paragraphOf(text)), identities.words(paragraphOf(`a ${text}`)));
  },
  'rendering/inlineDiff/inlineDiff': (text) =>
    inlineDiff(paragraphOf(text).children, paragraphOf(`a ${text} b ${text.slice(1)}`).children, {
      unit: 'words',
      identities: createIdentities(),
    }),
  'rendering/inlineDiff/isInline': (text) => isInline(paragraphOf(text)),
  'rendering/apiOperation/operationsIn': apiOperation.operationsIn,
  'rendering/apiOperation/operationKey': (text) => apiOperation.operationKey({ spec: text, method: text, path: text }),
  'rendering/apiOperation/operationMarkdown': (text) =>
    apiOperation.operationMarkdown(
      {
        paths: { [text]: { get: { summary: text, description: text, responses: { [text]: { description: text } } } } },
      },
      { spec: '', method: 'get', path: text },
      {
        ...{ deprecated: '', parameter: '', parameterIn: '', type: '' },
        ...{ description: '', required: '', requestBody: '', response: '' },
      },
    ),
  'rendering/renderComment/renderComment': (text) =>
    renderComment(text, { words: { completedTask: '', incompleteTask: '' }, parse: () => [] }),
  'rendering/renderedDiff/renderedDiff': (text) => [
    renderedDiff([paragraphOf(text)], [paragraphOf(`a ${text} b`)]),
    // More blocks than any page has.
    renderedDiff(blocksOf(text), blocksOf(`a\n${text}`)),
  ],
  'shared/segment/fileSegmentOf': segment.fileSegmentOf,
  'shared/segment/folded': segment.folded,
  'shared/segment/lastSegmentOf': segment.lastSegmentOf,
  'shared/segment/segmentOf': segment.segmentOf,
  'editing/olderReadings/olderReadings': (text) =>
    olderReadings(
      { markdown: text, text: `../${text}`, rewritten: [{ start: 0, end: text.length + 3, written: text }] },
      { path: text, names: address.idsAlone },
    ),
  'editing/sentLinks/mayShowSentFiles': sentLinks.mayShowSentFiles,
  'editing/sentLinks/sentLink': (text) => sentLinks.sentLink(text, context),
  'editing/sentLinks/stillLeads': (text) =>
    sentLinks.stillLeads({ markdown: text, text, rewritten: [{ start: 0, end: text.length, written: text }] }, context),
  'editing/sentLinks/spaceAbove': (text) => sentLinks.spaceAbove(`../${text}`, { path: 'a', names: address.idsAlone }),
  'editing/sentText/sentText': (text) => sentText(`${text}\nx`, { markdown: text, text, rewritten: [] }, context),
  'settings/address/settingsAddressOf': (text) =>
    settingsAddress.settingsAddressOf({
      scheme: settingsAddress.settingsScheme,
      authority: 'a',
      path: `/Settings/${text}`,
      query: text,
    }),
  'settings/address/settingsUriOf': (text) =>
    settingsAddress.settingsUriOf({ account: 'a', kind: 'space', ids: { spaceId: text }, title: text, within: [text] }),
  'shared/same/isSame': (text) => isSame([text], [`${text}a`]),
  'settings/document/parseSettings': (text) => refusing(() => settingsDocument.parseSettings(text), SettingsTextError),
  'settings/document/headText': (text) => settingsDocument.headText(form, { title: text }, { title: `${text}a` }),
  'settings/document/settingsChanges': (text) =>
    settingsDocument.settingsChanges(form, { title: text }, { title: `${text}a` }),
  'settings/document/settingsOf': (text) => settingsDocument.settingsOf(form, { title: text }),
  'settings/document/settingsText': (text) => settingsDocument.settingsText(form, { title: text }),
  'settings/document/unknownFieldIn': (text) => settingsDocument.unknownFieldIn(form, { [text]: text }),
  'sites/shareLinkAddress/isShareLinkOf': (text) =>
    shareLinkAddress.isShareLinkOf(text, { visibility: 'share-link', urls: { published: text } } as Site),
  'sites/shareLinkAddress/shareKeyIn': (text) => [
    shareLinkAddress.shareKeyIn(text),
    shareLinkAddress.shareKeyIn(`https://a.example/${text}`),
  ],
  'sites/shareLinkAddress/sharedSiteOf': (text) =>
    shareLinkAddress.sharedSiteOf(`https://a.example/v1/orgs/${text}?shareKey=${text}`, 'https://a.example'),
  'sites/limits/problemOfBasename': siteLimits.problemOfBasename,
  'sites/limits/problemOfField': (text) => [
    siteLimits.problemOfField('site-section', 'path', text),
    siteLimits.problemOfField('site-section', 'title', text),
  ],
  'sites/limits/problemOfProxy': siteLimits.problemOfProxy,
  'sites/limits/problemOfShareLinkName': siteLimits.problemOfShareLinkName,
  'sites/limits/problemOfSiteTitle': siteLimits.problemOfSiteTitle,
  'shared/slug/slugOf': slugOf,
  'library/spaceSlug/spaceSlugOf': spaceSlugOf,
  'checks/introduced/introducedProblems': (text) => {
    const places = Array.from({ length: 100 }, (_, index) => Math.floor((index * text.length) / 100));
    const checked = {
      text,
      problems: places.map((start) => ({ kind: 'alt', start, end: text.length, at: 0, around }) as const),
    };
    return introducedProblems(checked, checked);
  },
  'checks/lines/linesWithin': linesWithin,
  'checks/structure/structureProblems': (text) =>
    isExpensiveToParse(text) || structureProblems(text, parsedWithTree(text).tree, []),
  'tags/problems/checkedTags': (text) =>
    isExpensiveToParse(text) ||
    tagProblems.checkedTags(text, parsedWithTree(text, tagProblems.withTagLinesCut(text)).tree),
  'tags/problems/withTagLinesCut': tagProblems.withTagLinesCut,
  'tags/problems/closingOf': (text) => tagProblems.closingOf(`{% code %}\n${text}`, 0),
  'tags/problems/openTagsAt': (text) => tagProblems.openTagsAt(text, text.length),
  'tags/problems/tagProblems': tagProblems.tagProblems,
  'tags/inText/tagsInText': tagsInText,
  'rendering/templateTags/templateTags': (text) => preview(text),
  'tags/syntax/holdsCaption': templateTag.holdsCaption,
  'tags/syntax/isTagName': templateTag.isTagName,
  'tags/syntax/mayLackEnd': templateTag.mayLackEnd,
  'tags/syntax/tagsOf': templateTag.tagsOf,
  'comments/threadList/matches': (text) =>
    matches(
      { id: 'a', author: { name: text }, body: { kind: 'markdown', markdown: text }, isResolved: false, quote: text },
      { status: 'all', text: text.slice(0, 1000), order: 'newest' },
    ),
  'comments/threads/postOf': (text) => threads.postOf(commentOf(text), { id: text, name: text } as never),
  'comments/threads/threadOf': (text) => threads.threadOf(commentOf(text), { id: text, name: text } as never),
  'text/titleHeading/repeatsTitle': (text) => titleHeading.repeatsTitle(text, text),
  'text/titleHeading/titleIn': (text) => titleHeading.titleIn(text, { title: text, heading: text }),
  'text/titleHeading/titledText': titleHeading.titledText,
  'shared/titleText/titleText': (text) => titleText(text),
  'changeRequests/reportedChanges/fileChanges': (text) =>
    reportedChanges.fileChanges([{ type: 'file_created', file: { id: text, name: text, downloadURL: text } }]),
  'pages/treeAfterMove/treeAfterMove': (text) =>
    treeAfterMove(tree, { page: 'other', to: { into: undefined, slug: text } }),
  'shared/trimmed/withoutLeading': (text) => trimmed.withoutLeading(text, text.slice(0, 2)),
  'shared/trimmed/withoutSlashes': trimmed.withoutSlashes,
  'shared/trimmed/withoutTrailing': (text) => trimmed.withoutTrailing(text, text.slice(-2)),
  'pages/webAddress/pageAtUrl': (text) => [
    webAddress.pageAtUrl(text, context.spaces, () => tree),
    webAddress.pageAtUrl(`https://docs.example/${text}x`, context.spaces, () => tree),
  ],
  'pages/webAddress/spaceIdIn': webAddress.spaceIdIn,
  'editing/cursorContext/endsInCode': editingPlace.endsInCode,
  'editing/cursorContext/editingPlaceAt': (text) => editingPlace.editingPlaceAt(text, text.length),
  'text/escaping/asCode': escaping.asCode,
  'text/escaping/asLink': escaping.asLink,
  'text/escaping/asText': escaping.asText,
  'editing/editablePage/opened': (text) =>
    editedPage.opened({ text, modifiedAt: 1 }, { text: `${text}a`, base: text, changedAt: 2 }),
};

/** Other functions that parse call one of these. */
const parsers = new Set(['comments/text/commentText', 'text/destinations/destinationsOf', 'pages/text/headingsOf']);

/** Limits below a megabyte, in characters: VS Code's own parser alone takes half of the time. */
const most: Readonly<Record<string, number>> = { 'rendering/templateTags/templateTags': 120_000 };

const comparesAlone = 'compares texts as a whole, or measures them';
const readsIds = 'reads ids, numbers and trees, no text';
const isGuarded = 'is given what isLaborious has let pass, often in another thread';
const givenRead = 'is given what another function has read';

const partsOfRendering = [
  ...[
    'boxes',
    'direction',
    'emoji',
    'footnotes',
    'linkTo',
    'math',
    'separateTags',
    'tagBlocks',
    'tagLines',
    'tagTokens',
  ],
  ...['taskLists', 'tokens'],
];

/** Functions that read no text, by module or by name, with the reason. */
const withoutText: Readonly<Record<string, string>> = {
  'checks/introduced/ruleOf': givenRead,
  'checks/lines/lineAt': givenRead,
  'checks/lint': 'runs in a thread with a deadline',
  'checks/pageFacts': 'runs in a thread with a deadline',
  'checks/rules': 'reads a setting of the user',
  'shared/reasons': 'hands a reason on, or prints it for the log',
  'shared/accountKey/keyBeside': readsIds,
  'shared/browserAddress/browserAddressOf': 'hands an address on',
  'changeRequests/changes': comparesAlone,
  'merge/conflictMarkers/choosing': givenRead,
  'merge/conflictMarkers/markedLines': givenRead,
  'text/destinations/parsedDestinations': isGuarded,
  'text/destinations/parsedWithTree': isGuarded,
  'pages/text/headingsIn': isGuarded,
  'text/destinations/completed': 'is what destinationsOf is made of',
  'comments/place/commentsKey': readsIds,
  'shared/contentTypes/endingOf': comparesAlone,
  'shared/imageType/imageTypeOf': 'reads the first bytes of a file',
  'editing/photoMetadata/withoutPhotoMetadata': 'reads bytes: its own test has a million segments',
  'editing/newFiles/isNewFile': readsIds,
  'editing/newFiles/portionsOf': 'reads sizes',
  'editing/newFiles/withNewFiles': readsIds,
  'organizations/integrationManifest/ManifestError': 'is an error',
  'rendering/formulas/drawnFormula': 'hands a formula on to the plugin that it is given',
  'merge/lineEdits/isSameText': comparesAlone,
  'merge/revertedLines/revertedHunk': 'takes lines out of a list',
  'merge/lineEdits/mergingEdits': givenRead,
  'pages/linkSuggestions/filesFrom': readsIds,
  'pages/links/contextIn': readsIds,
  'pages/brokenLinks/serverLink': readsIds,
  'pages/treeAfterMove/slugAfterMove': readsIds,
  'pages/linkSuggestions/pagesFrom': readsIds,
  'library/lockedSpace': readsIds,
  'shared/longestIncreasing': readsIds,
  'rendering/changedRows': givenRead,
  'rendering/comparePages': 'runs in a thread with a deadline',
  'rendering/harmlessTree': 'is what renderComment is made of',
  'rendering/marked': givenRead,
  'rendering/renderPage/renderPage': 'is guarded, and what templateTags is made of',
  'rendering/sanitized': givenRead,
  'rendering/renderedDiff/isUnchanged': givenRead,
  'text/markdownPasses': 'is what commentText and harmlessMarkdown are made of',
  'merge/texts/mergeValues': comparesAlone,
  'pages/lookup/firstPageOf': readsIds,
  'pages/lookup/readableAt': readsIds,
  'pages/places': readsIds,
  'pages/text/parsedHeadings': isGuarded,
  'pages/tree/lineageOf': readsIds,
  'text/parsedAhead/keepParsed': 'keeps a text as a whole',
  'text/parsedAhead/parsedOr': 'is what destinationsOf and its like are made of',
  'pages/paths/pathsFor': 'is what pageTree is made of',
  'shared/pluralForm': 'reads our own texts, and puts values in as they are',
  'shared/portions': readsIds,
  'pages/readable': readsIds,
  'shared/relativeTime': readsIds,
  'changeRequests/reversal': comparesAlone,
  'changeRequests/reviewState': readsIds,
  'settings/errors': 'is an error',
  'shared/failure': 'is an error',
  'shared/jointWork': 'reads no text',
  'library/hierarchy': readsIds,
  'library/moves': readsIds,
  'sites/edits': readsIds,
  'sites/limits/fieldsOf': readsIds,
  'sites/limits/isRemovable': readsIds,
  'sites/moves': readsIds,
  'sites/tree': readsIds,
  'tags/problems/parsedTags': isGuarded,
  ...Object.fromEntries(partsOfRendering.map((part) => [`rendering/${part}`, 'is what templateTags is made of'])),
  'tags/partners': givenRead,
  'tags/syntax/tagOf': givenRead,
  'comments/threadList/byReview': readsIds,
  'comments/threadList/inOrder': comparesAlone,
  'comments/threads/mayTakePart': readsIds,
  'changeRequests/reportedChanges/editedPages': readsIds,
  'changeRequests/reportedChanges/reportedPageChanges': readsIds,
  'pages/treeChanges': comparesAlone,
  'editing/editablePage': comparesAlone,
};

describe('the functions of the model', async () => {
  const exported = await functionsIn('src/model');

  test('are each tested with hostile texts, or are known to read none', () => {
    const isCovered = (name: string) => name in calls || name in withoutText || moduleOf(name) in withoutText;
    assert.ok(exported.length > 150, `only ${exported.length} functions were found`);
    assert.deepEqual(
      exported.filter((name) => !isCovered(name)),
      [],
      'Add them to `calls`, or to `withoutText` with the reason.',
    );
    const all = [...exported, ...exported.map(moduleOf)];
    assert.deepEqual(
      [...Object.keys(calls), ...Object.keys(withoutText)].filter((name) => !all.includes(name)),
      [],
    );
  });

  test.each(Object.keys(calls))('include %s, which reads a megabyte of any text within a second', (name) => {
    const lengths = parsers.has(name) ? { lengths: lengthsForParsers } : {};
    assertReadsQuickly(calls[name]!, name in most ? { ...lengths, most: most[name]! } : lengths);
  });
});

async function functionsIn(folder: string): Promise<string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = await Promise.all(
    files.map(async (file) => {
      const module = (await import(`../../${folder}/${file}`)) as Readonly<Record<string, unknown>>;
      return Object.keys(module)
        .filter((name) => typeof module[name] === 'function')
        .map((name) => `${file.slice(0, -'.ts'.length).replaceAll('\\', '/')}/${name}`);
    }),
  );
  return found.flat();
}

function moduleOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}

/** A text may be refused, but a stack overflow doesn't count as a refusal. */
function refusing(read: () => unknown, kind: abstract new (...given: never[]) => Error): void {
  try {
    read();
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof kind)) throw error;
  }
}

function paragraphOf(text: string): Element {
  return { type: 'element', tagName: 'p', properties: {}, children: [{ type: 'text', value: text }] };
}

function blocksOf(text: string): Element[] {
  return text.slice(0, 20_000).split('\n').map(paragraphOf);
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
