import type { DraftTarget } from './drafts.ts';

/** What is sent: a new thread about some words says first which, unless the platform knows by their node. */
export function markdownOf(target: DraftTarget, text: string): string {
  if (target.kind !== 'thread' || !target.quote || target.node !== undefined) return text.trim();
  const lines = target.quote.trim().split(/\r?\n/);
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n${text.trim()}`;
}
