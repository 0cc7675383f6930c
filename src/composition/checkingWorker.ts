import { pageFacts, type TextChecks } from '../model/checks/pageFacts.ts';
import { answer } from '../workers/answer.ts';

// Runs in a thread of its own and checks the texts of pages.

export interface CheckingTask {
  readonly text: string;
  readonly checks: TextChecks;
}

answer(({ text, checks }: CheckingTask) => pageFacts(text, checks));
