import * as vscode from 'vscode';
import type { Organization } from '../../../contract/organizations/organizations.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { titleText } from '../../../model/shared/titleText.ts';

/** Where to search. */
export type ScopeKind = 'space' | 'organization' | 'all';

/** The scope chosen last in this window. */
export interface LastScope {
  kind: ScopeKind;
}

/** The possible scopes, by kind. Limiting a search to one organization makes sense only if there are several. */
export interface Scopes {
  readonly space: Space | undefined;
  readonly organization: Organization | undefined;
  readonly all: readonly Organization[];
}

export interface ScopeButton extends vscode.QuickInputButton {
  readonly kind: Exclude<ScopeKind, 'all'>;
}

/** `near` is the space of the active page, or the one that was given. */
export function scopesAround(all: readonly Organization[], near: Space | undefined): Scopes {
  const own = all.find(({ id }) => id === near?.organization) ?? all[0];
  return { space: near, organization: all.length > 1 ? own : undefined, all };
}

/** This scope, or the next wider one that is available. */
export function atLeast(kind: ScopeKind, { space, organization }: Scopes): ScopeKind {
  if (kind === 'space' && space) return 'space';
  return kind !== 'all' && organization ? 'organization' : 'all';
}

/** Toggle buttons in the input box. All are off when everything is searched. */
export function scopeButtons(kind: ScopeKind, { space, organization }: Scopes): ScopeButton[] {
  const button = (of: ScopeButton['kind'], icon: string, title: string): ScopeButton => ({
    kind: of,
    iconPath: new vscode.ThemeIcon(icon),
    tooltip: vscode.l10n.t('Search in {0} Only', titleText(title)),
    location: vscode.QuickInputButtonLocation.Input,
    toggle: { checked: of === kind },
  });
  return [
    ...(space ? [button('space', 'book', space.title)] : []),
    ...(organization ? [button('organization', 'organization', organization.title)] : []),
  ];
}

export function scopeInWords(kind: ScopeKind, { space, organization, all }: Scopes): string {
  if (kind === 'space' && space) return titleText(space.title);
  const places = kind === 'organization' && organization ? [organization] : all;
  return places.length > 3
    ? vscode.l10n.t('all organizations')
    : places.map(({ title }) => titleText(title)).join(', ');
}
