import type { Resource } from '../model/shared/reasons.ts';

/**
 * Names the missing resource when an endpoint, given as `METHOD /path/{id}`, answers 404: the one that the last id in
 * its path identifies.
 */
export function missingResource(endpoint: string): Resource | undefined {
  const parameter = endpoint.match(/\{(\w+)\}(?!.*\{)/)?.[1] ?? '';
  return names[parameter];
}

const names: Readonly<Record<string, Resource>> = {
  changeRequestId: 'changeRequest',
  collectionId: 'collection',
  commentId: 'comment',
  commentReplyId: 'reply',
  emailDomain: 'emailDomain',
  fileId: 'file',
  integrationName: 'integration',
  inviteId: 'invite',
  organizationId: 'organization',
  pageId: 'page',
  pagePath: 'page',
  revisionId: 'revision',
  shareLinkId: 'shareLink',
  siteId: 'site',
  siteSectionGroupId: 'sectionGroup',
  siteSectionId: 'section',
  siteSpaceId: 'siteSpace',
  spaceId: 'space',
  specSlug: 'spec',
  teamId: 'team',
  translationSettingsId: 'translation',
  userId: 'user',
  versionId: 'version',
};
