import type { DraftTarget } from './drafts.ts';

/** The Markdown to send: a new thread about selected words quotes them first, unless the server knows their node. */
export function markdownOf(target: DraftTarget, text: string): string {
  if (target.kind !== 'thread' || !target.quote || target.node !== undefined) return text.trim();
  const lines = target.quote.trim().split(/\r?\n/);
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n${text.trim()}`;
}
