import * as z from 'zod';
import { AdaptiveSchemaUpdate } from './adaptiveSchema.ts';
import { CollectionUpdate } from './collections.ts';
import { NewIntegration } from './integrations.ts';
import { MemberUpdate } from './members.ts';
import { OpenApiSpecSource } from './openapi.ts';
import { OrganizationUpdate } from './organizations.ts';
import { NewSiteCustomization, SiteSpaceCustomizationUpdate } from './siteCustomization.ts';
import { SiteUpdate } from './sites.ts';
import { SiteSectionGroupUpdate } from './siteSectionGroups.ts';
import { SiteSectionUpdate } from './siteSections.ts';
import { SiteSpaceUpdate } from './siteSpaces.ts';
import { SpaceUpdate } from './spaces.ts';
import { TeamRole, TeamUpdate } from './teams.ts';
import { TranslationSettingsUpdate } from './translations.ts';

/** What each kind of settings document may hold: the body of its endpoint. The build writes a JSON Schema of each. */
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
  /** Title and members of section 4.16 in one. */
  team: z.strictObject({ ...TeamUpdate.shape, members: z.record(z.string(), TeamRole) }),
  member: MemberUpdate,
  translation: TranslationSettingsUpdate,
  openApiSource: OpenApiSpecSource,
  integration: NewIntegration,
};

/** As JSON Schema (draft-07, which VS Code knows), by kind. */
export function settingsSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(settingsBodies).map(([kind, body]) => [
      kind,
      z.toJSONSchema(body, { target: 'draft-7', io: 'input', unrepresentable: 'any' }),
    ]),
  );
}
