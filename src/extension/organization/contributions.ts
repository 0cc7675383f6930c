import type { RowOf } from './rows.ts';
import { call, inCategory } from '../ground/contributions/command.ts';
import { all, any, hasAccount, inView, isSet } from '../ground/contributions/conditions.ts';
import { contextKeys } from '../ground/contributions/contextKeys.ts';
import { at } from '../ground/contributions/menus.ts';
import { onRow } from '../ground/contributions/rows.ts';
import type { SignaturesOf } from '../ground/contributions/run.ts';

export const contributions = inCategory('Docs Platform Organization', {
  'organization.refresh': {
    title: 'Refresh Organization',
    icon: 'refresh',
    menus: { viewTitle: { 'navigation@2': all(inView('organization'), hasAccount) } },
  },
  'organization.loadMore': { title: 'Load More in Organization' },
  'organization.filterMembers': {
    title: 'Filter or Sort Members…',
    icon: 'filter',
    menus: { row: at(['1_open@1', 'inline@1'], onRow('organization', 'members')) },
  },
  'organization.filterTeams': {
    title: 'Filter Teams…',
    icon: 'filter',
    menus: { row: at(['1_open@2', 'inline@2'], onRow('organization', 'teams')) },
  },
  'organization.filterIntegrations': {
    title: 'Filter Integrations…',
    icon: 'filter',
    menus: { row: at(['1_open@2', 'inline@2'], onRow('organization', 'integrations')) },
  },
  'organization.clearFilters': {
    title: 'Clear Organization Filters',
    icon: 'filter-filled',
    menus: {
      viewTitle: {
        'navigation@1': all(inView('organization'), hasAccount, isSet(contextKeys.organization.isFiltered)),
      },
    },
  },
  'organization.reveal': {
    call: call<(at: { readonly organizationId: string; readonly section?: string; readonly id?: string }) => void>(),
    title: 'Reveal in Organization',
  },
  'organization.changeRole': {
    title: 'Change Role…',
    icon: 'edit',
    palette: hasAccount,
    menus: { row: at(['4_change@1', 'inline@2'], onRow('organization', 'member', { may: 'change' })) },
  },
  'organization.requireSso': {
    title: 'Require SSO for Member…',
    menus: { row: { '4_change@2': onRow('organization', 'member', { has: 'noSso', may: 'change' }) } },
  },
  'organization.removeMember': {
    title: 'Remove…',
    menus: { row: { '9_danger@1': onRow('organization', 'member', { may: 'change' }) } },
  },
  'organization.showMemberships': {
    title: 'Show Spaces and Teams',
    icon: 'list-tree',
    menus: {
      row: { '1_open@1': onRow('organization', ['member', 'teamMember']), 'inline@1': onRow('organization', 'member') },
    },
  },
  'organization.createTeam': {
    title: 'Create Team…',
    icon: 'add',
    palette: hasAccount,
    menus: { row: at(['2_write@1', 'inline@1'], onRow('organization', 'teams', { may: 'change' })) },
  },
  'organization.renameTeam': {
    title: 'Rename…',
    menus: { row: { '4_change@1': onRow('organization', 'team', { may: 'change' }) } },
  },
  'organization.deleteTeam': {
    title: 'Delete…',
    menus: { row: { '9_danger@2': onRow('organization', 'team', { may: 'change' }) } },
  },
  'organization.addToTeam': {
    call: call<(row: Omit<RowOf<'team'>, 'settings'>) => void>(),
    title: 'Add Members to Team…',
    icon: 'person-add',
    palette: hasAccount,
    onRows: {
      title: 'Add Members…',
      menus: { row: at(['2_write@1', 'inline@1'], onRow('organization', 'team', { may: 'change' })) },
    },
  },
  'organization.removeFromTeam': {
    title: 'Remove Members…',
    menus: { row: { '9_danger@1': onRow('organization', 'team', { may: 'change' }) } },
    onRows: {
      title: 'Remove…',
      menus: { row: { '9_danger@1': onRow('organization', 'teamMember', { may: 'change' }) } },
    },
  },
  'organization.changeTeamRole': {
    title: 'Change Role…',
    menus: { row: { '4_change@1': onRow('organization', 'teamMember', { may: 'change' }) } },
  },
  'organization.createSpec': {
    title: 'Create OpenAPI Specification…',
    icon: 'add',
    palette: hasAccount,
    menus: { row: at(['2_write@1', 'inline@1'], onRow('organization', 'specs', { may: 'change' })) },
  },
  'organization.updateSpec': {
    title: 'Update OpenAPI Specification…',
    icon: 'sync',
    onRows: {
      title: 'Update…',
      menus: { row: at(['2_write@1', 'inline@2'], onRow('organization', 'spec', { may: 'change' })) },
    },
  },
  'organization.openVersion': {
    title: 'Open',
    icon: 'go-to-file',
    menus: {
      row: {
        '1_open@1': any(onRow('organization', 'spec', { has: 'content' }), onRow('organization', 'version')),
        'inline@1': onRow('organization', 'spec', { has: 'content' }),
      },
    },
  },
  'organization.copyVersionAddress': {
    title: 'Copy Link',
    icon: 'copy',
    menus: {
      row: {
        '3_share@1': any(onRow('organization', 'spec', { has: 'content' }), onRow('organization', 'version')),
        'inline@1': onRow('organization', 'version'),
      },
    },
  },
  'organization.deleteSpec': {
    title: 'Delete…',
    menus: { row: { '9_danger@1': onRow('organization', 'spec', { may: 'change' }) } },
  },
  'organization.createTranslation': {
    title: 'Create Translation…',
    icon: 'add',
    palette: hasAccount,
    menus: { row: at(['2_write@1', 'inline@1'], onRow('organization', 'translations', { may: 'change' })) },
  },
  'organization.renameTranslation': {
    title: 'Rename…',
    menus: { row: { '4_change@1': onRow('organization', 'translation', { may: 'change' }) } },
  },
  'organization.deleteTranslation': {
    title: 'Delete…',
    menus: { row: { '9_danger@1': onRow('organization', 'translation', { may: 'change' }) } },
  },
  'organization.showIntegration': {
    title: 'Open',
    icon: 'open-preview',
    menus: { row: { '1_open@1': onRow('organization', 'integration') } },
  },
  'organization.publishIntegration': {
    title: 'Publish Integration…',
    icon: 'cloud-upload',
    menus: { row: at(['2_write@1', 'inline@1'], onRow('organization', 'integrations', { may: 'change' })) },
    onRows: {
      title: 'Publish…',
      menus: { row: { '2_write@1': onRow('organization', 'integration', { may: 'change' }) } },
    },
  },
  'organization.unpublishIntegration': {
    title: 'Unpublish…',
    menus: { row: { '9_danger@1': onRow('organization', 'integration', { may: 'change' }) } },
  },
  'organization.findByDomain': {
    title: 'Find Organization by Email Domain…',
    menus: { viewTitle: { '2_organization@1': all(inView('organization'), hasAccount) } },
  },
  'organization.deleteInvite': {
    title: 'Delete Invite Link…',
    menus: {
      viewTitle: { '2_organization@2': all(inView('organization'), hasAccount) },
      row: { '9_danger@1': onRow('organization', 'organization', { may: 'admin' }) },
    },
  },
});

declare module '../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
