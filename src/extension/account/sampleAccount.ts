import * as vscode from 'vscode';
import type { Account } from '../ground/services/accounts.ts';

export function sampleAccount(): Account {
  return {
    key: 'sample',
    kind: 'sample',
    base: 'http://sample.docs-platform.invalid',
    label: vscode.l10n.t('Sample Workspace'),
  };
}
