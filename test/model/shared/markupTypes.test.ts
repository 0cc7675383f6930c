import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withoutMarkup } from '../../../src/model/shared/contentTypes.ts';

test.each([
  'text/html',
  'TEXT/HTML',
  'text/xml',
  'application/xml',
  'application/xhtml+xml',
  'application/atom+xml',
  'IMAGE/SVG+XML',
  'text/xsl',
  '',
  'no type',
])('a file of a type that can run scripts, or of none, is sent as bytes: %s', (type) => {
  assert.equal(withoutMarkup(type), 'application/octet-stream');
});

test.each(['image/svg+xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text/plain'])(
  'any other file keeps its type: %s',
  (type) => {
    assert.equal(withoutMarkup(type), type);
  },
);
