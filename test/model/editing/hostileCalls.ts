import * as editingPlace from '../../../src/model/editing/cursorContext.ts';
import * as editedPage from '../../../src/model/editing/editablePage.ts';
import * as newFiles from '../../../src/model/editing/newFiles.ts';
import { olderReadings } from '../../../src/model/editing/olderReadings.ts';
import { hasEditorData } from '../../../src/model/editing/photoMetadata.ts';
import { renamedHeadings } from '../../../src/model/editing/renamedHeadings.ts';
import * as sentLinks from '../../../src/model/editing/sentLinks.ts';
import { sentText } from '../../../src/model/editing/sentText.ts';
import { unsafeInSvg } from '../../../src/model/editing/unsafeSvg.ts';
import * as address from '../../../src/model/shared/address.ts';
import { type Calls, context } from '../hostileCalls.ts';

export const calls: Calls = {
  'renamedHeadings/renamedHeadings': (text) => renamedHeadings(text, `${text}\n\n# A`),
  'newFiles/withFileRenamed': (text) => newFiles.withFileRenamed(text, text.slice(0, 3), 'x'),
  'newFiles/altTextFrom': newFiles.altTextFrom,
  'newFiles/freeFileName': (text) => newFiles.freeFileName(text, 'png', [text]),
  'newFiles/refersTo': (text) => newFiles.refersTo(text, text),
  'photoMetadata/hasEditorData': (text) => hasEditorData(new TextEncoder().encode(`<svg ${text}`)),
  'unsafeSvg/unsafeInSvg': (text) => unsafeInSvg(new TextEncoder().encode(`<svg ${text}`)),
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
  'cursorContext/endsInCode': editingPlace.endsInCode,
  'cursorContext/editingPlaceAt': (text) => editingPlace.editingPlaceAt(text, text.length),
  'editablePage/opened': (text) =>
    editedPage.opened({ text, modifiedAt: 1 }, { text: `${text}a`, base: text, changedAt: 2 }),
};
