import * as vscode from 'vscode';
import type { ImportResult } from '../../../contract/spaces/content.ts';
import { importReport, type ImportSummary } from '../../../model/pages/importReport.ts';
import type { ImportNote } from '../../../model/pages/importSources.ts';
import { importTexts } from '../../ground/words/importReport.ts';
import { plural } from '../../ground/words/plural.ts';
import type { ImportContext } from './context.ts';

export function showReport(): string {
  return vscode.l10n.t('Show Report');
}

export async function openReport(summary: ImportSummary): Promise<void> {
  const content = importReport(summary, importTexts());
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
}

/** Of an import by a server: of the local platform, which says what it left out. */
export function summaryOf(name: string, { importedResources, files, notes }: ImportResult): ImportSummary {
  const pages = (importedResources ?? 0) - (files ?? 0);
  return { name, pages, files: files ?? 0, notes: (notes ?? []) as ImportNote[] };
}

/** What people decide about before the import: the others are in its report. */
const serious = new Set<ImportNote['kind']>(['skipped', 'limit', 'longTitle']);

/** How many files the question names. */
const mostNamed = 10;

/** Whether to import in spite of files that can't come in as they are. */
export async function isAccepted(parts: ImportContext, summary: ImportSummary): Promise<boolean> {
  const paths = new Set(summary.notes.filter(({ kind }) => serious.has(kind)).map(({ path }) => path));
  if (paths.size === 0) return true;
  const named = [...paths].slice(0, mostNamed).join(', ') + (paths.size > mostNamed ? ', …' : '');
  const accept = vscode.l10n.t('Import');
  const message = plural(
    vscode.l10n.t(
      "{0} page or file won't come in as it is: {1}. Import anyway?|{0} pages or files won't come in as they are: {1}. Import anyway?",
    ),
    paths.size,
    named,
  );
  const answer = await parts.prompts.choose({ message, severity: 'warning', actions: [accept, showReport()] });
  if (answer !== showReport()) return answer === accept;
  await openReport(summary);
  return isAccepted(parts, summary);
}
