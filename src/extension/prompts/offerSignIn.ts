import * as vscode from 'vscode';
import { hostOf } from '../../model/shared/accountKey.ts';
import type { CommandName } from '../contributions/run.ts';
import type { Uses } from '../services/services.ts';
import { signedOut } from '../words/unreachablePage.ts';

/** Says that the account of a view is signed out, and offers to sign in to its server. */
export function askToSignIn(parts: Uses<'prompts' | 'edge'>, key: string): void {
  ask(parts, key).catch((error: unknown) => parts.edge.explain('docsPlatform.signIn', error));
}

/** The same for a panel: what it throws closes it without a second message. */
export function closedForSignIn(parts: Uses<'prompts' | 'edge'>, key: string): Error {
  askToSignIn(parts, key);
  return new vscode.CancellationError();
}

/** The title and command that bring the account back, and what the command gets. */
export function wayBack(key: string): readonly [title: string, command: CommandName, ...given: string[]] {
  return key === 'sample'
    ? [vscode.l10n.t('Open Sample Workspace'), 'docsPlatform.openSample']
    : [vscode.l10n.t('Sign In…'), 'docsPlatform.signIn', hostOf(key)];
}

async function ask({ prompts }: Uses<'prompts'>, key: string): Promise<void> {
  const [title, command, ...given] = wayBack(key);
  const answer = await prompts.choose({ message: signedOut(key), severity: 'error', actions: [title] });
  if (answer === title) await vscode.commands.executeCommand(command, ...given);
}
