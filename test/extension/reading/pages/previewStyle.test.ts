import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the style sheet of the preview changes nothing outside of pages of the platform', () => {
  const selectors = outermostSelectorsOf(readFileSync('media/preview.css', 'utf8'));

  expect(selectors.length).toBeGreaterThan(10);
  expect(selectors.filter((selector) => !/^\.docs-platform-page(?![\w-])/.test(selector))).toEqual([]);
});

function outermostSelectorsOf(css: string): string[] {
  const selectors: string[] = [];
  let depth = 0;
  let text = '';
  for (const part of css.replace(/\/\*.*?\*\/|"[^"]*"/gs, '').split(/([{}])/)) {
    if (part === '{' && depth++ === 0) selectors.push(text.trim());
    else if (part === '}') depth--;
    text = part;
  }
  return selectors.flatMap((selector) => selector.split(/,(?![^(]*\))/).map((each) => each.trim()));
}
