import type { Api } from '../../client/api.ts';
import { mayComeOf, type MakeOnce } from '../shared/makeOnce.ts';
import { listed } from '../shared/listed.ts';
import type { OrganizationLists } from './lists.ts';
import type { Organizations, OrganizationsChange } from './organizations.ts';

type TranslationActions = Pick<
  Organizations,
  'translations' | 'createTranslation' | 'renameTranslation' | 'deleteTranslation'
>;

/** Section 4.17 of the API document. */
export function translationActions(
  api: Pick<Api, 'translations'>,
  lists: OrganizationLists,
  making: MakeOnce,
): TranslationActions {
  const translations = (organizationId: string) =>
    lists.list(translationsOf(organizationId), {}, (page, signal) =>
      api.translations.list({ organizationId, limit: 200, ...(page !== undefined && { page }) }, { signal }),
    );
  return {
    translations,
    async createTranslation(organizationId, title) {
      const made = await making({
        key: JSON.stringify(['translation', organizationId, title]),
        cached: (translations(organizationId).cached()?.items ?? []).map(({ id }) => id),
        create: () => api.translations.create({ organizationId, body: { title } }),
        async find(attempt) {
          const all = await listed((page) => api.translations.list({ organizationId, ...page }));
          return all.filter((each) => each.title === title && mayComeOf(attempt, each));
        },
      });
      await lists.renew(translationsOf(organizationId));
      return made;
    },
    async renameTranslation(organizationId, translationSettingsId, title) {
      const renamed = await api.translations.update({ organizationId, translationSettingsId, body: { title } });
      await lists.learn(translationsOf(organizationId), renamed);
      return renamed;
    },
    async deleteTranslation(organizationId, translationSettingsId) {
      await api.translations.delete({ organizationId, translationSettingsId });
      lists.drop(translationsOf(organizationId), translationSettingsId);
    },
  };
}

function translationsOf(organizationId: string): OrganizationsChange {
  return { list: 'translations', organizationId };
}
