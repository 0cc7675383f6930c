/**
 * Names the missing resource when an endpoint, given as `METHOD /path/{id}`, answers 404: the one that the last id in
 * its path identifies.
 */
export function missingResource(endpoint: string): string | undefined {
  const parameter = endpoint.match(/\{(\w+)\}(?!.*\{)/)?.[1] ?? '';
  return names[parameter];
}

const names: Readonly<Record<string, string>> = {
  changeRequestId: 'change request',
  collectionId: 'collection',
  commentId: 'comment',
  commentReplyId: 'reply',
  emailDomain: 'email domain',
  fileId: 'file',
  integrationName: 'integration',
  inviteId: 'invite',
  organizationId: 'organization',
  pageId: 'page',
  pagePath: 'page',
  revisionId: 'revision',
  shareLinkId: 'share link',
  siteId: 'site',
  siteSectionGroupId: 'section group',
  siteSectionId: 'section',
  siteSpaceId: 'space of the site',
  spaceId: 'space',
  specSlug: 'OpenAPI specification',
  teamId: 'team',
  translationSettingsId: 'translation',
  userId: 'person',
  versionId: 'version',
};
