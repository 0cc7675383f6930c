import * as vscode from 'vscode';
import type { SpecSource } from '../../store/organizations/organizations.ts';
import { shown } from './picking.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

/** The source of a specification: a URL still to be entered, or a text. */
export type ChosenSource = 'address' | Extract<SpecSource, { readonly text: string }>;

/** Asks for a URL, a file of the user, or the open document. Undefined if nothing is chosen. */
export async function chooseSource(title: string): Promise<ChosenSource | undefined> {
  const open = vscode.window.activeTextEditor?.document;
  const name = open?.uri.path.split('/').at(-1) ?? '';
  const items = [
    shown<Way>({
      label: vscode.l10n.t('URL…'),
      detail: vscode.l10n.t('The server reads the URL now and whenever you update the specification'),
      value: 'address',
    }),
    shown<Way>({
      label: vscode.l10n.t('File…'),
      detail: vscode.l10n.t('Sends its current text'),
      value: 'file',
    }),
    ...(open && open.uri.scheme !== 'output' && open.getText().trim() !== ''
      ? [
          shown<Way>({
            label: vscode.l10n.t('Open Editor'),
            description: name,
            detail: vscode.l10n.t('Sends its text, including unsaved changes'),
            value: 'editor',
          }),
        ]
      : []),
  ];
  const chosen = await showQuickPick(items, { title });
  switch (chosen?.value) {
    case 'file':
      return readFile(title);
    case 'editor':
      return open && { text: notTooLarge(open.getText()) };
    default:
      return chosen?.value;
  }
}

type Way = 'address' | 'file' | 'editor';

/** In bytes or UTF-16 units. */
const largest = 20 * 1024 * 1024;

function notTooLarge(text: string): string {
  if (text.length > largest)
    throw new Error(vscode.l10n.t('This document is too large. A specification can be at most 20 MB.'));
  return text;
}

async function readFile(title: string): Promise<ChosenSource | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t('Send'),
      canSelectMany: false,
      filters: { OpenAPI: ['json', 'yaml', 'yml'] },
    })) ?? [];
  if (!file) return undefined;
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > largest) throw new Error(vscode.l10n.t('This file is too large. A specification can be at most 20 MB.'));
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  if (text.trim() === '') throw new Error(vscode.l10n.t('This file is empty. Choose another one.'));
  return { text };
}
