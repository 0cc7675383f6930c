import type { CommandName } from '../contributions/run.ts';

/**
 * Palette commands that apply to the selected row. Commands on a change request check the row themselves, because it
 * has to be a suitable one.
 */
export const aboutRows: ReadonlySet<string> = new Set<CommandName>([
  'docsPlatform.changes.open',
  'docsPlatform.changeRequests.create',
  'docsPlatform.openThreads',
  'docsPlatform.findInPages.find',
  'docsPlatform.links.report',
  'docsPlatform.importIntoSpace',
  'docsPlatform.editing.edit',
  'docsPlatform.editing.newPage',
  'docsPlatform.editing.renamePage',
  'docsPlatform.editing.movePage',
  'docsPlatform.editing.deletePage',
  'docsPlatform.space.create',
  'docsPlatform.collection.create',
  'docsPlatform.settings.edit',
  'docsPlatform.showDetails',
  'docsPlatform.sites.create',
  'docsPlatform.sites.openBoard',
  'docsPlatform.sites.publish',
  'docsPlatform.sites.open',
  'docsPlatform.sites.copyAddress',
  'docsPlatform.sites.findSpace',
  'docsPlatform.sites.createShareLink',
  'docsPlatform.organization.createTeam',
  'docsPlatform.organization.addToTeam',
  'docsPlatform.organization.changeRole',
  'docsPlatform.organization.createSpec',
  'docsPlatform.organization.createTranslation',
]);
