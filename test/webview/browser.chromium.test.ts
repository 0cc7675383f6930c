import assert from 'node:assert/strict';
import { expect, onTestFinished, test } from 'vitest';
import { openWebview } from './browser.ts';

const source = `
  const vscode = acquireVsCodeApi();
  addEventListener('message', ({ data }) => (document.querySelector('button').textContent = data));
  document.body.innerHTML = '<button>Nothing received</button>';
  const { name } = JSON.parse(document.body.dataset.place);
  vscode.postMessage(name);
`;

test('a webview finds nothing of an earlier one in the same page', async () => {
  const received: unknown[] = [];
  const open = (name: string) =>
    openWebview({ bundle: 'test', source, place: { name }, receive: (message) => received.push(message) });
  const earlier = await open('earlier');
  const { page } = earlier;
  await page.getByRole('button').hover();
  await page.mouse.down();
  await page.evaluate(
    `window.left = 1; vscodeState = 1; localStorage.setItem('left', '1'); sessionStorage.setItem('left', '1')`,
  );
  await page.setViewportSize({ width: 100, height: 100 });
  await earlier.close();
  // What it does until the next document is there.
  await page.evaluate(`hearWebview('/late', 'late'); console.error('late')`);

  const later = await open('later');
  onTestFinished(() => later.close());
  await earlier.say('To the earlier one');

  assert.equal(later.page, page);
  await expect.poll(() => received).toEqual(['earlier', 'later']);
  expect(await page.getByRole('button').innerText()).toBe('Nothing received');
  expect(await page.evaluate('[window.left, localStorage.length, sessionStorage.length, innerWidth]')).toEqual([
    undefined,
    0,
    0,
    720,
  ]);
  expect(await page.locator('button:hover, button:active').count()).toBe(0);
  expect(await later.state()).toBeUndefined();
  expect([earlier.faults, later.faults]).toEqual([[], []]);

  await page.evaluate(`console.error('its own')`);
  await expect.poll(() => later.faults).toEqual(['its own']);
});
