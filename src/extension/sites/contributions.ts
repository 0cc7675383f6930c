import type { SiteAddress } from '../../store/sites/calls.ts';
import type { OpenedSite } from '../ground/services/openedSite.ts';
import type { Visited } from './rows.ts';
import { call, inCategory } from '../ground/contributions/command.ts';
import { all, hasAccount, inView, isSet, not } from '../ground/contributions/conditions.ts';
import { contextKeys } from '../ground/contributions/contextKeys.ts';
import { at } from '../ground/contributions/menus.ts';
import { onRow } from '../ground/contributions/rows.ts';
import type { SignaturesOf } from '../ground/contributions/run.ts';

export const contributions = inCategory('Docs Platform Sites', {
  'sites.refresh': {
    title: 'Refresh Sites',
    icon: 'refresh',
    menus: { viewTitle: { 'navigation@3': all(inView('sites'), hasAccount) } },
  },
  'sites.loadMore': { title: 'Load More Sites' },
  'sites.filter': {
    title: 'Filter Sites…',
    icon: 'filter',
    menus: {
      viewTitle: {
        'navigation@2': all(inView('sites'), hasAccount, not(isSet(contextKeys.sites.isFiltered))),
        '2_show@1': all(inView('sites'), hasAccount, isSet(contextKeys.sites.isFiltered)),
      },
    },
  },
  'sites.clearFilter': {
    title: 'Clear Site Filter',
    icon: 'filter-filled',
    menus: { viewTitle: { 'navigation@2': all(inView('sites'), hasAccount, isSet(contextKeys.sites.isFiltered)) } },
  },
  'sites.reveal': { call: call<(site: SiteAddress, part?: string) => void>(), title: 'Reveal in Sites' },
  'sites.create': {
    title: 'Create Site…',
    icon: 'add',
    palette: hasAccount,
    menus: {
      viewTitle: { 'navigation@1': all(inView('sites'), hasAccount) },
      row: at(['2_write@1', 'inline@1'], onRow('sites', 'organization', { may: 'change' })),
    },
  },
  'sites.rename': { title: 'Rename…', menus: { row: { '4_change@1': onRow('sites', 'site', { may: 'change' }) } } },
  'sites.changeVisibility': { title: 'Change Visibility…', menus: { siteSettings: { '1_site@1': 'always' } } },
  'sites.changeBasename': { title: 'Change Basename…', menus: { siteSettings: { '1_site@2': 'always' } } },
  'sites.changeProxy': { title: 'Change Proxy…', menus: { siteSettings: { '1_site@3': 'always' } } },
  'sites.chooseDefaultSection': {
    title: 'Change Default Section…',
    menus: { siteSettings: { '2_default@1': 'always' } },
  },
  'sites.chooseDefaultSpace': { title: 'Change Default Space…', menus: { siteSettings: { '2_default@2': 'always' } } },
  'sites.toggleAdaptiveContent': {
    title: 'Toggle Adaptive Content',
    menus: {
      row: { '4_change@1': onRow('sites', 'audience', { may: 'change' }) },
      siteSettings: { '3_audience@1': 'always' },
    },
  },
  'sites.toggleAgents': { title: 'Toggle AI Agent Access', menus: { siteSettings: { '3_audience@2': 'always' } } },
  'sites.publish': {
    call: call<(row: unknown) => void>(),
    title: 'Publish…',
    palette: hasAccount,
    menus: { row: { '4_change@3': onRow('sites', 'site', { is: 'unpublished', may: 'change' }) } },
  },
  'sites.unpublish': {
    title: 'Unpublish…',
    menus: { row: { '9_danger@1': onRow('sites', 'site', { is: 'live', may: 'change' }) } },
  },
  'sites.delete': { title: 'Delete…', menus: { row: { '9_danger@2': onRow('sites', 'site', { may: 'change' }) } } },
  'sites.open': {
    call: call<(row: Visited) => void>(),
    title: 'Open in Browser',
    icon: 'link-external',
    palette: hasAccount,
    menus: { row: at(['1_open@1', 'inline@2'], onRow('sites', ['site', 'part'], { has: 'address' })) },
  },
  'sites.copyAddress': {
    title: 'Copy Link',
    icon: 'link',
    palette: hasAccount,
    menus: { row: { '3_share@1': onRow('sites', ['site', 'part'], { has: 'address' }) } },
  },
  'sites.findSpace': {
    title: 'Find Space in Sites…',
    icon: 'globe',
    palette: hasAccount,
    onRows: { title: 'Find in Sites', menus: { more: { '1_find@1': onRow('library', 'space') } } },
  },
  'sites.createShareLink': {
    title: 'Create Share Link…',
    icon: 'add',
    palette: hasAccount,
    menus: {
      row: {
        '3_share@2': onRow('sites', ['site', 'shareLinks'], { may: 'change' }),
        'inline@1': onRow('sites', 'shareLinks', { may: 'change' }),
      },
    },
  },
  'sites.renameShareLink': { title: 'Rename…', menus: { row: { '4_change@1': onRow('sites', 'shareLink') } } },
  'sites.toggleShareLink': {
    title: 'Toggle Access',
    menus: { row: { '4_change@2': onRow('sites', 'shareLink') } },
  },
  'sites.copyShareLink': {
    title: 'Copy Link',
    icon: 'copy',
    menus: { row: at(['3_share@1', 'inline@1'], onRow('sites', 'shareLink', { has: 'address' })) },
  },
  'sites.deleteShareLink': { title: 'Delete…', menus: { row: { '9_danger@1': onRow('sites', 'shareLink') } } },
  'sites.enterShareKey': {
    title: 'Enter Share Key…',
    menus: { more: { '3_share@1': onRow('sites', 'site', { has: 'shared' }) } },
  },
  'sites.forgetShareKey': {
    title: 'Forget Share Key',
    menus: { more: { '3_share@2': onRow('sites', 'site', { has: 'shared' }) } },
  },
  'sites.showPublished': {
    call: call<(site: OpenedSite) => void>(),
    title: 'Show Published Structure',
    icon: 'eye',
    menus: { row: { '1_open@2': onRow('sites', 'site', { is: 'live' }) } },
  },
  'sites.showCustomization': { title: 'Open', menus: { row: { '1_open@1': onRow('sites', 'customization') } } },
  'sites.showAudience': { title: 'Open', menus: { row: { '1_open@1': onRow('sites', 'audience') } } },
  'sites.openBoard': {
    title: 'Edit Structure',
    icon: 'layout',
    palette: hasAccount,
    menus: { row: { '2_write@1': onRow('sites', ['site', 'part']), 'inline@1': onRow('sites', 'site') } },
  },
});

declare module '../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
