import * as z from 'zod';
import { AdaptiveSchemaUpdate } from './shared/adaptiveSchema.ts';
import { CollectionUpdate } from './spaces/collections.ts';
import { NewIntegration } from './organizations/integrations.ts';
import { MemberUpdate } from './organizations/members.ts';
import { OpenApiSpecSource } from './organizations/openapi.ts';
import { OrganizationUpdate } from './organizations/organizations.ts';
import { NewSiteCustomization, SiteSpaceCustomizationUpdate } from './sites/siteCustomization.ts';
import { SiteUpdate } from './sites/sites.ts';
import { SiteSectionGroupUpdate } from './sites/siteSectionGroups.ts';
import { SiteSectionUpdate } from './sites/siteSections.ts';
import { SiteSpaceUpdate } from './sites/siteSpaces.ts';
import { SpaceUpdate } from './spaces/spaces.ts';
import { TeamRole, TeamUpdate } from './organizations/teams.ts';
import { TranslationSettingsUpdate } from './organizations/translations.ts';

/**
 * The body of each settings kind's endpoint: what its document may contain. The build writes a JSON Schema for each.
 */
export const settingsBodies = {
  organization: OrganizationUpdate,
  collection: CollectionUpdate,
  space: SpaceUpdate,
  site: SiteUpdate,
  siteCustomization: NewSiteCustomization,
  siteSpaceCustomization: SiteSpaceCustomizationUpdate,
  adaptiveSchema: AdaptiveSchemaUpdate,
  siteSection: SiteSectionUpdate,
  siteSectionGroup: SiteSectionGroupUpdate,
  siteSpace: SiteSpaceUpdate,
  /** Section 4.16: title and members in one document. */
  team: z.strictObject({
    title: TeamUpdate.shape.title.optional(),
    members: z.record(z.string(), TeamRole).optional(),
  }),
  member: MemberUpdate,
  translation: TranslationSettingsUpdate,
  openApiSource: OpenApiSpecSource,
  integration: NewIntegration,
};

/** Descriptions of the fields, for hovers and completion: by field, and by kind if a kind has a meaning of its own. */
export const settingsWords: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  title: 'What people read in lists and headers.',
  emailDomains: 'Who signs up with an address of one of these domains becomes a member.',
  hostname: 'The name of the organization in addresses: 3 to 32 letters, digits and hyphens.',
  defaultRole: 'The role of who joins. null makes a guest, who sees only what is shared with them.',
  defaultContent: 'What members see first: { "type": "site", "site": <id> }. null for none.',
  logo: 'Address of a picture. null removes it.',
  sso: 'Whether members sign in through the single sign-on of the organization.',
  ai: 'Whether the platform may use AI features on this content.',
  inviteLinks: 'Whether people can be invited by a link.',
  description: {
    '': 'A sentence or two. null removes it where that is allowed.',
    collection: 'At most 100 characters.',
  },
  defaultLevel:
    'What members may do here unless told otherwise. inherit takes it from the parent; null gives guests nothing.',
  editMode:
    'live: people who may edit can change the content. locked: nobody can change the content, not even in change requests.',
  emoji: 'The code point of an emoji, such as 1f4d8.',
  visibility: {
    '': 'Who can see it.',
    site: 'public: everyone, found by search engines. unlisted: who has the address. share-link: who has a link. visitor-auth: who signs in.',
  },
  basename: 'The first part of the path of the published site.',
  adaptiveContent: 'Whether content can depend on who visits.',
  agentsContext: 'Whether the platform’s agents may read this site.',
  defaultSiteSpace: 'Id of the site space that is shown first.',
  defaultSiteSection: 'Id of the section that is shown first.',
  proxy: 'Host and path under which a server of yours shows the site, such as example.com/docs. null removes it.',
  jsonSchema: 'JSON Schema (draft-07) of a visitor: attributes are booleans, unsigned ones stand under unsigned.',
  path: 'The part of the address below the site.',
  condition: 'An expression over the visitor; who does not fulfil it does not see this. null: everyone does.',
  icon: { '': 'Name of an icon. null removes it.', integration: 'A picture, base64.' },
  spaceId: 'Id of the space that is shown here.',
  members:
    'Roles by e-mail address or id: owner (can manage the team) or member. Who is taken out of the list leaves the team.',
  role: 'What this member may do in the organization. null makes a guest.',
  source: 'Either { "url": … }, which the platform reads again and again, or { "text": … }, the document itself.',
  styling: 'Theme, colours, corners, font, icons.',
  internationalization: 'Language of what the site says by itself.',
  favicon: 'The small picture in browser tabs, for light and dark.',
  header: 'Logo and links at the top.',
  footer: 'Logo, groups of links and copyright at the bottom.',
  announcement: 'A line above the site.',
  themes: 'The appearance at first, and whether visitors can change it.',
  pdf: 'Whether visitors can have pages as PDF.',
  feedback: 'Whether visitors can rate pages.',
  aiSearch: 'Whether visitors can ask questions.',
  pagination: 'Whether pages end with links to the next and the previous one.',
  trademark: 'Whether the platform’s name is shown.',
  git: 'Whether pages show a link to their source.',
  externalLinks: {
    '': 'Whether links to elsewhere open in the same tab.',
    integration: 'Links to show beside it: address and label.',
  },
  privacyPolicy: 'Address of the privacy policy.',
  socialPreview: 'Address of the picture that others show with links to the site.',
  advancedCustomization: 'Whether site spaces can be styled on their own.',
  insights: 'Whether a cookie tells visitors apart.',
  runtime: 'The version of the runtime that the script was written for.',
  summary: 'Markdown that tells what the integration does.',
  previewImages: 'At most three pictures, base64.',
  target: 'What it can be installed on.',
  scopes: 'What it may read and write.',
  categories: 'Where it is found.',
  blocks: 'Blocks that it brings.',
  contentSources: 'Content that it brings.',
  configurations: 'What is asked when it is installed.',
  script: 'The code, as one text. It is never shown again: paste it anew for each version.',
  organization: 'Id or hostname of the organization that owns it.',
  secrets: 'Values that the code gets. They are never shown again.',
  contentSecurityPolicy: 'The policy of what it shows.',
};

/** A JSON Schema by kind (draft-07, the version that VS Code supports). */
export function settingsSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(settingsBodies).map(([kind, body]) => {
      const schema: Readonly<Record<string, unknown>> = z.toJSONSchema(body, {
        target: 'draft-7',
        io: 'input',
        unrepresentable: 'any',
      });
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, object>).map(
        ([name, property]): [string, object] => [name, { ...property, description: wordsFor(name, kind) }],
      );
      return [kind, { ...schema, properties: Object.fromEntries(properties) }];
    }),
  );
}

function wordsFor(field: string, kind: string): string | undefined {
  const words = settingsWords[field];
  return typeof words === 'string' ? words : (words?.[kind] ?? words?.['']);
}
