import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { cachedDrafts } from '../../../src/store/shared/cachedDrafts.ts';
import type { DraftStorage } from '../../../src/store/shared/draftFiles.ts';
import { emptyStorage } from '../openThreads.ts';

type Step =
  | { readonly kind: 'put'; readonly name: string; readonly text: string | undefined }
  | { readonly kind: 'read'; readonly name: string }
  | { readonly kind: 'load' };

const names = ['a', 'b'];
const name = fc.constantFrom(...names);
const steps = fc.array(
  fc.tuple(
    fc.constantFrom(0, 1),
    fc.oneof<fc.Arbitrary<Step>[]>(
      fc.record({
        kind: fc.constant('put' as const),
        name,
        text: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
      }),
      fc.record({ kind: fc.constant('read' as const), name }),
      fc.constant({ kind: 'load' as const }),
    ),
  ),
  { maxLength: 12 },
);

/** A folder whose replies and notifications come when the scheduler releases them. */
function openFolder(scheduler: fc.Scheduler) {
  const storage = emptyStorage();
  const listeners: (() => void)[] = [];
  const later = () => scheduler.schedule(Promise.resolve());
  const change = async (work: () => Promise<void>): Promise<void> => {
    await later();
    await work();
    for (const listener of listeners) void later().then(listener);
  };
  const folder: DraftStorage = {
    ...storage,
    names: () => later().then(() => storage.names()),
    read: (file) => scheduler.schedule(storage.read(file)),
    write: (file, text) => change(() => storage.write(file, text)),
    delete: (file) => change(() => storage.delete(file)),
    watch(listener) {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
  };
  const open = () =>
    cachedDrafts<string>({
      storage: folder,
      parsed: (text) => JSON.parse(text) as string,
      now: () => 0,
      warn: (message) => assert.fail(message),
    });
  const onDisk = () => new Map([...storage.texts].map(([file, text]) => [file, JSON.parse(text) as string]));
  return { open, onDisk };
}

function take(drafts: ReturnType<ReturnType<typeof openFolder>['open']>, step: Step): Promise<unknown> {
  if (step.kind === 'put') return drafts.put(step.name, step.text);
  return step.kind === 'read' ? drafts.read(step.name) : drafts.load();
}

describe('drafts of a folder', () => {
  test('are always the last ones put in one window, even while the folder is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), steps, async (scheduler, all) => {
        const { open, onDisk } = openFolder(scheduler);
        const drafts = open();
        const last = new Map<string, string>();

        const running = all.map(([, step]) => {
          if (step.kind === 'put' && step.text !== undefined) last.set(step.name, step.text);
          else if (step.kind === 'put') last.delete(step.name);
          const done = take(drafts, step);
          assert.deepEqual(
            names.map((each) => drafts.get(each)),
            names.map((each) => last.get(each)),
          );
          return done;
        });
        await scheduler.waitFor(Promise.all(running));

        assert.deepEqual(
          names.map((each) => drafts.get(each)),
          names.map((each) => last.get(each)),
        );
        assert.deepEqual(onDisk(), last);
      }),
      { numRuns: 500 },
    );
  });

  test('are equal in two windows once both were notified of all changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), steps, async (scheduler, all) => {
        const { open, onDisk } = openFolder(scheduler);
        const windows = [open(), open()];

        await scheduler.waitFor(Promise.all(all.map(([window, step]) => take(windows[window]!, step))));
        await scheduler.waitIdle();

        for (const drafts of windows) {
          assert.deepEqual(
            names.map((each) => drafts.get(each)),
            names.map((each) => onDisk().get(each)),
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
