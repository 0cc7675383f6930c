import { afterEach } from 'vitest';
import { pages } from './browser.ts';

/** The text of the webviews when a test failed, which is where a reason stands. */
afterEach(async ({ task }) => {
  const [failure] = task.result?.state === 'fail' ? (task.result.errors ?? []) : [];
  if (!failure) return;
  const shown = await Promise.all(
    [...pages].map((page) => page.evaluate<string>('document.body.innerText').catch(String)),
  );
  failure.message += `\nShown: ${shown.map(ends).join('\n---\n')}`;
});

/** The beginning and the end of a long text. */
function ends(text: string): string {
  return text.length <= 2 * most ? text : `${text.slice(0, most)}\n…\n${text.slice(-most)}`;
}

const most = 1_000;
