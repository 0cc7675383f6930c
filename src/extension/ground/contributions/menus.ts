import { any, onPageOfChangeRequest, type Condition } from './conditions.ts';
import { onRow } from './rows.ts';

/**
 * VS Code's menus that contain entries of the extension, and the extension's own submenus, by the names that command
 * tables use.
 */
export const menuIds = {
  viewTitle: 'view/title',
  row: 'view/item/context',
  editorTitle: 'editor/title',
  editorContext: 'editor/context',
  webview: 'webview/context',
  threadTitle: 'comments/commentThread/title',
  threadContext: 'comments/commentThread/context',
  commentTitle: 'comments/comment/title',
  commentContext: 'comments/comment/context',
  sourceControl: 'scm/title',
  sourceControlGroup: 'scm/resourceGroup/context',
  sourceControlRow: 'scm/resourceState/context',
  gutterChange: 'scm/change/title',
  siteSettings: 'docsPlatform.siteSettings',
  organize: 'docsPlatform.organize',
  changeRequest: 'docsPlatform.changeRequest',
  more: 'docsPlatform.more',
  review: 'docsPlatform.review',
} as const;

/**
 * Where and when an entry is shown: by menu, then by group with its order (`'4_change@2'`; `inline` and `navigation`
 * are icons). Each of several conditions makes an entry of its own.
 */
export type Places = {
  readonly [Menu in keyof typeof menuIds]?: Readonly<Record<string, When | readonly Condition[]>>;
};

type When = Condition | 'always';

/** Puts the same entry into several groups, for example as a row's icon and in its menu. */
export function at(
  groups: readonly string[],
  condition: When | readonly Condition[],
): Record<string, typeof condition> {
  return Object.fromEntries(groups.map((group) => [group, condition]));
}

/** The submenus of the extension. Commands refer to them in their places. */
export const submenus: Readonly<Record<string, { readonly label: string; readonly menus: Places }>> = {
  siteSettings: {
    label: 'Settings',
    menus: { row: { '4_change@2': onRow('sites', 'site', { may: 'change' }) } },
  },
  organize: {
    label: 'Organize',
    menus: {
      row: {
        '4_change@2': any(
          onRow('library', 'collection', { may: 'admin' }),
          onRow('library', 'space', { is: ['live', 'locked'] }),
        ),
      },
    },
  },
  changeRequest: {
    label: 'Change Request',
    menus: { editorTitle: { '2_changeRequests@6': onPageOfChangeRequest } },
  },
  more: {
    label: 'More',
    menus: {
      row: {
        'z_more@1': any(
          onRow('library', ['organization', 'collection', 'space', 'page', 'file']),
          onRow('changeRequests', 'changeRequest'),
          onRow('sites', ['site', 'part']),
          onRow('organization', [
            'organization',
            'settings',
            'member',
            'team',
            'teamMember',
            'spec',
            'translation',
            'integration',
          ]),
        ),
      },
    },
  },
  review: {
    label: 'Review',
    menus: {
      row: {
        '2_write@3': any(
          onRow('changeRequests', 'changeRequest', { has: 'reviews' }),
          onRow('changeRequests', 'changeRequest', { has: 'reviewing' }),
        ),
      },
    },
  },
};
