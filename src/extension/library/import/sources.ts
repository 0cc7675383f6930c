import * as vscode from 'vscode';

export interface SourceItem extends vscode.QuickPickItem {
  readonly source: string;
}

/** The sources that an import can read, files first, without those that the account's server can't read. */
export function sourceItems(isReadable: (source: string) => boolean): SourceItem[] {
  const items = allItems().filter(({ source }) => source === '' || isReadable(source));
  // Headings without entries are removed too.
  return items.filter(({ source }, index) => source !== '' || items[index + 1]?.source);
}

function allItems(): SourceItem[] {
  const kind = vscode.QuickPickItemKind.Separator;
  return [
    { label: vscode.l10n.t('From Disk'), kind, source: '' },
    { label: vscode.l10n.t('File…'), detail: vscode.l10n.t('Markdown, a web page, or a ZIP archive'), source: 'file' },
    { label: vscode.l10n.t('Folder…'), detail: vscode.l10n.t('Markdown with its files'), source: 'folder' },
    { label: vscode.l10n.t('From URL'), kind, source: '' },
    { label: vscode.l10n.t('Markdown'), detail: vscode.l10n.t('A single file, such as README.md'), source: 'markdown' },
    { label: vscode.l10n.t('Web Page'), detail: vscode.l10n.t('A single HTML page'), source: 'html' },
    {
      label: vscode.l10n.t('ZIP Archive'),
      detail: vscode.l10n.t('A folder of Markdown with its files'),
      source: 'zip',
    },
    { label: vscode.l10n.t('Word Document'), detail: vscode.l10n.t('A .docx file'), source: 'docx' },
    { label: vscode.l10n.t('Services'), kind, source: '' },
    { label: vscode.l10n.t('Website'), detail: vscode.l10n.t('All of its pages'), source: 'website' },
    { label: 'Confluence', source: 'confluence' },
    { label: 'GitHub Wiki', source: 'github-wiki' },
    { label: 'Notion', source: 'notion' },
    { label: 'Google Docs', source: 'google-docs' },
  ];
}
