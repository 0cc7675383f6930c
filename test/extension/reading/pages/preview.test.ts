import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { templateTags } from '../../../../src/extension/reading/pages/templateTags.ts';

const text = '{% hint %}\n- [ ] a\n{% endhint %}';
const rendered = (scheme?: string) =>
  templateTags(new MarkdownIt()).render(text, scheme === undefined ? {} : { currentDocument: { scheme } });

test('a page is previewed with its tags, and the same while it is edited', () => {
  const read = rendered('docs-platform');

  expect(read).toContain('docs-platform-hint');
  expect(read).toContain('aria-label="Incomplete task"');
  expect(rendered('docs-platform-edit')).toBe(read);
});

test('other documents are previewed as without the extension', () => {
  const plain = new MarkdownIt().render(text);

  for (const scheme of ['file', 'docs-platform-reply', undefined]) expect(rendered(scheme)).toBe(plain);
});
