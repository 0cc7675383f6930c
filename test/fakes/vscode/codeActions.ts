import type { Document } from './documents.ts';
import { Disposable } from './events.ts';
import { neverCancelled } from './fileSystems.ts';
import { defaultInLanguage } from './manifest.ts';
import { Range } from './places.ts';
import { isFor, type Selector } from './selectors.ts';
import { CodeActionKind } from './values.ts';

interface CodeActionProvider {
  provideCodeActions(document: Document, range: Range, context: object, token: object): unknown;
}

const registered = new Set<{ readonly selector: Selector; readonly provider: CodeActionProvider }>();

export function registerCodeActionsProvider(selector: Selector, provider: CodeActionProvider): Disposable {
  const added = { selector, provider };
  registered.add(added);
  return new Disposable(() => registered.delete(added));
}

export function forgetCodeActions(): void {
  registered.clear();
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
