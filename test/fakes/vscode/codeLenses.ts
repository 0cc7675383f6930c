import type { Document } from './documents.ts';
import { Disposable } from './events.ts';
import { neverCancelled } from './fileSystems.ts';
import { isFor, type Selector } from './selectors.ts';

interface CodeLensProvider {
  provideCodeLenses(document: Document, token: object): unknown;
}

const registered = new Set<{ readonly selector: Selector; readonly provider: CodeLensProvider }>();

export function registerCodeLensProvider(selector: Selector, provider: CodeLensProvider): Disposable {
  const added = { selector, provider };
  registered.add(added);
  return new Disposable(() => registered.delete(added));
}

export function forgetCodeLenses(): void {
  registered.clear();
}

/** The code lenses of all providers for a document. */
export async function codeLensesIn(document: Document): Promise<readonly object[]> {
  const asked = [...registered].filter(({ selector }) => isFor(selector, document));
  const given = asked.map(async ({ provider }) => provider.provideCodeLenses(document, neverCancelled));
  return (await Promise.all(given)).flatMap((lenses) => (lenses ?? []) as readonly object[]);
}
