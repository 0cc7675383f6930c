import { findAll, replaceAll, type FindTask, type ReplaceTask } from '../model/find/task.ts';
import { answer } from '../workers/answer.ts';

// Runs in a thread of its own, and finds and replaces text in pages.

answer((task: FindTask | ReplaceTask) => ('by' in task ? replaceAll(task) : findAll(task)));
