import { afterEach } from 'vitest';
import { opened } from './workbench.ts';

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') {
    return;
  }
  for (const [at, workbench] of [...opened].entries()) {
    const name = `failed-${task.name.replaceAll(/\W+/g, '-').slice(0, 80)}${at || ''}`;
    // The browser itself may have failed.
    const file = await workbench.screenshot(name).catch(() => undefined);
    console.log(file ? `Screenshot: ${file}` : 'No screenshot could be taken.');
  }
});
