import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'vitest';
import type { Comment } from '../../src/contract/comments.ts';
import type { PublishedSite, Site } from '../../src/contract/sites.ts';
import * as accountKey from '../../src/model/accountKey.ts';
import * as address from '../../src/model/address.ts';
import { blankLinesAround } from '../../src/model/blankLines.ts';
import * as brokenLinks from '../../src/model/brokenLinks.ts';
import * as conflictMarkers from '../../src/model/conflictMarkers.ts';
import { fenceIn } from '../../src/model/codeFence.ts';
import * as commentText from '../../src/model/commentText.ts';
import { decoded } from '../../src/model/decoded.ts';
import { destinationsOf } from '../../src/model/destinations.ts';
import * as digest from '../../src/model/digest.ts';
import { directoryOf } from '../../src/model/directory.ts';
import { documentText } from '../../src/model/documentText.ts';
import { pictureOf } from '../../src/model/emoji.ts';
import * as fileNames from '../../src/model/fileNames.ts';
import { harmlessMarkdown } from '../../src/model/harmlessMarkdown.ts';
import { integrationManifest, ManifestError } from '../../src/model/integrationManifest.ts';
import { importSourceOf, isHiddenName } from '../../src/model/importSources.ts';
import { integrationText } from '../../src/model/integrationText.ts';
import { isLaborious } from '../../src/model/laborious.ts';
import * as libraryLimits from '../../src/model/libraryLimits.ts';
import * as lineEdits from '../../src/model/lineEdits.ts';
import { placesOf } from '../../src/model/linkPlaces.ts';
import { linkIn, type LinkContext } from '../../src/model/links.ts';
import { meantBy } from '../../src/model/linkSuggestions.ts';
import { markdownLink } from '../../src/model/markdownLink.ts';
import { mergeTexts, missingChanges } from '../../src/model/mergeTexts.ts';
import { olderReadings } from '../../src/model/olderReadings.ts';
import * as organizationLimits from '../../src/model/organizationLimits.ts';
import * as pageLookup from '../../src/model/pageLookup.ts';
import * as pageText from '../../src/model/pageText.ts';
import { textToParse } from '../../src/model/parsedAhead.ts';
import { pageTree } from '../../src/model/pageTree.ts';
import * as pastedPeople from '../../src/model/pastedPeople.ts';
import { nameOf } from '../../src/model/paths.ts';
import { placeOfRefusal } from '../../src/model/placeOfRefusal.ts';
import * as placedQuotes from '../../src/model/placedQuotes.ts';
import * as placing from '../../src/model/placing.ts';
import { publishedText } from '../../src/model/publishedSite.ts';
import { relativePath } from '../../src/model/relativePath.ts';
import { repositoryAddress } from '../../src/model/repositoryAddress.ts';
import * as requestDocument from '../../src/model/requestDocument.ts';
import { likenessOf, resemblance } from '../../src/model/resemblance.ts';
import { sameLines } from '../../src/model/sameLines.ts';
import * as schemes from '../../src/model/schemes.ts';
import * as segment from '../../src/model/segment.ts';
import * as sentLinks from '../../src/model/sentLinks.ts';
import { sentText } from '../../src/model/sentText.ts';
import * as settingsAddress from '../../src/model/settingsAddress.ts';
import * as settingsDocument from '../../src/model/settingsDocument.ts';
import * as shareLinkAddress from '../../src/model/shareLinkAddress.ts';
import * as siteLimits from '../../src/model/siteLimits.ts';
import { slugOf } from '../../src/model/slug.ts';
import { spaceSlugOf } from '../../src/model/spaceSlug.ts';
import * as tagProblems from '../../src/model/tagProblems.ts';
import { tagsInText } from '../../src/model/tagsInText.ts';
import * as templateTag from '../../src/model/templateTag.ts';
import { matches } from '../../src/model/threadList.ts';
import * as threads from '../../src/model/threads.ts';
import * as titleHeading from '../../src/model/titleHeading.ts';
import { titleText } from '../../src/model/titleText.ts';
import * as toldChanges from '../../src/model/toldChanges.ts';
import { treeAfterMove } from '../../src/model/treeAfterMove.ts';
import * as trimmed from '../../src/model/trimmed.ts';
import * as webAddress from '../../src/model/webAddress.ts';
import * as writingPlace from '../../src/model/writingPlace.ts';
import * as writtenInMarkdown from '../../src/model/writtenInMarkdown.ts';
import * as writtenPage from '../../src/model/writtenPage.ts';
import { spaceOf } from '../client/samples.ts';
import { assertReadsQuickly, lengthsForParsers } from '../hostileTexts.ts';

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
const form = { fields: ['title'], nullable: ['title'] };

/** How each function is given a text. The name is that of the module and of the function. */
const calls: Readonly<Record<string, (text: string) => unknown>> = {
  'accountKey/accountKey': (text) => accountKey.accountKey(text, text),
  'address/addressOf': (text) => address.addressOf({ scheme: schemes.scheme, authority: 'a', path: `/${text}` }),
  'address/editAddressOf': (text) =>
    address.editAddressOf({ scheme: schemes.editScheme, authority: 'a', path: `/${text}` }),
  'address/editUriOf': (text) =>
    address.editUriOf({ account: 'a', space: 's', changeRequest: 1, path: text } as unknown as address.EditAddress),
  'address/pageAddressOf': (text) =>
    address.pageAddressOf({ scheme: schemes.editScheme, authority: 'a', path: `/${text}` }),
  'address/uriOf': (text) => address.uriOf({ account: 'a', space: text.slice(0, 200), path: text }),
  'address/spaceOfSegment': (text) => address.spaceOfSegment(text),
  'blankLines/blankLinesAround': (text) =>
    blankLinesAround(`${text}\n\n${text}`, { start: text.length + 1, end: text.length + 1 }, 'tag'),
  'brokenLinks/anchorsIn': brokenLinks.anchorsIn,
  'brokenLinks/brokenLinks': (text) => brokenLinks.brokenLinks(text, { ...context, anchorsOf: () => new Set(['a']) }),
  'brokenLinks/countBrokenLinks': (text) => brokenLinks.countBrokenLinks(text, context, context),
  'brokenLinks/linkToPage': (text) => brokenLinks.linkToPage(text, context),
  'brokenLinks/pageBehindLink': (text) => brokenLinks.pageBehindLink(text, context),
  'brokenLinks/pagesLinkedAtAnchors': (text) => brokenLinks.pagesLinkedAtAnchors(text, context),
  'codeFence/fenceIn': fenceIn,
  'commentText/commentText': commentText.commentText,
  'commentText/leadingQuote': commentText.leadingQuote,
  'commentText/saidFirst': commentText.saidFirst,
  'commentText/summaryOf': (text) => commentText.summaryOf(text),
  'conflictMarkers/markedConflicts': (text) =>
    conflictMarkers.markedConflicts(text, { length: 7, ours: 'Yours', theirs: 'A' }),
  'conflictMarkers/unresolvedIn': (text) =>
    conflictMarkers.unresolvedIn(text, { length: 7, ours: 'Yours', theirs: 'A' }),
  'conflictMarkers/markersFor': (text) => conflictMarkers.markersFor([text], { ours: text, theirs: text }),
  'decoded/decoded': decoded,
  'destinations/destinationsOf': destinationsOf,
  'digest/digest': digest.digest,
  'digest/shortDigest': digest.shortDigest,
  'directory/directoryOf': (text) => directoryOf(tree, text),
  'documentText/documentText': documentText,
  'emoji/pictureOf': pictureOf,
  'fileNames/fileAtGitPath': (text) => fileNames.fileAtGitPath(names, text),
  'fileNames/fileAtUrl': (text) => fileNames.fileAtUrl(names, text),
  'fileNames/fileCalled': (text) => fileNames.fileCalled(names, text),
  'fileNames/fileNames': (text) => fileNames.fileNames([{ object: 'file', id: 'f', name: text }]).byName,
  'harmlessMarkdown/harmlessMarkdown': (text) => harmlessMarkdown(text, 2),
  'integrationManifest/integrationManifest': (text) => refusing(() => integrationManifest(text, 'o'), ManifestError),
  'importSources/importSourceOf': importSourceOf,
  'importSources/isHiddenName': isHiddenName,
  'integrationText/integrationText': (text) =>
    // Its summary is the matter of harmlessMarkdown.
    integrationText({ name: 'a', title: text, externalLinks: [{ url: text }] }, []),
  'laborious/isLaborious': isLaborious,
  'libraryLimits/problemOfDescription': libraryLimits.problemOfDescription,
  'libraryLimits/problemOfEmoji': libraryLimits.problemOfEmoji,
  'libraryLimits/problemOfTitle': libraryLimits.problemOfTitle,
  'lineEdits/mergePageTexts': (text) =>
    lineEdits.mergingEdits(lineEdits.mergePageTexts({ base: text, ours: `a\n${text}`, theirs: `${text}\nb` })),
  'lineEdits/withLineEdits': (text) => lineEdits.withLineEdits(text, [{ start: 0, end: 1, lines: [text] }]),
  'lineEdits/withLineFeeds': lineEdits.withLineFeeds,
  'linkPlaces/placesOf': (text) =>
    placesOf(text, { kind: 'page', value: 'other' }, { spaceId: 's', page: home, treeOf: () => tree }),
  'linkSuggestions/meantBy': (text) => meantBy(text, [{ url: 'a', title: text, path: text, kind: 'page' }]),
  'links/linkIn': (text) => linkIn({ start: 0, end: text.length, url: text, isImage: true }, context),
  'markdownLink/markdownLink': (text) => markdownLink(text, `https://a.example/${text}`),
  'mergeTexts/mergeTexts': (text) => [
    mergeTexts({ base: text, ours: `a\n${text}`, theirs: `${text}\nb` }),
    mergeTexts({ base: `${text}x`, ours: `${text}\n${text.slice(1)}`, theirs: text.slice(text.length / 2) }),
  ],
  'mergeTexts/missingChanges': (text) => missingChanges({ base: text, ours: text, theirs: `${text}\n${text}` }),
  'organizationLimits/emailDomainOf': organizationLimits.emailDomainOf,
  'organizationLimits/problemOfIntegrationName': organizationLimits.problemOfIntegrationName,
  'organizationLimits/problemOfSlug': organizationLimits.problemOfSlug,
  'organizationLimits/problemOfSourceAddress': organizationLimits.problemOfSourceAddress,
  'organizationLimits/problemOfTeamTitle': organizationLimits.problemOfTeamTitle,
  'organizationLimits/problemOfTranslationTitle': organizationLimits.problemOfTranslationTitle,
  'pageLookup/pageAt': (text) => pageLookup.pageAt(tree, text),
  'pageLookup/pageAtGitPath': (text) => pageLookup.pageAtGitPath(tree, text),
  'pageLookup/pageAtPlatformPath': (text) => pageLookup.pageAtPlatformPath(tree, `${text}.md`),
  'pageText/headingsOf': pageText.headingsOf,
  'pageText/mayShowFiles': (text) => pageText.mayShowFiles(text, context),
  'pageText/pageText': (text) => pageText.pageText(text, context),
  'pageText/readingOf': (text) => pageText.readingOf(text, context),
  'pageTree/pageTree': (text) => pageTree([{ ...home.page, title: text, path: text, slug: text }]),
  'parsedAhead/textToParse': (text) => textToParse('destinations', text),
  'pastedPeople/keyOf': pastedPeople.keyOf,
  'pastedPeople/pastedPeople': pastedPeople.pastedPeople,
  'paths/nameOf': (text) => nameOf({ ...home.page, title: text, path: text, slug: text }),
  'placeOfRefusal/placeOfRefusal': (text) => placeOfRefusal(text.slice(0, 10_000), text),
  'placedQuotes/createPlacedQuotes': (text) => {
    const quotes = placedQuotes.createPlacedQuotes();
    quotes.placesIn(text)(text);
    quotes.edited([{ start: 0, removed: text.length, added: text.length }]);
    return quotes.placesIn(text)(text);
  },
  'placing/placeOf': (text) => placing.placeOf('some words that are not there', text),
  'placing/placerIn': (text) => placing.placerIn(text)(text),
  'placing/quoteOf': placing.quoteOf,
  'publishedSite/publishedText': (text) =>
    publishedText({
      site: { title: text, visibility: text, urls: { published: text } },
      structure: { type: 'siteSpaces', structure: [] },
    } as unknown as PublishedSite),
  'relativePath/relativePath': (text) => relativePath(text, text),
  'repositoryAddress/repositoryAddress': (text) => repositoryAddress({ url: `https://a.example/${text}x` }, text),
  'requestDocument/parseRequest': (text) => refusing(() => requestDocument.parseRequest(text), Error),
  'requestDocument/requestText': (text) =>
    requestDocument.requestText({ method: 'GET', path: text }, { schema: text, request: { text } }),
  'resemblance/likenessOf': (text) => likenessOf(text, `${text}a`),
  'resemblance/resemblance': (text) => resemblance(text, `${text}a`),
  'sameLines/sameLines': (text) => sameLines(text.split('\n'), `a\n${text}`.split('\n')),
  'segment/fileSegmentOf': segment.fileSegmentOf,
  'segment/folded': segment.folded,
  'segment/segmentOf': segment.segmentOf,
  'olderReadings/olderReadings': (text) =>
    olderReadings(
      { markdown: text, text: `../${text}`, rewritten: [{ start: 0, end: text.length + 3, written: text }] },
      { path: text, names: address.idsAlone },
    ),
  'sentLinks/mayShowSentFiles': sentLinks.mayShowSentFiles,
  'sentLinks/sentLink': (text) => sentLinks.sentLink(text, context),
  'sentLinks/stillLeads': (text) =>
    sentLinks.stillLeads({ markdown: text, text, rewritten: [{ start: 0, end: text.length, written: text }] }, context),
  'sentLinks/spaceAbove': (text) => sentLinks.spaceAbove(`../${text}`, { path: 'a', names: address.idsAlone }),
  'sentText/sentText': (text) => sentText(`${text}\nx`, { markdown: text, text, rewritten: [] }, context),
  'settingsAddress/settingsAddressOf': (text) =>
    settingsAddress.settingsAddressOf({
      scheme: settingsAddress.settingsScheme,
      authority: 'a',
      path: `/Settings/${text}`,
      query: text,
    }),
  'settingsAddress/settingsUriOf': (text) =>
    settingsAddress.settingsUriOf({ account: 'a', kind: 'space', ids: { spaceId: text }, title: text, within: [text] }),
  'settingsDocument/isSame': (text) => settingsDocument.isSame([text], [`${text}a`]),
  'settingsDocument/parseSettings': (text) =>
    refusing(() => settingsDocument.parseSettings(text), settingsDocument.SettingsTextError),
  'settingsDocument/proposedText': (text) =>
    settingsDocument.proposedText(form, { title: text }, { title: `${text}a` }),
  'settingsDocument/settingsChanges': (text) =>
    settingsDocument.settingsChanges(form, { title: text }, { title: `${text}a` }),
  'settingsDocument/settingsOf': (text) => settingsDocument.settingsOf(form, { title: text }),
  'settingsDocument/settingsText': (text) => settingsDocument.settingsText(form, { title: text }),
  'settingsDocument/strangerIn': (text) => settingsDocument.strangerIn(form, { [text]: text }),
  'shareLinkAddress/isShareLinkOf': (text) =>
    shareLinkAddress.isShareLinkOf(text, { visibility: 'share-link', urls: { published: text } } as Site),
  'shareLinkAddress/shareKeyIn': (text) => [
    shareLinkAddress.shareKeyIn(text),
    shareLinkAddress.shareKeyIn(`https://a.example/${text}`),
  ],
  'shareLinkAddress/sharedSiteOf': (text) =>
    shareLinkAddress.sharedSiteOf(`https://a.example/v1/orgs/${text}?shareKey=${text}`, 'https://a.example'),
  'siteLimits/problemOfBasename': siteLimits.problemOfBasename,
  'siteLimits/problemOfField': (text) => [
    siteLimits.problemOfField('site-section', 'path', text),
    siteLimits.problemOfField('site-section', 'title', text),
  ],
  'siteLimits/problemOfProxy': siteLimits.problemOfProxy,
  'siteLimits/problemOfShareLinkName': siteLimits.problemOfShareLinkName,
  'siteLimits/problemOfSiteTitle': siteLimits.problemOfSiteTitle,
  'slug/slugOf': slugOf,
  'spaceSlug/spaceSlugOf': spaceSlugOf,
  'tagProblems/closingOf': (text) => tagProblems.closingOf(`{% code %}\n${text}`, 0),
  'tagProblems/openTagsAt': (text) => tagProblems.openTagsAt(text, text.length),
  'tagProblems/tagProblems': tagProblems.tagProblems,
  'tagsInText/tagsInText': tagsInText,
  'templateTag/tagsOf': templateTag.tagsOf,
  'threadList/matches': (text) =>
    matches(
      { id: 'a', author: { name: text }, body: { kind: 'markdown', markdown: text }, isResolved: false, quote: text },
      { status: 'all', text: text.slice(0, 1000), order: 'newest' },
    ),
  'threads/postOf': (text) => threads.postOf(commentOf(text), { id: text, name: text } as never),
  'threads/threadOf': (text) => threads.threadOf(commentOf(text), { id: text, name: text } as never),
  'titleHeading/repeatsTitle': (text) => titleHeading.repeatsTitle(text, text),
  'titleHeading/titleIn': (text) => titleHeading.titleIn(text, { title: text, heading: text }),
  'titleHeading/titledText': titleHeading.titledText,
  'titleText/titleText': (text) => titleText(text),
  'toldChanges/fileChanges': (text) =>
    toldChanges.fileChanges([{ type: 'file_created', file: { id: text, name: text, downloadURL: text } }]),
  'treeAfterMove/treeAfterMove': (text) => treeAfterMove(tree, { page: 'other', to: { into: undefined, slug: text } }),
  'trimmed/withoutLeading': (text) => trimmed.withoutLeading(text, text.slice(0, 2)),
  'trimmed/withoutSlashes': trimmed.withoutSlashes,
  'trimmed/withoutTrailing': (text) => trimmed.withoutTrailing(text, text.slice(-2)),
  'webAddress/pageAtUrl': (text) => [
    webAddress.pageAtUrl(text, context.spaces, () => tree),
    webAddress.pageAtUrl(`https://docs.example/${text}x`, context.spaces, () => tree),
  ],
  'webAddress/spaceIdIn': webAddress.spaceIdIn,
  'writingPlace/endsInCode': writingPlace.endsInCode,
  'writingPlace/writingPlaceAt': (text) => writingPlace.writingPlaceAt(text, text.length),
  'writtenInMarkdown/asCode': writtenInMarkdown.asCode,
  'writtenInMarkdown/asLink': writtenInMarkdown.asLink,
  'writtenInMarkdown/asText': writtenInMarkdown.asText,
  'writtenPage/opened': (text) =>
    writtenPage.opened({ text, modifiedAt: 1 }, { text: `${text}a`, base: text, changedAt: 2 }),
};

/** Others that parse call one of these. */
const parsers = new Set(['commentText/commentText', 'destinations/destinationsOf', 'pageText/headingsOf']);

const comparesAlone = 'compares texts as a whole, or measures them';
const readsIds = 'reads ids, numbers and trees, no text';
const isGuarded = 'is given what isLaborious has let pass, often in another thread';
const givenRead = 'is given what another function has read';

/** Functions that look into no text, by module or by name, and why. */
const withoutText: Readonly<Record<string, string>> = {
  'accountKey/keyBeside': readsIds,
  'browserAddress/browserAddressOf': 'hands an address on',
  changes: comparesAlone,
  'conflictMarkers/choosing': givenRead,
  'conflictMarkers/markedLines': givenRead,
  'destinations/parsedDestinations': isGuarded,
  'discussion/discussionKey': readsIds,
  'imageType/imageTypeOf': 'reads the first bytes of a file',
  'integrationManifest/ManifestError': 'is an error',
  'lineEdits/isSameText': comparesAlone,
  'lineEdits/mergingEdits': givenRead,
  'linkSuggestions/filesFrom': readsIds,
  'links/contextIn': readsIds,
  'linkSuggestions/pagesFrom': readsIds,
  lockedSpace: readsIds,
  longestIncreasing: readsIds,
  markdownPasses: 'is what commentText and harmlessMarkdown are made of',
  'mergeTexts/mergeValues': comparesAlone,
  'pageLookup/firstPageOf': readsIds,
  'pageLookup/readableAt': readsIds,
  pagePlaces: readsIds,
  'pageText/parsedHeadings': isGuarded,
  'pageTree/lineageOf': readsIds,
  'parsedAhead/keepParsed': 'keeps a text as a whole',
  'parsedAhead/parsedOr': 'is what destinationsOf and its like are made of',
  'paths/pathsFor': 'is what pageTree is made of',
  portions: readsIds,
  readable: readsIds,
  relativeTime: readsIds,
  reversal: comparesAlone,
  reviewState: readsIds,
  'settingsDocument/SettingsTextError': 'is an error',
  shelf: readsIds,
  shelfMoves: readsIds,
  siteEdits: readsIds,
  'siteLimits/fieldsOf': readsIds,
  'siteLimits/isRemovable': readsIds,
  siteMoves: readsIds,
  siteTree: readsIds,
  'tagProblems/parsedTags': isGuarded,
  tagPartners: givenRead,
  'templateTag/tagOf': givenRead,
  'threadList/byReview': readsIds,
  'threadList/inOrder': comparesAlone,
  'threads/mayTakePart': readsIds,
  'toldChanges/editedPages': readsIds,
  'toldChanges/toldPageChanges': readsIds,
  treeChanges: comparesAlone,
  writtenPage: comparesAlone,
};

describe('the functions of the model', async () => {
  const exported = await functionsIn('src/model');

  test('are each given hostile texts, or are known to read none', () => {
    const isKnown = (name: string) => name in calls || name in withoutText || moduleOf(name) in withoutText;
    assert.ok(exported.length > 150, `only ${exported.length} functions were found`);
    assert.deepEqual(
      exported.filter((name) => !isKnown(name)),
      [],
      'Add them to `calls`, or to `withoutText` with the reason.',
    );
    const all = [...exported, ...exported.map(moduleOf)];
    assert.deepEqual(
      [...Object.keys(calls), ...Object.keys(withoutText)].filter((name) => !all.includes(name)),
      [],
    );
  });

  test.each(Object.keys(calls))('%s reads a megabyte of anything within a second', { timeout: 60_000 }, (name) => {
    assertReadsQuickly(calls[name]!, parsers.has(name) ? { lengths: lengthsForParsers } : {});
  });
});

async function functionsIn(folder: string): Promise<string[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const found = await Promise.all(
    files.map(async (file) => {
      const module = (await import(`../../${folder}/${file}`)) as Readonly<Record<string, unknown>>;
      return Object.keys(module)
        .filter((name) => typeof module[name] === 'function')
        .map((name) => `${file.slice(0, -'.ts'.length)}/${name}`);
    }),
  );
  return found.flat();
}

function moduleOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}

/** A text may be refused, but only so: a stack that overflows is no refusal. */
function refusing(read: () => unknown, kind: new (message: string) => Error): void {
  try {
    read();
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof kind)) throw error;
  }
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
