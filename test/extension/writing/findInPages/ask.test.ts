import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { askQuery } from '../../../../src/extension/writing/findInPages/ask.ts';
import type { Scope } from '../../../../src/extension/writing/findInPages/scopes.ts';
import type { FindQuery } from '../../../../src/model/find/query.ts';
import { fake } from '../../../fakes/vscode/index.ts';

const scope = (kind: Scope['kind'], name: string): Scope => ({ kind, name, places: async () => [] });
const scopes = [scope('space', 'Guide'), scope('organization', 'One'), scope('organization', 'Two')];
const empty: FindQuery = { text: '', isRegex: false, isCaseSensitive: false, isWholeWord: false };

interface Toggle {
  readonly tooltip: string;
  readonly toggle: { readonly checked: boolean };
}
const toggles = () => fake.box.buttons as unknown as readonly Toggle[];
const checked = () => toggles().flatMap(({ tooltip, toggle }) => (toggle.checked ? [tooltip] : []));
const press = (tooltip: string) => {
  const button = toggles().find((each) => each.tooltip === tooltip);
  assert.ok(
    button,
    `There is no ${tooltip} in: ${toggles()
      .map((each) => each.tooltip)
      .join(', ')}`,
  );
  fake.box.press(button);
};

describe('the question what to find', () => {
  test('shows its options and its scope, and changes them', async () => {
    const asked = askQuery(empty, scopes, scopes[0]!);
    assert.equal(fake.box.title, 'Find in Guide');
    assert.deepEqual(checked(), ['Find in Guide']);

    press('Match Case');
    press('Find in One');
    assert.deepEqual(checked(), ['Match Case', 'Find in One']);
    press('Find in One');
    assert.equal(fake.box.title, 'Find in Two');
    fake.box.type('word');
    fake.box.enter();

    assert.deepEqual(await asked, { query: { ...empty, text: 'word', isCaseSensitive: true }, scope: scopes[2] });
  });

  test('stays open for a regular expression that is not valid, and says why', async () => {
    const asked = askQuery({ ...empty, isRegex: true }, scopes, scopes[0]!);

    fake.box.type('(');
    fake.box.enter();

    assert.equal(fake.box.validationMessage, "This regular expression isn't valid: Unterminated group");
    fake.box.type('(a)');
    assert.equal(fake.box.validationMessage, undefined);
    fake.box.enter();
    assert.equal((await asked)?.query.text, '(a)');
  });
});
