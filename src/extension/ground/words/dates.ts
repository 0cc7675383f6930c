import * as vscode from 'vscode';

/** Day and time in the language of VS Code. Text that isn't a date is shown as is. */
export function dateInWords(date: string): string;
export function dateInWords(date: string | null | undefined): string | undefined;
export function dateInWords(date: string | null | undefined): string | undefined {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return date || undefined;
  return new Date(time).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
}
