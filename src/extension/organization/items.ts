import * as vscode from 'vscode';
import type { Listed } from '../../store/organizations/organizations.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { dateInWords } from '../ground/words/dates.ts';
import { look, moreItem, noteItem, opening } from '../ground/trees/look.ts';
import { plural } from '../ground/words/plural.ts';
import { may, type Row, type RowOf, type Section } from './rows.ts';
import { nameOf, roleInWords, specProblems, specStateInWords } from './words.ts';

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** What a tree item shows besides its row. */
export interface ItemState {
  /** Shown next to the title of a list. */
  readonly filter?: string | undefined;
  readonly order?: string | undefined;
  readonly list?: Listed<unknown> | undefined;
  /** The current user's id, if known. */
  readonly currentUser?: string | undefined;
}

/** The tree item of a row, without its id. */
export function itemOf(row: Row, state: ItemState): vscode.TreeItem {
  switch (row.kind) {
    case 'organization':
      return look(titleText(row.organization.title), Collapsed, {
        icon: 'organization',
        context: contextOf('organization', { admin: may(row.organization, 'admin') }),
      });
    case 'members':
    case 'teams':
    case 'specs':
    case 'translations':
    case 'integrations':
      return sectionItem(row, state);
    case 'settings':
      return settingsItem(row);
    case 'member':
      return memberItem(row, state);
    case 'team':
      return teamItem(row);
    case 'teamMember':
      return teamMemberItem(row, state);
    case 'spec':
      return specItem(row);
    case 'version':
      return versionItem(row);
    case 'translation':
      return translationItem(row);
    case 'integration':
      return integrationItem(row);
    case 'more':
      return moreItem('docsPlatform.organization.loadMore', row);
    case 'note':
      return noteItem(row, 'docsPlatform.organization.refresh');
  }
}

function sectionItem(row: RowOf<Section>, { filter, order, list }: ItemState): vscode.TreeItem {
  const { title, icon, right } = appearances()[row.kind];
  const count = list?.count;
  return look(title, Collapsed, {
    icon,
    description: [filter, order, count?.toLocaleString(vscode.env.language)].filter(Boolean).join(' · '),
    context: contextOf(row.kind, { change: may(row.organization, right) }),
  });
}

function appearances(): Readonly<
  Record<Section, { readonly title: string; readonly icon: string; readonly right: string }>
> {
  return {
    members: { title: vscode.l10n.t('Members'), icon: 'person', right: 'admin' },
    teams: { title: vscode.l10n.t('Teams'), icon: 'organization', right: 'admin' },
    specs: { title: vscode.l10n.t('OpenAPI Specifications'), icon: 'file-code', right: 'createOpenAPISpec' },
    translations: { title: vscode.l10n.t('Translations'), icon: 'globe', right: 'createContent' },
    integrations: { title: vscode.l10n.t('Integrations'), icon: 'extensions', right: 'admin' },
  };
}

function settingsItem(row: RowOf<'settings'>): vscode.TreeItem {
  const mayChange = may(row.organization, 'admin');
  const item = look(vscode.l10n.t('Settings'), None, {
    icon: 'settings-gear',
    context: contextOf('settings', { change: mayChange }),
  });
  return mayChange
    ? opening(item, 'docsPlatform.settings.edit', vscode.l10n.t('Edit Settings'), row)
    : opening(item, 'docsPlatform.showDetails', vscode.l10n.t('Show Details'), row);
}

function memberItem({ member, organization }: RowOf<'member'>, { currentUser }: ItemState): vscode.TreeItem {
  const { role, sso, disabled, user } = member;
  const marks = [
    youMark(member.id, currentUser),
    roleInWords(role),
    sso ? vscode.l10n.t('SSO') : undefined,
    disabled ? vscode.l10n.t('disabled') : undefined,
  ];
  const seen = dateInWords(member.lastSeenAt);
  const joined = dateInWords(member.joinedAt);
  return look(nameOf(member), None, {
    icon: disabled ? 'circle-slash' : 'account',
    description: marks.filter(Boolean).join(' · '),
    tooltip: [
      user?.email,
      joined && vscode.l10n.t('Joined {0}', joined),
      seen ? vscode.l10n.t('Last seen {0}', seen) : vscode.l10n.t('Never signed in'),
    ],
    context: contextOf('member', { change: may(organization, 'admin'), noSso: !sso }),
  });
}

function youMark(member: string, currentUser: string | undefined): string | undefined {
  return member === currentUser ? vscode.l10n.t('(you)') : undefined;
}

function teamItem({ team }: RowOf<'team'>): vscode.TreeItem {
  const { members } = team;
  const created = dateInWords(team.createdAt);
  return look(titleText(team.title, team.id), Collapsed, {
    icon: 'organization',
    description: typeof members === 'number' ? countOfMembers(members) : undefined,
    tooltip: [created && vscode.l10n.t('Created {0}', created)],
    context: contextOf('team', { change: team.permissions?.['admin'] !== false }),
  });
}

export function countOfMembers(count: number): string {
  return plural(vscode.l10n.t('{0} member|{0} members'), count);
}

function teamMemberItem({ person, team }: RowOf<'teamMember'>, { currentUser }: ItemState): vscode.TreeItem {
  const isOwner = person.team?.role === 'owner';
  return look(nameOf(person.organization), None, {
    icon: person.organization.disabled ? 'circle-slash' : 'account',
    description: [youMark(person.id, currentUser), isOwner ? vscode.l10n.t('owner') : undefined]
      .filter(Boolean)
      .join(' · '),
    tooltip: [
      person.organization.user?.email,
      isOwner ? vscode.l10n.t('Can manage the members of the team') : undefined,
      vscode.l10n.t('Role in the organization: {0}', roleInWords(person.organization.role)),
    ],
    context: contextOf('teamMember', { change: team.permissions?.['admin'] !== false }),
  });
}

function specItem({ spec }: RowOf<'spec'>): vscode.TreeItem {
  const state = specStateInWords(spec);
  const isUnderWay = spec.processingState === 'pending' || spec.processingState === 'progress';
  const read = dateInWords(spec.lastProcessedAt);
  return look(titleText(spec.slug), Collapsed, {
    icon: isUnderWay ? 'sync~spin' : state ? 'warning' : 'file-code',
    description: state,
    tooltip: [
      spec.sourceURL ? vscode.l10n.t('Source: {0}', spec.sourceURL) : vscode.l10n.t('Source: text'),
      read && vscode.l10n.t('Last read {0}', read),
      state,
      ...specProblems(spec),
    ],
    context: contextOf('spec', { change: spec.permissions?.['edit'] !== false, content: !!spec.lastVersion }),
  });
}

function versionItem(row: RowOf<'version'>): vscode.TreeItem {
  const { spec, version } = row;
  const item = look(dateInWords(version.createdAt) ?? titleText(version.id), None, {
    icon: 'json',
    description: version.id === spec.lastVersion ? vscode.l10n.t('latest') : undefined,
    tooltip: [version.id],
    context: 'version',
  });
  return opening(item, 'docsPlatform.organization.openVersion', vscode.l10n.t('Open Version'), row);
}

function translationItem({ translation }: RowOf<'translation'>): vscode.TreeItem {
  return look(titleText(translation.title), None, {
    icon: 'globe',
    description: titleText(translation.languages?.join(', '), ''),
    context: contextOf('translation', { change: translation.permissions?.['edit'] !== false }),
  });
}

function integrationItem(row: RowOf<'integration'>): vscode.TreeItem {
  const { name, title, visibility, verified, owner, description, permissions } = row.integration;
  const isOurs = owner?.id === row.organization.id;
  const marks = [
    isOurs ? undefined : titleText(owner?.title, ''),
    titleText(visibility, ''),
    verified ? vscode.l10n.t('verified') : undefined,
  ];
  const item = look(titleText(title, name), None, {
    icon: 'extensions',
    description: marks.filter(Boolean).join(' · '),
    tooltip: [name, description],
    context: contextOf('integration', { change: permissions?.['admin'] === true }),
  });
  return opening(item, 'docsPlatform.organization.showIntegration', vscode.l10n.t('Show Integration'), row);
}

function contextOf(kind: string, marks: Readonly<Record<string, boolean>>): string {
  return [kind, ...Object.keys(marks).filter((mark) => marks[mark])].join(';');
}
