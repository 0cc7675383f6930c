import type { Element, ElementContent, Properties, RootContent } from 'hast';
import { allowedAttributes, allowedElements, isAllowedAddress, removedElements } from './allowed.ts';

/** Deeper pages aren't written by people. */
const deepest = 120;

/** Thrown for a page that is nested more deeply than any that people write. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError';
}

/**
 * What may be shown of HTML by others. Unknown elements are left out and their content stays; scripts, frames, and the
 * like are left out with their content. Throws a {@link TooDeepError}.
 */
export function sanitized(nodes: readonly RootContent[], depth = 0): ElementContent[] {
  if (depth > deepest) throw new TooDeepError();
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [{ type: 'text', value: node.value }];
    if (node.type !== 'element' || removedElements.has(node.tagName)) return [];
    const children = sanitized(node.children, depth + 1);
    if (node.tagName === 'button') return [element('span', node.properties, children)];
    if (!allowedElements.has(node.tagName)) return children;
    if (node.tagName === 'input' && !isOurs(node)) return [];
    return [element(node.tagName, node.properties, children)];
  });
}

function element(tagName: string, given: Properties, children: ElementContent[]): Element {
  const properties: Properties = {};
  for (const [name, value] of Object.entries(given)) {
    const [allowed, as] = propertyOf(tagName, name, value);
    if (allowed !== undefined) properties[as] = allowed;
  }
  return { type: 'element', tagName, properties, children };
}

type Value = Properties[string];

/** The value that may be shown, and the name that it gets. */
function propertyOf(tagName: string, name: string, value: Value): [allowed: Value, as: string] {
  const text = Array.isArray(value) ? value.join(' ') : value;
  switch (name) {
    case 'id':
      return [String(text), 'dataAnchor'];
    case 'src':
      return [tagName === 'img' ? String(text) : undefined, 'dataImage'];
    case 'href':
      return [tagName === 'a' && isAllowedAddress(String(text)) ? String(text) : undefined, name];
    case 'className':
      return [classesOf(value), name];
    case 'style':
      return [/^\s*text-align:\s*(left|right|center);?\s*$/.exec(String(text))?.[1], 'align'];
    case 'width':
    case 'height':
      return [/^\d{1,5}%?$/.test(String(text)) ? text : undefined, name];
    case 'name':
    case 'type':
      if (tagName === 'a' && name === 'name') return [String(text), 'dataAlias'];
      return [tagName === 'input' || tagName === 'ol' ? text : undefined, name];
    case 'role':
      return [rolesOfPages.has(String(text)) ? text : undefined, name];
    case 'dataLine':
      return [/^\d{1,7}$/.test(String(text)) ? text : undefined, name];
    case 'dataImage':
    case 'dataAnchor':
    case 'dataAlias':
      return [undefined, name];
    default:
      return [Object.hasOwn(allowedAttributes, name) ? text : undefined, name];
  }
}

/** Others would say that text in a page is a dialog, an alert, or a heading of the view. */
const rolesOfPages: ReadonlySet<string> = new Set(['list', 'listitem', 'note']);

/** Classes that the style sheet of pages knows. */
function classesOf(value: Value): string[] | undefined {
  const all = Array.isArray(value) ? value : String(value ?? '').split(/\s+/);
  const known = all
    .map(String)
    .filter((name) => /^(docs-platform-[\w-]+|language-\S{1,40}|fa-[\w-]+|button|primary)$/.test(name));
  return known.length > 0 ? known : undefined;
}

/** The box of a task, or the button of a tab. */
function isOurs({ properties }: Element): boolean {
  if (properties['type'] === 'checkbox') return properties['disabled'] === true;
  return properties['type'] === 'radio' && String(properties['name']).startsWith('docs-platform-tabs-');
}
