import type { Properties } from 'hast';
import type { SplitElement } from '../../model/rendering/marked.ts';
import * as l10n from '../shared/l10n.ts';

/** Other attributes that readers notice. Their names are those of HTML. */
const shownNames = [
  'start',
  'alt',
  'title',
  'align',
  'width',
  'height',
  'open',
  'checked',
  'dir',
  'lang',
  'colSpan',
  'rowSpan',
];

/** What the attributes of an element were and are: `hint: info → warning`. */
export function changedAttributes({ former, tagName, properties }: SplitElement): string | undefined {
  if (!former) return undefined;
  const before = former.properties;
  const notes = [
    changed(before, properties, 'href', l10n.t('Link: {0} → {1}')),
    changed(before, properties, 'dataImage', l10n.t('Image: {0} → {1}')),
    former.tagName === tagName ? undefined : l10n.t('{0} → {1}', former.tagName, tagName),
    changedClasses(classesOf(before), classesOf(properties)),
    ...shownNames.map((name) => {
      const [one, other] = [textOf(before[name]), textOf(properties[name])];
      return one === other ? undefined : `${name}: ${l10n.t('{0} → {1}', one || '–', other || '–')}`;
    }),
  ].filter((note) => note !== undefined);
  return notes.length > 0 ? notes.join(' · ') : l10n.t('Looks different');
}

function changed(before: Properties, after: Properties, name: string, text: string): string | undefined {
  const [one, other] = [textOf(before[name]), textOf(after[name])];
  return one === other ? undefined : l10n.fill(text, one || '–', other || '–');
}

/** Classes are named after the tag and the value of its attribute: `docs-platform-hint-info`. */
function changedClasses(before: readonly string[], after: readonly string[]): string | undefined {
  const [former, present] = [new Set(before), new Set(after)];
  const [one, other] = [without(former, present), without(present, former)];
  if (one === other) return undefined;
  const common = commonStart(one, other);
  if (!common) return l10n.t('{0} → {1}', one || '–', other || '–');
  return `${common}: ${l10n.t('{0} → {1}', one.slice(common.length + 1) || '–', other.slice(common.length + 1) || '–')}`;
}

/** Nobody reads more than a few names. */
function without(names: ReadonlySet<string>, others: ReadonlySet<string>): string {
  return [...names]
    .filter((name) => !others.has(name))
    .slice(0, 5)
    .join(' ');
}

/** The words that both begin with. */
function commonStart(one: string, other: string): string {
  const [words, others] = [one.split('-'), other.split('-')];
  const end = words.findIndex((word, index) => word !== others[index]);
  return words.slice(0, end === -1 ? words.length : end).join('-');
}

function classesOf({ className }: Properties): string[] {
  const names = Array.isArray(className) ? className.map(String) : [];
  return names.map((name) => name.replace(/^docs-platform-/, ''));
}

function textOf(value: Properties[string]): string {
  return value === undefined || value === null || value === false ? '' : String(value).slice(0, 200);
}
