import type { Api } from '../client/api.ts';
import type { OrganizationLists } from './organizationLists.ts';
import type { Organizations, OrganizationsChange } from './organizations.ts';

type TranslationActs = Pick<
  Organizations,
  'translations' | 'createTranslation' | 'renameTranslation' | 'deleteTranslation'
>;

/** Section 4.17. */
export function translationActs(api: Pick<Api, 'translations'>, lists: OrganizationLists): TranslationActs {
  return {
    translations: (organizationId) =>
      lists.list(translationsOf(organizationId), {}, (page, signal) =>
        api.translations.list({ organizationId, limit: 200, ...(page !== undefined && { page }) }, { signal }),
      ),
    async createTranslation(organizationId, title) {
      const made = await api.translations.create({ organizationId, body: { title } });
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
