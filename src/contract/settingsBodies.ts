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
    members: z.record(z.string(), TeamRole).optional().meta({
      description:
        'Roles by email address or ID: owner (can manage the team) or member. Anyone you remove from the list leaves the team.',
    }),
  }),
  member: MemberUpdate,
  translation: TranslationSettingsUpdate,
  openApiSource: OpenApiSpecSource,
  integration: NewIntegration,
};

/** A JSON Schema by kind (draft-07, the version that VS Code supports), with the descriptions of the fields. */
export function settingsSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(settingsBodies).map(([kind, body]) => [
      kind,
      z.toJSONSchema(body, { target: 'draft-7', io: 'input', unrepresentable: 'any' }),
    ]),
  );
}
