import { pageFacts } from '../model/checks/pageFacts.ts';
import type { LintRules } from '../model/checks/rules.ts';
import { answer } from '../workers/answer.ts';

// Runs in a thread of its own and checks the texts of pages.

export interface CheckingTask {
  readonly text: string;
  readonly rules: LintRules | undefined;
}

answer(({ text, rules }: CheckingTask) => pageFacts(text, rules));
