import * as vscode from 'vscode';
import { problemOf, type FindQuery } from '../../../model/find/query.ts';
import { plainText } from '../../ground/words/plainText.ts';
import type { Scope, ScopeKind } from './scopes.ts';
import { createInputBox, showInput } from '../../ground/services/openInput.ts';

/** What the user wants to find, and where. */
export interface Asked {
  readonly query: FindQuery;
  readonly scope: Scope;
}

type Option = 'isCaseSensitive' | 'isWholeWord' | 'isRegex';

interface OptionButton extends vscode.QuickInputButton {
  readonly press: () => void;
}

const scopeIcons: Readonly<Record<ScopeKind, string>> = {
  page: 'file',
  space: 'book',
  collection: 'folder-library',
  organization: 'organization',
};

/** Asks what to find and where, in one input box with toggles. */
export function askQuery(before: FindQuery, scopes: readonly Scope[], first: Scope): Promise<Asked | undefined> {
  const input = createInputBox();
  let query = before;
  let scope = first;
  input.placeholder = vscode.l10n.t('Text to find');
  input.value = before.text;
  input.valueSelection = [0, before.text.length];

  const show = (): void => {
    input.title = vscode.l10n.t('Find in {0}', scope.name);
    input.buttons = [...optionButtons(), ...scopeButtons()];
    const problem = query.text === '' ? undefined : problemOf(query);
    input.validationMessage = problem && plainText(vscode.l10n.t("This regular expression isn't valid: {0}", problem));
  };
  const toggle = (icon: string, tooltip: string, checked: boolean, press: () => void): OptionButton => ({
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
    location: vscode.QuickInputButtonLocation.Input,
    toggle: { checked },
    press,
  });
  const optionButtons = (): OptionButton[] => {
    const option = (name: Option, icon: string, tooltip: string) =>
      toggle(icon, tooltip, query[name], () => (query = { ...query, [name]: !query[name] }));
    return [
      option('isCaseSensitive', 'case-sensitive', vscode.l10n.t('Match Case')),
      option('isWholeWord', 'whole-word', vscode.l10n.t('Match Whole Word')),
      option('isRegex', 'regex', vscode.l10n.t('Use Regular Expression')),
    ];
  };
  /** One per kind. Pressed again, it takes the next scope of that kind, such as the next organization. */
  const scopeButtons = (): OptionButton[] =>
    [...Map.groupBy(scopes, ({ kind }) => kind)].map(([kind, all]) => {
      const next = all[scope.kind === kind ? (all.indexOf(scope) + 1) % all.length : 0] ?? scope;
      const named = scope.kind === kind ? scope : next;
      return toggle(scopeIcons[kind], vscode.l10n.t('Find in {0}', named.name), scope.kind === kind, () => {
        scope = next;
      });
    });

  show();
  return new Promise((resolve) => {
    input.onDidChangeValue((text) => {
      query = { ...query, text };
      show();
    });
    input.onDidTriggerButton((button) => {
      (button as OptionButton).press();
      show();
    });
    input.onDidAccept(() => {
      if (query.text === '' || problemOf(query) !== undefined) return;
      resolve({ query, scope });
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    showInput(input);
  });
}
