import type { PlatformContract } from '../../contract/contract.ts';
import { changeRequestComments } from './comments/changeRequestComments.ts';
import { changeRequestContent } from './changeRequests/changeRequestContent.ts';
import { changeRequestReviews } from './changeRequests/changeRequestReviews.ts';
import { changeRequests } from './changeRequests/changeRequests.ts';
import { collections } from './spaces/collections.ts';
import { content } from './spaces/content.ts';
import type { Handlers } from '../http/handler.ts';
import { integrations } from './organizations/integrations.ts';
import { members } from './organizations/members.ts';
import { openapi } from './organizations/openapi.ts';
import { organizations } from './organizations/organizations.ts';
import { revisions } from './spaces/revisions.ts';
import { shareLinks } from './sites/shareLinks.ts';
import { siteCustomization } from './sites/siteCustomization.ts';
import { siteSectionGroups } from './sites/siteSectionGroups.ts';
import { siteSections } from './sites/siteSections.ts';
import { siteSpaces } from './sites/siteSpaces.ts';
import { sites } from './sites/sites.ts';
import { spaceComments } from './comments/spaceComments.ts';
import { spaces } from './spaces/spaces.ts';
import { teams } from './organizations/teams.ts';
import { translations } from './organizations/translations.ts';
import { users } from './organizations/users.ts';

/** A handler for every endpoint of the contract. A missing one doesn't compile. */
export const handlers: Handlers<PlatformContract> = {
  users,
  organizations,
  collections,
  spaces,
  content,
  changeRequests,
  revisions,
  spaceComments,
  changeRequestComments,
  changeRequestContent,
  changeRequestReviews,
  openapi,
  members,
  teams,
  translations,
  integrations,
  sites,
  siteSections,
  siteSectionGroups,
  siteSpaces,
  siteCustomization,
  shareLinks,
};
