import * as vscode from 'vscode';
import type { ReportWords } from '../../../model/pages/importReport.ts';

/** The texts of an import's report. */
export function importTexts(): ReportWords {
  return {
    title: vscode.l10n.t('Import into “{0}”', '{0}'),
    taken: vscode.l10n.t('Pages: {0}. Files: {1}.', '{0}', '{1}'),
    complete: vscode.l10n.t('Nothing was changed or left out.'),
    skipped: vscode.l10n.t('Skipped files'),
    unlisted: vscode.l10n.t('Pages that the table of contents leaves out: they come last, hidden where possible'),
    encoding: vscode.l10n.t('Files in another encoding than UTF-8, or with bad bytes'),
    longTitle: vscode.l10n.t('Titles that were shortened to 250 characters'),
    limit: vscode.l10n.t('Pages that are too long'),
    frontMatter: vscode.l10n.t('Front matter that isn’t valid YAML, and was read line by line'),
    property: vscode.l10n.t('Properties that can’t be imported'),
    include: vscode.l10n.t('Included texts that were left out: not found, empty, too long, or including themselves'),
    file: vscode.l10n.t('Links to files that weren’t found'),
    upload: vscode.l10n.t('Files to add in the browser, because they weren’t uploaded'),
    redirect: vscode.l10n.t('Redirects (set these up in the site)'),
    setting: vscode.l10n.t('Settings that couldn’t be read'),
  };
}
