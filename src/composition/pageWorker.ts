import { findTasks, type FindTasks } from '../model/find/task.ts';
import type { Parse } from '../model/text/parsedAhead.ts';
import { parsers } from '../model/pages/parsers.ts';
import { answer } from '../workers/answer.ts';

// Runs in a thread of its own: parses large pages, and finds and replaces text in pages.

export interface ParseTask {
  readonly what: Parse;
  readonly text: string;
}

export interface FindInThreadTask {
  readonly find: keyof FindTasks;
  readonly task: FindTasks[keyof FindTasks]['task'];
}

answer((task: ParseTask | FindInThreadTask) =>
  'what' in task ? parsers[task.what](task.text) : findTasks[task.find](task.task as never),
);
