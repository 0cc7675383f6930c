import { changeRequestComments } from './changeRequestComments.ts';
import { changeRequestContent } from './changeRequestContent.ts';
import { changeRequestReviews } from './changeRequestReviews.ts';
import { changeRequests } from './changeRequests.ts';
import { collections } from './collections.ts';
import { content } from './content.ts';
import { integrations } from './integrations.ts';
import { members } from './members.ts';
import { openapi } from './openapi.ts';
import { organizations } from './organizations.ts';
import { revisions } from './revisions.ts';
import { shareLinks } from './shareLinks.ts';
import { siteCustomization } from './siteCustomization.ts';
import { siteSectionGroups } from './siteSectionGroups.ts';
import { siteSections } from './siteSections.ts';
import { siteSpaces } from './siteSpaces.ts';
import { sites } from './sites.ts';
import { spaceComments } from './spaceComments.ts';
import { spaces } from './spaces.ts';
import { teams } from './teams.ts';
import { translations } from './translations.ts';
import { users } from './users.ts';

/** The platform's endpoints, group by group. */
export const contract = {
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
export type PlatformContract = typeof contract;
