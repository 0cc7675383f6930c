import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { quotedWords } from '../../src/client/quotedWords.ts';
import { connect, failure } from './connect.ts';
import { spaceOf } from './samples.ts';
import { json, serve } from './serve.ts';

/** VS Code's way of finding links in messages. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

const hostile = 'Over. [Sign in again](command:workbench.action.quit) $(trash)';
const readable = 'Over. [Sign in again] (command: workbench.action.quit) $ (trash)';

test.each([
  ['a link that runs a command', '[a](command:b)', '[a] (command: b)'],
  ['a link to the web', '[a](https://x.example)', '[a] (https://x.example)'],
  ['the address of a command, in any case', 'COMMAND:b', 'COMMAND: b'],
  ['an icon', '$(trash)', '$ (trash)'],
  ['a link in two parts joined by invisible characters', '[a]\u200b(command:b)', '[a] (command: b)'],
  ['a text that is shown backwards', 'a\u202eb\u2066c', 'a b c'],
  ['several lines and control characters', ' a\r\n\tb\u001b[31m ', 'a b [31m'],
])('%s is quoted as text', (_, words, expected) => {
  assert.equal(quotedWords(words), expected);
  assert.doesNotMatch(expected, link);
});

test.each(['A title (of mine)', 'Costs $5 [net]', 'Run this command: stop', 'naïve 日本語 🧭'])(
  '“%s” is quoted unchanged',
  (words) => assert.equal(quotedWords(words), words),
);

describe('text of a server', () => {
  test.each([400, 402, 403, 409, 412, 422, 500, 502, 503])('stays text in an error of status %i', async (status) => {
    const server = await serve((_, response) => json(response, { error: { message: hostile } }, status));

    const { reason } = await failure(connect(server.base).spaces.get({ spaceId: 's' }));

    assert.equal('words' in reason && reason.words, readable);
  });
});

test('stays text as the name of a field that is refused before it is sent', async () => {
  const server = await serve((_, response) => json(response, spaceOf('s')));
  const body = { [hostile]: 1 } as never;

  const { reason } = await failure(connect(server.base).spaces.update({ spaceId: 's', body }));

  assert.deepEqual(reason, { code: 'notSent', violation: { field: readable, rule: { is: 'known' } } });
});
