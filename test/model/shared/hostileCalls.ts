import { lineEndOf, withLineFeeds } from '../../../src/model/shared/lineEnds.ts';
import * as accountKey from '../../../src/model/shared/accountKey.ts';
import * as address from '../../../src/model/shared/address.ts';
import { typeByName, withoutMarkup } from '../../../src/model/shared/contentTypes.ts';
import { decoded } from '../../../src/model/shared/decoded.ts';
import * as digest from '../../../src/model/shared/digest.ts';
import { pictureOf } from '../../../src/model/shared/emoji.ts';
import { relativePath } from '../../../src/model/shared/relativePath.ts';
import * as requestDocument from '../../../src/model/shared/requestDocument.ts';
import { likenessOf, resemblance } from '../../../src/model/shared/resemblance.ts';
import { isSame } from '../../../src/model/shared/same.ts';
import * as schemes from '../../../src/model/shared/schemes.ts';
import * as segment from '../../../src/model/shared/segment.ts';
import { freeSlug, githubSlug, slugOf } from '../../../src/model/shared/slug.ts';
import { titleText } from '../../../src/model/shared/titleText.ts';
import * as trimmed from '../../../src/model/shared/trimmed.ts';
import { type Calls, refusing } from '../hostileCalls.ts';

export const calls: Calls = {
  'lineEnds/lineEndOf': lineEndOf,
  'lineEnds/withLineFeeds': withLineFeeds,
  'accountKey/accountKey': (text) => accountKey.accountKey(text, text),
  'accountKey/hostOf': (text) => accountKey.hostOf(text),
  'address/addressOf': (text) => address.addressOf({ scheme: schemes.scheme, authority: 'a', path: `/${text}` }),
  'address/editAddressOf': (text) =>
    address.editAddressOf({ scheme: schemes.editScheme, authority: 'a', path: `/${text}` }),
  'address/editUriOf': (text) =>
    address.editUriOf({ account: 'a', space: 's', version: address.headOf(1), path: text }),
  'address/pageAddressOf': (text) =>
    address.pageAddressOf({ scheme: schemes.editScheme, authority: 'a', path: `/${text}` }),
  'address/uriOf': (text) =>
    address.uriOf({ account: 'a', space: text.slice(0, 200), version: address.main, path: text }),
  'address/spaceOfSegment': (text) => address.spaceOfSegment(text),
  'contentTypes/typeByName': typeByName,
  'contentTypes/withoutMarkup': withoutMarkup,
  'decoded/decoded': decoded,
  'digest/digest': digest.digest,
  'digest/shortDigest': digest.shortDigest,
  'emoji/pictureOf': pictureOf,
  'relativePath/relativePath': (text) => relativePath(text, text),
  'requestDocument/parseRequest': (text) => refusing(() => requestDocument.parseRequest(text), Error),
  'requestDocument/withoutSecrets': requestDocument.withoutSecrets,
  'requestDocument/requestText': (text) =>
    requestDocument.requestText({ method: 'GET', path: text }, { schema: text, request: { text } }),
  'resemblance/likenessOf': (text) => likenessOf(text, `${text}a`),
  'resemblance/resemblance': (text) => resemblance(text, `${text}a`),
  'segment/fileSegmentOf': segment.fileSegmentOf,
  'segment/folded': segment.folded,
  'segment/lastSegmentOf': segment.lastSegmentOf,
  'segment/segmentOf': segment.segmentOf,
  'same/isSame': (text) => isSame([text], [`${text}a`]),
  'slug/githubSlug': githubSlug,
  'slug/freeSlug': (text) => freeSlug(text, new Set([text])),
  'slug/slugOf': slugOf,
  'titleText/titleText': (text) => titleText(text),
  'trimmed/beginningOf': (text) => trimmed.beginningOf(text, text.length - 1),
  'trimmed/withoutLeading': (text) => trimmed.withoutLeading(text, text.slice(0, 2)),
  'trimmed/withoutSlashes': trimmed.withoutSlashes,
  'trimmed/withoutTrailing': (text) => trimmed.withoutTrailing(text, text.slice(-2)),
};
