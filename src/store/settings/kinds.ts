import type { Api, CallOptions } from '../../client/api.ts';
import type { SettingsForm, SettingsValues } from '../../model/settings/document.ts';
import { GoneError } from '../../model/settings/errors.ts';
import { pictureOf } from '../../model/shared/emoji.ts';
import { listed } from '../shared/listed.ts';
import { changeTeam, takesFromSomebody, takesFromUser, teamValues } from './teams.ts';

export type Ids = Readonly<Record<string, string>>;

/** A resource in the form that its documents need. */
export interface SettingsResource {
  /** All fields, for the details document. */
  readonly all: object;
  /** The form's values that aren't simply the resource's fields. */
  readonly derived?: SettingsValues;
  /** Whether a change removes rights of that user; absent if it never does. */
  readonly takesFrom?: (userId: string, after: SettingsValues) => boolean;
}

/** One of several resources to choose from. */
export interface SettingsChoice {
  readonly ids: Ids;
  readonly title: string;
}

export interface SettingsKind extends SettingsForm {
  /** Names of the path parameters that identify one. */
  readonly ids: readonly string[];
  /** Far-reaching fields: their changes are confirmed before they are sent. */
  readonly farReaching?: readonly string[];
  /** The same if it doesn't depend on the field alone. `after` is the whole document with the changes. */
  readonly reachesFar?: (before: SettingsValues, after: SettingsValues) => boolean;
  read(api: Api, ids: Ids, options: CallOptions): Promise<SettingsResource>;
  /** `send` holds the changed values, or all values if the kind replaces the resource. */
  apply(api: Api, ids: Ids, send: SettingsValues, options: CallOptions): Promise<unknown>;
  /** Removes all of its own values so that inherited values apply again; absent if it inherits nothing. */
  reset?(api: Api, ids: Ids, options: CallOptions): Promise<unknown>;
  /** Lists the resources below the `ids` given, to choose from; absent if only the tree leads to them. */
  list?(api: Api, ids: Ids, options: CallOptions): Promise<readonly SettingsChoice[]>;
}

/** Fields that a site and a site space share (section 2.11). */
const lookFields = [
  'styling',
  'internationalization',
  'favicon',
  'header',
  'footer',
  'announcement',
  'themes',
  'pdf',
  'feedback',
  'aiSearch',
  'pagination',
  'trademark',
  'git',
  'externalLinks',
  'privacyPolicy',
  'socialPreview',
] as const;

/**
 * Everything with settings, by section 4 of the API document. The fields are those of the endpoint's body, in its
 * order; the client checks values against the contract.
 */
export const settingsKinds = {
  // Section 4.18
  organization: {
    ids: ['organizationId'],
    fields: ['title', 'emailDomains', 'hostname', 'defaultRole', 'defaultContent', 'logo', 'sso', 'ai', 'inviteLinks'],
    nullable: ['defaultRole', 'defaultContent', 'logo'],
    farReaching: ['emailDomains', 'hostname', 'defaultRole', 'sso', 'inviteLinks'],
    async read(api, { organizationId = '' }, options) {
      const all = await api.organizations.get({ organizationId }, options);
      return { all, derived: { logo: all.urls?.logo ?? null } };
    },
    apply: (api, { organizationId = '' }, body, options) =>
      api.organizations.update({ organizationId, body: body }, options),
  },

  // Section 4.4
  collection: {
    ids: ['collectionId'],
    fields: ['title', 'description', 'defaultLevel'],
    nullable: ['defaultLevel'],
    farReaching: ['defaultLevel'],
    read: async (api, { collectionId = '' }, options) => ({
      all: await api.collections.get({ collectionId }, options),
    }),
    apply: (api, { collectionId = '' }, body, options) => api.collections.update({ collectionId, body: body }, options),
    list: async (api, { organizationId = '' }, options) =>
      (await listed((page) => api.collections.list({ organizationId, nested: true, ...page }, options))).map(
        ({ id, title }) => ({ ids: { collectionId: id }, title }),
      ),
  },

  // Section 4.5
  space: {
    ids: ['spaceId'],
    fields: ['editMode', 'title', 'defaultLevel', 'emoji'],
    nullable: ['defaultLevel'],
    farReaching: ['defaultLevel'],
    async read(api, { spaceId = '' }, options) {
      const all = await api.spaces.get({ spaceId }, options);
      // The server returns code points, and accepts the character as well.
      return { all, derived: all.emoji ? { emoji: pictureOf(all.emoji) ?? all.emoji } : {} };
    },
    apply: (api, { spaceId = '' }, body, options) => api.spaces.update({ spaceId, body: body }, options),
  },

  // Section 4.8
  site: {
    ids: ['organizationId', 'siteId'],
    fields: [
      'title',
      'visibility',
      'basename',
      'adaptiveContent',
      'agentsContext',
      'defaultSiteSpace',
      'defaultSiteSection',
      'proxy',
    ],
    nullable: ['proxy'],
    farReaching: ['visibility', 'basename', 'proxy'],
    async read(api, ids, options) {
      const path = sitePath(ids);
      const [all, siteSpaces, sections] = await Promise.all([
        api.sites.get(path, options),
        listed((page) => api.siteSpaces.list({ ...path, default: true, ...page }, options)),
        listed((page) => api.siteSections.list({ ...path, ...page }, options)),
      ]);
      const section = sections.find((each) => each.default);
      const siteSpace =
        siteSpaces.find((each) => (section ? each.section === section.id : !each.section)) ?? siteSpaces[0];
      // The proxy is sent as one text, and returned as the URL made of it.
      const proxy = all.proxy?.origin?.replace(/^https?:\/\//, '') ?? null;
      return {
        all,
        derived: { proxy, defaultSiteSpace: siteSpace?.id, defaultSiteSection: section?.id },
      };
    },
    apply: (api, ids, body, options) => api.sites.update({ ...sitePath(ids), body: body }, options),
    list: listSites,
  },

  // Section 4.12
  siteCustomization: {
    ids: ['organizationId', 'siteId'],
    fields: ['title', ...lookFields, 'ai', 'advancedCustomization', 'insights'],
    replaces: true,
    keepsOthers: true,
    read: async (api, ids, options) => ({ all: await api.siteCustomization.get(sitePath(ids), options) }),
    apply: (api, ids, body, options) => api.siteCustomization.replace({ ...sitePath(ids), body: body }, options),
    list: listSites,
  },
  siteSpaceCustomization: {
    ids: ['organizationId', 'siteId', 'siteSpaceId'],
    fields: ['title', ...lookFields],
    nullable: ['title'],
    read: async (api, ids, options) => ({ all: await api.siteCustomization.ofSiteSpace(siteSpacePath(ids), options) }),
    apply: (api, ids, body, options) =>
      api.siteCustomization.updateOfSiteSpace({ ...siteSpacePath(ids), body: body }, options),
    reset: (api, ids, options) => api.siteCustomization.resetOfSiteSpace(siteSpacePath(ids), options),
    list: listSiteSpaces,
  },

  // Section 4.8
  adaptiveSchema: {
    ids: ['organizationId', 'siteId'],
    fields: ['jsonSchema'],
    async read(api, ids, options) {
      return { all: await api.sites.adaptiveSchema(sitePath(ids), options) };
    },
    apply: (api, ids, body, options) => api.sites.updateAdaptiveSchema({ ...sitePath(ids), body: body }, options),
    list: listSites,
  },

  // Section 4.9
  siteSection: {
    ids: ['organizationId', 'siteId', 'siteSectionId'],
    fields: ['title', 'path', 'defaultSiteSpace', 'condition', 'icon', 'description'],
    nullable: ['condition', 'icon', 'description'],
    farReaching: ['condition'],
    async read(api, ids, options) {
      const sections = await listed((page) => api.siteSections.list({ ...sitePath(ids), ...page }, options));
      const all = found(sections, ids['siteSectionId']);
      return { all, derived: { defaultSiteSpace: all.siteSpaces?.find((each) => each.default)?.id } };
    },
    apply: (api, ids, body, options) =>
      api.siteSections.update({ ...sitePath(ids), siteSectionId: ids['siteSectionId'] ?? '', body: body }, options),
    list: async (api, ids, options) =>
      (await listed((page) => api.siteSections.list({ ...sitePath(ids), ...page }, options))).map(({ id, title }) => ({
        ids: { ...ids, siteSectionId: id },
        title,
      })),
  },

  // Section 4.10
  siteSectionGroup: {
    ids: ['organizationId', 'siteId', 'siteSectionGroupId'],
    fields: ['title', 'icon'],
    nullable: ['icon'],
    async read(api, ids, options) {
      const groups = await listed((page) => api.siteSectionGroups.list({ ...sitePath(ids), ...page }, options));
      return { all: found(groups, ids['siteSectionGroupId']) };
    },
    apply: (api, ids, body, options) =>
      api.siteSectionGroups.update(
        { ...sitePath(ids), siteSectionGroupId: ids['siteSectionGroupId'] ?? '', body: body },
        options,
      ),
    list: async (api, ids, options) =>
      (await listed((page) => api.siteSectionGroups.list({ ...sitePath(ids), ...page }, options))).map(
        ({ id, title }) => ({ ids: { ...ids, siteSectionGroupId: id }, title }),
      ),
  },

  // Section 4.11
  siteSpace: {
    ids: ['organizationId', 'siteId', 'siteSpaceId'],
    fields: ['path', 'condition', 'spaceId'],
    nullable: ['condition'],
    // Visitors of the site would see another space, or content that was hidden from them.
    farReaching: ['condition', 'spaceId'],
    async read(api, ids, options) {
      const siteSpaces = await listed((page) => api.siteSpaces.list({ ...sitePath(ids), ...page }, options));
      const all = found(siteSpaces, ids['siteSpaceId']);
      return { all, derived: { spaceId: all.space?.id } };
    },
    apply: (api, ids, body, options) => api.siteSpaces.update({ ...siteSpacePath(ids), body: body }, options),
    list: listSiteSpaces,
  },

  // Section 4.16
  team: {
    ids: ['organizationId', 'teamId'],
    fields: ['title', 'members'],
    reachesFar: takesFromSomebody,
    async read(api, { organizationId = '', teamId = '' }, options) {
      const [all, members] = await Promise.all([
        api.teams.get({ organizationId, teamId }, options),
        listed((page) => api.teams.members({ organizationId, teamId, ...page }, options)),
      ]);
      const values = teamValues(all, members);
      return {
        all: { ...all, memberList: members },
        derived: { members: values['members'] },
        takesFrom: (userId, after) => takesFromUser(userId, members, values, after),
      };
    },
    apply: (api, ids, send, options) => changeTeam(api, ids, send, options),
    list: async (api, { organizationId = '' }, options) =>
      (await listed((page) => api.teams.list({ organizationId, ...page }, options))).map(({ id, title }) => ({
        ids: { organizationId, teamId: id },
        title: title ?? id,
      })),
  },

  // Section 4.15
  member: {
    ids: ['organizationId', 'userId'],
    fields: ['role'],
    nullable: ['role'],
    farReaching: ['role'],
    async read(api, ids, options) {
      const all = await api.members.get(memberPath(ids), options);
      return { all, takesFrom: (userId, { role }) => userId === ids['userId'] && role !== all.role };
    },
    apply: (api, ids, body, options) => api.members.update({ ...memberPath(ids), body: body }, options),
    list: async (api, { organizationId = '' }, options) =>
      (await listed((page) => api.members.list({ organizationId, ...page }, options))).map(({ id, user }) => ({
        ids: { organizationId, userId: id },
        title: user?.displayName ?? user?.email ?? id,
      })),
  },

  // Section 4.17
  translation: {
    ids: ['organizationId', 'translationSettingsId'],
    fields: ['title'],
    replaces: true,
    read: async (api, ids, options) => ({ all: await api.translations.get(translationPath(ids), options) }),
    apply: (api, ids, body, options) =>
      api.translations.update({ ...translationPath(ids), body: body as never }, options),
    list: async (api, { organizationId = '' }, options) =>
      (await listed((page) => api.translations.list({ organizationId, ...page }, options))).map(({ id, title }) => ({
        ids: { organizationId, translationSettingsId: id },
        title,
      })),
  },

  // Section 4.14. A source that is a text is never returned.
  openApiSource: {
    ids: ['organizationId', 'specSlug'],
    fields: ['source'],
    replaces: true,
    async read(api, { organizationId = '', specSlug = '' }, options) {
      const all = await api.openapi.get({ organizationId, specSlug }, options);
      return { all, derived: { source: { url: all.sourceURL ?? '' } } };
    },
    apply: (api, { organizationId = '', specSlug = '' }, body, options) =>
      api.openapi.put({ organizationId, specSlug, body: body as never }, options),
    list: async (api, { organizationId = '' }, options) =>
      (await listed((page) => api.openapi.list({ organizationId, ...page }, options))).map(({ slug }) => ({
        ids: { organizationId, specSlug: slug },
        title: slug,
      })),
  },

  // Section 4.19. Script and secrets are never returned, so they are entered again for each version.
  integration: {
    ids: ['integrationName'],
    fields: [
      'runtime',
      'icon',
      'title',
      'description',
      'summary',
      'previewImages',
      'visibility',
      'target',
      'scopes',
      'categories',
      'blocks',
      'contentSources',
      'externalLinks',
      'configurations',
      'script',
      'organization',
      'secrets',
      'contentSecurityPolicy',
    ],
    replaces: true,
    farReaching: ['visibility', 'scopes', 'secrets'],
    async read(api, { integrationName = '' }, options) {
      const all = await api.integrations.get({ integrationName }, options);
      // The server returns URLs of the images, and accepts the images themselves.
      return { all, derived: { previewImages: undefined, organization: all.owner?.id ?? '', script: '' } };
    },
    apply: (api, { integrationName = '' }, body, options) =>
      api.integrations.publish({ integrationName, body: body as never }, options),
  },
} as const satisfies Readonly<Record<string, SettingsKind>>;

export type SettingsKindName = keyof typeof settingsKinds;

/** Kinds without settings whose details can be shown. */
const otherKinds = {
  // Section 4.6
  page: {
    ids: ['spaceId', 'pageId'],
    read: async (api: Api, { spaceId = '', pageId = '' }: Ids, options: CallOptions) => ({
      all: await api.content.page({ spaceId, pageId }, options),
    }),
  },
  file: {
    ids: ['spaceId', 'fileId'],
    read: async (api: Api, { spaceId = '', fileId = '' }: Ids, options: CallOptions) => ({
      all: await api.content.file({ spaceId, fileId }, options),
    }),
  },
  // Section 4.7
  changeRequest: {
    ids: ['spaceId', 'changeRequestId'],
    read: async (api: Api, { spaceId = '', changeRequestId = '' }: Ids, options: CallOptions) => ({
      all: await api.changeRequests.get({ spaceId, changeRequestId }, options),
    }),
  },
} satisfies Readonly<Record<string, Pick<SettingsKind, 'ids' | 'read'>>>;

/** A kind whose details can be shown; undefined if there is no such kind. */
export function detailsKindOf(name: string): Pick<SettingsKind, 'ids' | 'read'> | undefined {
  return settingsKindOf(name) ?? (Object.hasOwn(otherKinds, name) ? otherKinds[name as 'page'] : undefined);
}

/** The settings kind of that name, without its specific type; undefined if there is none. */
export function settingsKindOf(name: string): SettingsKind | undefined {
  return Object.hasOwn(settingsKinds, name) ? settingsKinds[name as SettingsKindName] : undefined;
}

async function listSites(api: Api, { organizationId = '' }: Ids, options: CallOptions): Promise<SettingsChoice[]> {
  const sites = await listed((page) => api.sites.list({ organizationId, ...page }, options));
  return sites.map(({ id, title }) => ({ ids: { organizationId, siteId: id }, title }));
}

async function listSiteSpaces(api: Api, ids: Ids, options: CallOptions): Promise<SettingsChoice[]> {
  const siteSpaces = await listed((page) => api.siteSpaces.list({ ...sitePath(ids), ...page }, options));
  return siteSpaces.map(({ id, title }) => ({ ids: { ...ids, siteSpaceId: id }, title }));
}

function sitePath({ organizationId = '', siteId = '' }: Ids): { organizationId: string; siteId: string } {
  return { organizationId, siteId };
}

function siteSpacePath(ids: Ids): { organizationId: string; siteId: string; siteSpaceId: string } {
  return { ...sitePath(ids), siteSpaceId: ids['siteSpaceId'] ?? '' };
}

function memberPath({ organizationId = '', userId = '' }: Ids): { organizationId: string; userId: string } {
  return { organizationId, userId };
}

function translationPath(ids: Ids): { organizationId: string; translationSettingsId: string } {
  return { organizationId: ids['organizationId'] ?? '', translationSettingsId: ids['translationSettingsId'] ?? '' };
}

/** No endpoint returns a single one, so it is searched in its list. */
function found<Item extends { readonly id: string }>(items: readonly Item[], id: string | undefined): Item {
  const item = items.find((each) => each.id === id);
  if (!item) throw new GoneError({ code: 'resourceGone' });
  return item;
}
