import type { Element, Root } from 'hast';

/** By the kinds of boxes that wikis and generators have, the style of our hint. */
const styles: Readonly<Record<string, string>> = {
  ...{ info: 'info', information: 'info', note: 'info', seealso: 'info', primary: 'info', secondary: 'info' },
  ...{ tip: 'success', hint: 'success', success: 'success' },
  ...{ warning: 'warning', caution: 'warning', important: 'warning', attention: 'warning' },
  ...{ danger: 'danger', error: 'danger', critical: 'danger' },
};

/** Confluence, GitHub, Docusaurus, Sphinx and MkDocs, and Bootstrap. The kind is behind the name or a class of its own. */
const boxes = /^(?:confluence-information-macro|markdown-alert|theme-admonition|admonition|alert|callout)(?:-|$)/;

/** The name of marked boxes. Parsed pages have no such element, because their names are in lowercase. */
export const boxTag = 'Hint';

/**
 * Marks what HTML only says by classes: boxes become elements named `boxTag`, code gets the class of its language, and items of
 * task lists a box. The tree isn't deep.
 */
export function markBlocks(node: Element | Root, parents: readonly (Element | Root)[] = []): void {
  if (node.type === 'element') {
    const style = styleOf(node);
    if (style !== undefined) {
      Object.assign(node, { tagName: boxTag, properties: { style }, children: withoutName(node) });
    } else if (node.tagName === 'pre') markLanguage(node, parents);
    else if (node.tagName === 'li') markTask(node, parents[0]);
  }
  const around = [node, ...parents.slice(0, 1)];
  for (const child of node.children) if (child.type === 'element') markBlocks(child, around);
}

function classesOf(node: Element | Root | undefined): string[] {
  const classes = node?.type === 'element' ? node.properties['className'] : undefined;
  return Array.isArray(classes) ? classes.map(String) : [];
}

function styleOf(element: Element): string | undefined {
  if (!['div', 'aside', 'section', 'blockquote', 'details'].includes(element.tagName)) return undefined;
  const classes = classesOf(element);
  if (!classes.some((name) => boxes.test(name))) return undefined;
  // A box within the box, such as its body.
  if (classes.some((name) => /-(?:body|content|icon|title|heading)$/.test(name))) return undefined;
  for (const name of classes) {
    const kind = name.split('-').at(-1)?.toLowerCase() ?? '';
    if (Object.hasOwn(styles, kind)) return styles[kind];
  }
  return 'info';
}

/** Its children without a title that only says what kind of box it is. */
function withoutName(box: Element): Element['children'] {
  return box.children.filter((child) => {
    if (child.type !== 'element' || !classesOf(child).some((name) => /title|heading/.test(name))) return true;
    return !Object.hasOwn(styles, textIn(child).trim().toLowerCase());
  });
}

function textIn(element: Element): string {
  return element.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textIn(child) : ''))
    .join('');
}

const noLanguage = /^(?:none|text|plain|plaintext|default|txt|source|code)$/i;

/** The language is said by the block, by what is in it, or by a box close around it. */
function markLanguage(pre: Element, parents: readonly (Element | Root)[]): void {
  const inner = pre.children.filter((child) => child.type === 'element');
  const around = parents.filter((node) => node.type === 'element');
  for (const element of [...inner.filter(({ tagName }) => tagName === 'code'), pre, ...around]) {
    const { lang, dataLang, dataLanguage, dataSyntaxhighlighterParams: parameters } = element.properties;
    const isBlock = element === pre || inner.includes(element);
    const said = [
      isBlock ? lang : undefined,
      dataLang,
      dataLanguage,
      /brush:\s*([\w+#-]+)/.exec(String(parameters))?.[1],
    ];
    const inClass = classesOf(element).map(
      (name) => /^(?:language-|lang-|highlight-source-|highlight-)([\w+#-]+)$/.exec(name)?.[1],
    );
    const language = [...said, ...inClass].find(
      (name): name is string => typeof name === 'string' && name !== '' && !noLanguage.test(name),
    );
    if (language === undefined) continue;
    const className = [`language-${language}`];
    const [only] = inner;
    if (inner.length === 1 && only?.tagName === 'code') only.properties = { className };
    else pre.children = [{ type: 'element', tagName: 'code', properties: { className }, children: pre.children }];
    return;
  }
}

/** Puts the box of a task first in its item. Some lists have boxes that only a style sheet draws. */
function markTask(item: Element, list: Element | Root | undefined): void {
  const box = takenBox(item);
  if (!box && !classesOf(list).some((name) => name.includes('task-list'))) return;
  const checked = classesOf(item).some((name) => /^(?:checked|done|complete)/.test(name));
  item.children.unshift(
    box ?? { type: 'element', tagName: 'input', properties: { type: 'checkbox', checked }, children: [] },
  );
}

/** Removes the box that begins an item, however deep it is. */
function takenBox(item: Element): Element | undefined {
  for (let at = item; ;) {
    const [first] = at.children.filter(
      (child) => child.type === 'element' || (child.type === 'text' && child.value.trim() !== ''),
    );
    if (first?.type !== 'element') return undefined;
    if (isBox(first)) {
      at.children = at.children.filter((child) => child !== first);
      return first;
    }
    if (!/^(?:p|label|span|div)$/.test(first.tagName)) return undefined;
    at = first;
  }
}

function isBox({ tagName, properties }: Element): boolean {
  return tagName === 'input' && properties['type'] === 'checkbox';
}

/** Whether an element is the box of a task, and no field of a form. */
export function isTaskBox(element: Element, parent: Element | Root): boolean {
  return isBox(element) && parent.type === 'element' && parent.tagName === 'li' && parent.children[0] === element;
}
