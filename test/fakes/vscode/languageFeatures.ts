import type { Document } from './documents.ts';
import { Disposable } from './events.ts';
import { neverCancelled } from './fileSystems.ts';
import { defaultInLanguage } from './manifest.ts';
import { type Position, Range } from './places.ts';
import { CodeActionKind, type CompletionItem } from './values.ts';

interface Selector {
  readonly scheme?: string;
  readonly language?: string;
}

type Selectors = Selector | readonly Selector[];

interface CodeActionProvider {
  provideCodeActions(document: Document, range: Range, context: object, token: object): unknown;
}

interface CodeLensProvider {
  provideCodeLenses(document: Document, token: object): unknown;
}

interface CompletionProvider {
  provideCompletionItems(document: Document, position: Position, token: object): unknown;
}

interface Registered<Provider> {
  readonly selector: Selectors;
  readonly provider: Provider;
}

const registered = new Set<Registered<CodeActionProvider>>();
const completing = new Set<Registered<CompletionProvider>>();
const withLenses = new Set<Registered<CodeLensProvider>>();

function register<Provider>(all: Set<Registered<Provider>>, selector: Selectors, provider: Provider): Disposable {
  const added = { selector, provider };
  all.add(added);
  return new Disposable(() => all.delete(added));
}

export const registerCodeActionsProvider = (selector: Selectors, provider: CodeActionProvider) =>
  register(registered, selector, provider);

export const registerCompletionItemProvider = (selector: Selectors, provider: CompletionProvider) =>
  register(completing, selector, provider);

export const registerCodeLensProvider = (selector: Selectors, provider: CodeLensProvider) =>
  register(withLenses, selector, provider);

export function forgetLanguageFeatures(): void {
  for (const all of [registered, completing, withLenses]) all.clear();
}

/** The code lenses of all providers for a document. */
export async function codeLensesIn(document: Document): Promise<readonly object[]> {
  const asked = [...withLenses].filter(({ selector }) => isFor(selector, document));
  const given = asked.map(async ({ provider }) => provider.provideCodeLenses(document, neverCancelled));
  return (await Promise.all(given)).flatMap((lenses) => (lenses ?? []) as readonly object[]);
}

/** The code actions of a kind for a part of a document, as `vscode.executeCodeActionProvider` lists them. */
export async function codeActionsAt(document: Document, range: Range, kind?: string): Promise<readonly object[]> {
  const context = { ...(kind !== undefined && { only: new CodeActionKind(kind) }), diagnostics: [], triggerKind: 1 };
  const found: object[] = [];
  for (const { selector, provider } of registered) {
    if (!isFor(selector, document)) continue;
    found.push(...((await provider.provideCodeActions(document, range, context, neverCancelled)) as object[]));
  }
  return found;
}

/** All completions at a position, as `vscode.executeCompletionItemProvider` lists them, without those of VS Code. */
export async function completionsAt(document: Document, position: Position) {
  const found: CompletionItem[] = [];
  for (const { selector, provider } of completing) {
    if (!isFor(selector, document)) continue;
    const list = (await provider.provideCompletionItems(document, position, neverCancelled)) as
      | { readonly items: readonly CompletionItem[] }
      | undefined;
    found.push(...(list?.items ?? []));
  }
  return { items: found };
}

/** Asks for the code actions that VS Code runs before a save by hand. False if one of them cancels the save. */
export async function beforeSave(document: Document): Promise<boolean> {
  const wanted = defaultInLanguage(document.languageId, 'editor.codeActionsOnSave') ?? {};
  for (const kind of Object.keys(wanted))
    for (const { selector, provider } of registered) {
      if (!isFor(selector, document)) continue;
      const everything = new Range(0, 0, document.lineCount, 0);
      const context = { only: new CodeActionKind(kind), diagnostics: [], triggerKind: 2 };
      try {
        await provider.provideCodeActions(document, everything, context, neverCancelled);
      } catch {
        return false;
      }
    }
  return true;
}

function isFor(selectors: Selectors, { uri, languageId }: Document): boolean {
  return [selectors]
    .flat()
    .some(
      ({ scheme = uri.scheme, language = languageId }: Selector) => scheme === uri.scheme && language === languageId,
    );
}
