import * as vscode from 'vscode';
import type { ContextKey } from './contextKeys.ts';

/** What each command takes and gives, by its id without `docsPlatform.`: tables of contributions add their commands. */
export interface Signatures {
  'library.focus': () => void;
  'inbox.focus': () => void;
}

/** The signatures of a table's commands. One that doesn't say what it takes is run without anything. */
export type SignaturesOf<Table> = {
  readonly [Id in keyof Table]: Table[Id] extends { readonly call: Call<infer Signature> } ? Signature : () => unknown;
};

/** What a command takes, and gives when it is run by code: for the compiler only. */
export interface Call<Signature> {
  readonly signature?: Signature;
}

export type CommandId = keyof Signatures;

/** The whole id, as VS Code knows it. */
export type CommandName = `docsPlatform.${CommandId}`;

/** Runs a command of the extension, maybe of another feature. */
export async function run<Id extends CommandId>(
  id: Id,
  ...given: Parameters<Signatures[Id]>
): Promise<Awaited<ReturnType<Signatures[Id]>>> {
  return vscode.commands.executeCommand<Awaited<ReturnType<Signatures[Id]>>>(`docsPlatform.${id}`, ...given);
}

export function setContext<Value extends string | boolean>(
  key: ContextKey<Value>,
  value: Value | undefined,
): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', `docsPlatform.${key}`, value);
}
