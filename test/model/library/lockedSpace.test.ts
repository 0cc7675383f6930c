import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { explainsRefusal, isLocked, mayPropose } from '../../../src/model/library/lockedSpace.ts';

describe('a space', () => {
  test.each([
    ['live', { edit: true }, false],
    ['live', { edit: false }, false],
    ['locked', { edit: false }, true],
    // On some servers, `locked` only refuses direct edits.
    ['locked', { edit: true }, false],
    ['locked', undefined, false],
    ['locked', {}, false],
    [undefined, undefined, false],
  ])('that is %s, with %j, is locked: %j', (editMode, permissions, expected) => {
    assert.equal(isLocked({ editMode, permissions }), expected);
  });

  test.each([
    ['live', { edit: false }, false],
    ['locked', { edit: true }, false],
    ['locked', { edit: false }, true],
    ['locked', undefined, true],
  ])('that is %s, with %j, explains a refusal: %j', (editMode, permissions, expected) => {
    assert.equal(explainsRefusal({ editMode, permissions }), expected);
  });

  test.each([
    ['live', { edit: true, comment: true }, true],
    ['live', { edit: false, comment: true }, false],
    ['live', undefined, true],
    ['locked', { edit: false, comment: true }, true],
    ['locked', { edit: false, comment: false }, false],
    ['locked', undefined, true],
  ])('that is %s, with %j, accepts change requests: %j', (editMode, permissions, expected) => {
    assert.equal(mayPropose({ editMode, permissions }), expected);
  });
});
