import type { Place } from '../../../store/library/library.ts';
import { call, type Commands } from '../../ground/contributions/command.ts';
import {
  all,
  any,
  hasAccount,
  hasTextFocus,
  inView,
  isDirty,
  isInDiff,
  isInSettingsLanguage,
  not,
  onSettings,
  onSettingsChange,
  onSettingsOfSiteSpace,
} from '../../ground/contributions/conditions.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  'settings.edit': {
    title: 'Edit Settings',
    icon: 'settings-gear',
    palette: hasAccount,
    menus: {
      row: {
        '4_change@8': [
          onRow('library', ['organization', 'collection', 'space'], { may: ['admin', 'edit'] }),
          onRow('sites', ['part', 'audience', 'customization'], { may: 'change' }),
          any(
            onRow('organization', 'organization', { may: 'admin' }),
            onRow('organization', ['settings', 'member', 'team', 'spec', 'translation', 'integration'], {
              may: 'change',
            }),
          ),
        ],
      },
      siteSettings: { '0_document@1': 'always' },
    },
  },
  'settings.apply': {
    title: 'Apply Settings',
    icon: 'check',
    palette: onSettings,
    keybinding: { key: 'ctrl+s', mac: 'cmd+s', when: all(onSettings, isInSettingsLanguage, hasTextFocus) },
    menus: { editorTitle: { 'navigation@1': all(onSettings, isDirty, not(isInDiff)) } },
  },
  'settings.resetCustomization': {
    title: 'Reset Customization…',
    icon: 'discard',
    category: 'Docs Platform Sites',
    menus: {
      row: { '4_change@9': onRow('sites', 'part', { is: 'site-space', may: 'change' }) },
      editorTitle: { '1_docsPlatform@1': all(onSettingsOfSiteSpace, not(isInDiff)) },
    },
  },
  'settings.confirm': {
    title: 'Apply Changes',
    icon: 'check',
    menus: { editorTitle: { 'navigation@1': onSettingsChange } },
  },
  'settings.decline': {
    title: "Don't Apply Changes",
    icon: 'close',
    menus: { editorTitle: { 'navigation@2': onSettingsChange } },
  },
  showDetails: {
    title: 'Show Details',
    icon: 'info',
    palette: hasAccount,
    menus: { more: { '9_raw@1': not(inView('changeRequests')) } },
  },
  openInRepository: {
    call: call<(place: Place) => void>(),
    title: 'Open in Repository',
    icon: 'repo',
    menus: { more: { '1_find@3': onRow('library', ['space', 'page'], { has: 'repository' }) } },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
