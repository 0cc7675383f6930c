import * as settingsAddress from '../../../src/model/settings/address.ts';
import * as settingsDocument from '../../../src/model/settings/document.ts';
import { SettingsTextError } from '../../../src/model/settings/errors.ts';
import { placeOfRefusal } from '../../../src/model/settings/placeOfRefusal.ts';
import { type Calls, refusing } from '../hostileCalls.ts';

const form = { fields: ['title'], nullable: ['title'] };

export const calls: Calls = {
  'placeOfRefusal/placeOfRefusal': (text) => placeOfRefusal(text.slice(0, 10_000), text),
  'address/settingsAddressOf': (text) =>
    settingsAddress.settingsAddressOf({
      scheme: settingsAddress.settingsScheme,
      authority: 'a',
      path: `/Settings/${text}`,
      query: text,
    }),
  'address/settingsUriOf': (text) =>
    settingsAddress.settingsUriOf({ account: 'a', kind: 'space', ids: { spaceId: text }, title: text, within: [text] }),
  'document/parseSettings': (text) => refusing(() => settingsDocument.parseSettings(text), SettingsTextError),
  'document/headText': (text) => settingsDocument.headText(form, { title: text }, { title: `${text}a` }),
  'document/settingsChanges': (text) => settingsDocument.settingsChanges(form, { title: text }, { title: `${text}a` }),
  'document/settingsOf': (text) => settingsDocument.settingsOf(form, { title: text }),
  'document/settingsText': (text) => settingsDocument.settingsText(form, { title: text }),
  'document/unknownFieldIn': (text) => settingsDocument.unknownFieldIn(form, { [text]: text }),
};
