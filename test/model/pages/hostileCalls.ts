import * as brokenLinks from '../../../src/model/pages/brokenLinks.ts';
import { directoryOf } from '../../../src/model/pages/directory.ts';
import * as fileNames from '../../../src/model/pages/fileNames.ts';
import { importReport } from '../../../src/model/pages/importReport.ts';
import { importSourceOf, isHiddenName, nameEndings } from '../../../src/model/pages/importSources.ts';
import { reportWords } from '../../../src/server/reportWords.ts';
import { placesOf } from '../../../src/model/pages/linkPlaces.ts';
import { meantBy } from '../../../src/model/pages/linkSuggestions.ts';
import { addressInInert, inertIn, isInert, linkIn, pageMeant, seenAddress } from '../../../src/model/pages/links.ts';
import { newInert } from '../../../src/model/pages/newInert.ts';
import * as pageLookup from '../../../src/model/pages/lookup.ts';
import { nameOf } from '../../../src/model/pages/paths.ts';
import * as pageText from '../../../src/model/pages/text.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { treeAfterMove } from '../../../src/model/pages/treeAfterMove.ts';
import * as webAddress from '../../../src/model/pages/webAddress.ts';
import { type Calls, context, home, names, tree } from '../hostileCalls.ts';

export const calls: Calls = {
  'brokenLinks/anchorsIn': brokenLinks.anchorsIn,
  'brokenLinks/brokenLinks': (text) => brokenLinks.brokenLinks(text, { ...context, anchorsOf: () => new Set(['a']) }),
  'brokenLinks/encoded': brokenLinks.encoded,
  'brokenLinks/linksAfterHeadings': (text) =>
    brokenLinks.linksAfterHeadings(text, { page: 'p', anchors: new Map([['a', 'b']]) }, context),
  'brokenLinks/linksAfterMoves': (text) => brokenLinks.linksAfterMoves(text, context, context),
  'brokenLinks/linkToPage': (text) => brokenLinks.linkToPage(text, context),
  'text/headingAt': (text) => pageText.headingAt([{ slug: text }], text),
  'text/idIn': pageText.idIn,
  'text/placesInHtml': pageText.placesInHtml,
  'text/headingTitle': (text) => pageText.headingTitle(text),
  'text/ownAnchor': (text) => pageText.ownAnchor(text),
  'links/pageMeant': (text) => pageMeant(text, context),
  'brokenLinks/pageBehindLink': (text) => brokenLinks.pageBehindLink(text, context),
  'brokenLinks/pagesLinkedAtAnchors': (text) => brokenLinks.pagesLinkedAtAnchors(text, context),
  'directory/directoryOf': (text) => directoryOf(tree, text),
  'fileNames/fileAtGitPath': (text) => fileNames.fileAtGitPath(names, text),
  'fileNames/fileAtUrl': (text) => fileNames.fileAtUrl(names, text),
  'fileNames/fileCalled': (text) => fileNames.fileCalled(names, text),
  'fileNames/fileNames': (text) => fileNames.fileNames([{ object: 'file', id: 'f', name: text }]).byName,
  'importReport/importReport': (text) =>
    importReport({ name: text, pages: 1, files: 1, notes: [{ kind: 'file', path: text, detail: text }] }, reportWords),
  'importSources/importSourceOf': importSourceOf,
  'importSources/nameEndings': nameEndings,
  'importSources/isHiddenName': isHiddenName,
  'linkPlaces/placesOf': (text) =>
    placesOf(text, { kind: 'page', value: 'other' }, { spaceId: 's', page: home, treeOf: () => tree }),
  'linkSuggestions/meantBy': (text) => meantBy(text, [{ url: 'a', title: text, path: text, kind: 'page' }]),
  'links/addressInInert': (text) => addressInInert(`#blocked-${text}`),
  'links/inertIn': inertIn,
  'links/isInert': (text) => isInert({ url: text, isImage: false }),
  'links/seenAddress': seenAddress,
  'newInert/newInert': (text) => newInert(text.slice(1), text),
  'links/linkIn': (text) => linkIn({ start: 0, end: text.length, url: text, isImage: true }, context),
  'lookup/pageAt': (text) => pageLookup.pageAt(tree, text),
  'lookup/pageAtGitPath': (text) => pageLookup.pageAtGitPath(tree, text),
  'lookup/pageAtPlatformPath': (text) => pageLookup.pageAtPlatformPath(tree, `${text}.md`),
  'text/headingsOf': pageText.headingsOf,
  'text/mayShowFiles': (text) => pageText.mayShowFiles(text, context),
  'text/pageText': (text) => pageText.pageText(text, context),
  'text/readingOf': (text) => pageText.readingOf(text, context),
  'tree/pageTree': (text) => pageTree([{ ...home.page, title: text, path: text, slug: text }]),
  'paths/nameOf': (text) => nameOf({ ...home.page, title: text, path: text, slug: text }),
  'treeAfterMove/treeAfterMove': (text) => treeAfterMove(tree, { page: 'other', to: { into: undefined, slug: text } }),
  'webAddress/pageAtUrl': (text) => [
    webAddress.pageAtUrl(text, context.spaces, () => tree),
    webAddress.pageAtUrl(`https://docs.example/${text}x`, context.spaces, () => tree),
  ],
  'webAddress/spaceIdIn': webAddress.spaceIdIn,
  'webAddress/pastedAddress': webAddress.pastedAddress,
  'webAddress/nodeAt': (text) => webAddress.nodeAt(tree, text),
};
