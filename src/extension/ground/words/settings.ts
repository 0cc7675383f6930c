import * as vscode from 'vscode';
import type { SettingsReasons } from '../../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';

/** Of documents that are written as JSON: settings, requests to the API, and manifests of integrations. */
export const settingsWords: WordsFor<SettingsReasons> = {
  fieldNotEditable: ({ field }) => vscode.l10n.t("{0} isn't a field that you can change here.", field),
  fieldUnreadable: ({ field }) =>
    vscode.l10n.t(
      "This version can't read {0} in the form that the server sends, so saving could lose it. Replace or remove it here, or change these settings on the web.",
      field,
    ),
  settingsOvertaken: () => vscode.l10n.t('Someone else changed these settings in the meantime. Save again to compare.'),
  resourceGone: () => vscode.l10n.t('This no longer exists on the server.'),
  notMember: ({ field }) => vscode.l10n.t("{0} isn't a member of the organization.", field),
  membersNotObject: ({ field }) =>
    vscode.l10n.t('{0} must be an object, such as {1}.', field, '{ "name@example.com": "member" }'),
  notJson: ({ words }) => vscode.l10n.t("This isn't valid JSON: {0}", words),
  notJsonAtLine: ({ problem, line }) => vscode.l10n.t("This isn't valid JSON: {0} on line {1}.", problem, line),
  jsonTooDeep: () => vscode.l10n.t('This JSON is nested too deeply.'),
  settingsNotObject: () => vscode.l10n.t('The document must be a single JSON object: {0}.', '{ … }'),
  requestNotObject: () => vscode.l10n.t('A request must be a JSON object with "path", "query", and "body".'),
  manifestNotJson: () => vscode.l10n.t("This file isn't valid JSON. Check it in an editor."),
  manifestNotObject: () =>
    vscode.l10n.t('A manifest must be a JSON object with "title", "description", "script", and other fields.'),
  manifestName: () =>
    vscode.l10n.t('The name in this manifest can only contain letters, digits, hyphens, underscores, and dots.'),
};
