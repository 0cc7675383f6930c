import type { ElementContent, Properties } from 'hast';
import { allowedAttributes } from '../../model/rendering/allowed.ts';

/**
 * Parses HTML with the browser's own parser into a tree, for `renderPage`. It is parsed as a document of its own, in
 * which no script runs and nothing is loaded.
 */
export function htmlTree(html: string): ElementContent[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return treeOf(body);
}

/** Attributes with another name in the tree, besides those that are the same. */
const names: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(allowedAttributes).map(([name, attribute]) => [attribute, name]),
);

/** The parser allows 512 levels. */
function treeOf(parent: Element): ElementContent[] {
  return [...parent.childNodes].flatMap((node): ElementContent[] => {
    if (node instanceof Text) return [{ type: 'text', value: node.data }];
    if (!(node instanceof Element)) return [];
    return [{ type: 'element', tagName: node.localName, properties: propertiesOf(node), children: treeOf(node) }];
  });
}

function propertiesOf(element: Element): Properties {
  const properties: Properties = {};
  for (const { name, value } of element.attributes) {
    if (name === 'class') properties['className'] = value.split(/\s+/).filter((each) => each !== '');
    else if (name === 'checked' || name === 'disabled' || name === 'open') properties[name] = true;
    else properties[names[name] ?? name] = value;
  }
  return properties;
}
