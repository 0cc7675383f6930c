import * as vscode from 'vscode';
import type { Uses } from '../services/services.ts';
import { signedOut, wayBack } from '../words/unreachablePage.ts';

/** Says that the account of a view is signed out, and offers to sign in to its server. */
export function askToSignIn(parts: Uses<'prompts' | 'edge'>, key: string): void {
  ask(parts, key).catch((error: unknown) => parts.edge.explain('docsPlatform.signIn', error));
}

async function ask({ prompts }: Uses<'prompts'>, key: string): Promise<void> {
  const [title, command, ...given] = wayBack(key);
  const answer = await prompts.choose({ message: signedOut(key), severity: 'error', actions: [title] });
  if (answer === title) await vscode.commands.executeCommand(command, ...given);
}
