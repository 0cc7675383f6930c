import { contextKeys } from '../contributions/contextKeys.ts';
import { setContext } from '../contributions/run.ts';

/** Marks a step of the walkthrough as done: its completion event in the manifest is this context key. */
export function completeStep(step: 'library' | 'page' | 'find' | 'changeRequest' | 'comment' | 'edit'): void {
  void setContext(contextKeys.done(step), true);
}
