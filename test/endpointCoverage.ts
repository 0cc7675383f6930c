import type { PlatformContract } from '../src/contract/contract.ts';

/**
 * How an endpoint is reached in VS Code: the commands that call it, without `docsPlatform.`. `inView` means that a view
 * calls it by itself once a user is signed in. `board` means the actions on the board of a site, which have no
 * commands. `reason` says why no view uses it, so that only Call API Endpoint calls it.
 */
export interface EndpointRow {
  readonly by: readonly string[];
  readonly reason?: string;
}

type Table = { readonly [G in keyof PlatformContract]: { readonly [E in keyof PlatformContract[G]]: EndpointRow } };

const by = (...commands: string[]): EndpointRow => ({ by: commands });
const alone = (reason: string): EndpointRow => ({ by: ['callEndpoint.send'], reason });
const settings = by('settings.edit', 'settings.apply');
const inView = 'signIn';

/** An endpoint without a row does not compile. */
export const endpointTable: Table = {
  users: { me: by(inView) },
  organizations: {
    list: by(inView, 'library.refresh'),
    get: by('settings.edit', inView),
    update: settings,
    deleteInvite: by('organization.deleteInvite'),
    search: by('search'),
    ofEmailDomain: by('organization.findByDomain'),
  },
  collections: {
    get: by('settings.edit', 'settings.apply', 'collection.rename', 'collection.describe'),
    delete: by('collection.delete'),
    update: by('settings.apply', 'collection.rename', 'collection.describe'),
    spaces: by(inView, 'library.refresh'),
    move: by('library.move'),
    transfer: by('library.transfer'),
    list: by(inView, 'library.refresh'),
    create: by('collection.create'),
  },
  spaces: {
    get: by(inView, 'settings.edit'),
    delete: by('space.delete'),
    update: by('settings.apply', 'space.rename', 'space.lock'),
    duplicate: by('space.duplicate'),
    restore: by('space.restore'),
    move: by('library.move'),
    transfer: by('library.transfer'),
    links: by('links.report'),
    list: by(inView),
    create: by('space.create'),
  },
  content: {
    search: by('search'),
    revision: alone('Pages and files are listed by endpoints of their own.'),
    import: by('importIntoSpace'),
    pages: by(inView, 'goToPage'),
    files: by(inView, 'library.refresh'),
    file: by('showDetails'),
    fileBacklinks: by('links.backlinks'),
    page: by(inView, 'page.preview', 'search'),
    pageAtPath: by('openFromUrl'),
    pageLinks: by('links.report'),
  },
  changeRequests: {
    list: by(inView, 'changeRequests.groupBySpace'),
    create: by('changeRequests.create'),
    get: by('changeRequests.goTo', 'changeRequest.merge'),
    update: by('changeRequest.rename', 'changeRequest.archive'),
    merge: by('changeRequest.merge'),
    pull: by('changeRequest.update'),
    pdf: by('changeRequest.savePdf'),
    ofOrganization: by(inView),
  },
  revisions: { get: by('changes.open'), pages: by('changes.open'), page: by('changes.open') },
  spaceComments: {
    list: by('page.preview', 'comments.refresh', 'openThreads'),
    create: by('comments.send', 'comments.begin'),
    get: by('comments.resolve', 'comments.reopen'),
    update: by('comments.resolve', 'comments.saveEdit'),
    delete: by('comments.delete'),
    replies: by('comments.showReplies', 'openThreads'),
    createReply: by('comments.reply', 'comments.sendReply'),
    reply: alone('Replies are read with the list of their thread.'),
    updateReply: by('comments.saveEdit'),
    deleteReply: by('comments.delete'),
    commenters: by('openThreads'),
  },
  changeRequestComments: {
    list: by('changes.open', 'changes.openPage', 'openThreads'),
    create: by('comments.send', 'comments.begin'),
    get: by('comments.resolve', 'comments.reopen'),
    update: by('comments.resolve', 'comments.saveEdit'),
    delete: by('comments.delete'),
    replies: by('comments.showReplies', 'comments.send', 'openThreads'),
    createReply: by('comments.reply', 'comments.send', 'comments.sendReply'),
    reply: alone('Replies are read with the list of their thread.'),
    updateReply: by('comments.saveEdit'),
    deleteReply: by('comments.delete'),
    commenters: by('openThreads'),
  },
  changeRequestContent: {
    revision: by('changes.open'),
    pages: by('changes.open'),
    page: by('changes.open'),
    files: by('changes.open'),
    changes: by('changes.open', inView),
    update: by('editing.newPage'),
  },
  changeRequestReviews: {
    list: by('changeRequest.showReviews'),
    create: by('changeRequest.approve'),
    requestedReviewers: by('changeRequest.withdrawReviewer'),
    requestReviewers: by('changeRequest.requestReviewers'),
    removeRequestedReviewer: by('changeRequest.withdrawReviewer'),
    contributors: by('changeRequest.showReviews'),
  },
  openapi: {
    list: by(inView, 'organization.refresh'),
    create: by('organization.createSpec'),
    get: by('organization.createSpec', 'settings.edit'),
    put: by('organization.updateSpec', 'settings.apply'),
    delete: by('organization.deleteSpec'),
    versions: by(inView, 'organization.refresh', 'organization.openVersion'),
    latestVersion: by('organization.createSpec', 'organization.updateSpec', 'organization.copyVersionAddress'),
    latestContent: by('organization.openVersion'),
    version: by('organization.copyVersionAddress'),
    versionContent: by('organization.openVersion'),
  },
  members: {
    list: by(inView, 'organization.filterMembers'),
    get: by('settings.edit', 'organization.changeRole'),
    delete: by('organization.removeMember'),
    update: by('organization.changeRole', 'settings.apply'),
    ping: by(inView),
    setSso: by('organization.requireSso'),
    spaces: by('organization.showMemberships'),
    teams: by('organization.showMemberships'),
  },
  teams: {
    list: by(inView, 'organization.filterTeams'),
    create: by('organization.createTeam'),
    get: by('settings.edit', 'organization.addToTeam', 'organization.removeFromTeam', 'organization.changeTeamRole'),
    delete: by('organization.deleteTeam'),
    update: by('organization.renameTeam'),
    members: by(inView, 'settings.edit'),
    updateMembers: by('organization.addToTeam', 'settings.apply'),
    putMember: by('organization.changeTeamRole', 'organization.addToTeam'),
    deleteMember: by('organization.removeFromTeam'),
  },
  translations: {
    list: by(inView, 'organization.refresh'),
    create: by('organization.createTranslation'),
    get: by('settings.edit'),
    update: by('organization.renameTranslation', 'settings.apply'),
    delete: by('organization.deleteTranslation'),
  },
  integrations: {
    list: by(inView, 'organization.filterIntegrations'),
    get: by('organization.showIntegration', 'settings.edit'),
    publish: by('organization.publishIntegration', 'settings.apply'),
    unpublish: by('organization.unpublishIntegration'),
    installations: by('organization.showIntegration'),
  },
  sites: {
    list: by(inView, 'sites.refresh'),
    create: by('sites.create'),
    get: by(inView, 'settings.edit'),
    delete: by('sites.delete'),
    update: by('sites.rename', 'settings.apply'),
    adaptiveSchema: by('sites.showAudience', 'settings.edit'),
    updateAdaptiveSchema: settings,
    templateConditions: by('sites.showAudience', inView, 'sites.refresh'),
    published: by('sites.showPublished'),
    structure: by('sites.openBoard', inView),
    sort: by('sites.openBoard'),
    publish: by('sites.publish'),
    unpublish: by('sites.unpublish'),
  },
  siteSections: {
    list: by(inView, 'settings.edit'),
    create: by('sites.openBoard'),
    delete: by('sites.openBoard'),
    update: by('sites.openBoard', 'settings.apply'),
    move: by('sites.openBoard'),
  },
  siteSectionGroups: {
    list: by(inView, 'settings.edit'),
    create: by('sites.openBoard'),
    delete: by('sites.openBoard'),
    update: by('sites.openBoard', 'settings.apply'),
    addSection: by('sites.openBoard'),
    removeSection: by('sites.openBoard'),
    move: by('sites.openBoard'),
  },
  siteSpaces: {
    list: by(inView, 'settings.edit'),
    create: by('sites.openBoard'),
    delete: by('sites.openBoard'),
    update: by('sites.openBoard', 'settings.apply'),
    move: by('sites.openBoard'),
  },
  siteCustomization: {
    get: by('sites.showCustomization', 'settings.edit'),
    replace: settings,
    ofSiteSpace: by('settings.edit'),
    resetOfSiteSpace: by('settings.resetCustomization'),
    updateOfSiteSpace: settings,
  },
  shareLinks: {
    list: by(inView, 'sites.refresh'),
    create: by('sites.createShareLink'),
    delete: by('sites.deleteShareLink'),
    update: by('sites.toggleShareLink', 'sites.renameShareLink'),
  },
};

export function endpointCoverage(id: string): EndpointRow & { readonly screens: readonly string[] } {
  const [group = '', name = ''] = id.split('.');
  const row = (endpointTable as Readonly<Record<string, Readonly<Record<string, EndpointRow>>>>)[group]?.[name] ?? by();
  return { ...row, screens: row.by.map((command) => `docsPlatform.${command}`) };
}
