import * as vscode from 'vscode';
import { lintRules, type LintRules } from '../../../model/checks/rules.ts';
import type { CheckOptions } from '../../../store/content/checks.ts';
import type { Uses } from '../../ground/services/services.ts';

export const checkSettings = 'docsPlatform.checks';

/** What the settings say about checks. Values of another form count as the defaults. */
export function readCheckSettings(): {
  /** Undefined if markdownlint is off. */
  readonly rules: LintRules | undefined;
  readonly shows: 'introduced' | 'all';
} {
  const settings = vscode.workspace.getConfiguration('docsPlatform');
  return {
    // As plain data: VS Code's own objects can't be sent to another thread.
    rules: lintRules(JSON.parse(JSON.stringify(settings.get('checks.markdownlint') ?? {}))),
    shows: settings.get('checks.show') === 'all' ? 'all' : 'introduced',
  };
}

/** How to check pages as the settings say now. */
export function checkOptions({ checkText }: Uses<'checkText'>): Pick<CheckOptions, 'factsOf' | 'shows'> {
  const { rules, shows } = readCheckSettings();
  return { factsOf: (text, linksOnly, signal) => checkText(text, { rules, linksOnly }, signal), shows };
}
