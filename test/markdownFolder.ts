import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A page or group expected for a folder of Markdown. */
export interface ExpectedPage {
  readonly label: string;
  /** 0 at the top level of the space. */
  readonly depth: number;
  /** Its file, relative to the folder; undefined for a group. */
  readonly file: string | undefined;
}

/** What a reader expects of a folder of Markdown, read without any code of the product. */
export function markdownFolder(root: string) {
  const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

  function titleOf(file: string): string {
    return /^# (.*)$/m.exec(text(file))?.[1]?.replaceAll('`', '').trim() ?? file;
  }

  /** Subfolders become groups, or the page of their index file; all in natural order. */
  function pagesIn(folder: string, depth: number): ExpectedPage[] {
    const names = readdirSync(path.join(root, folder)).sort(order.compare);
    const index = names.find((name) => /^(readme|index)\.md$/i.test(name));
    const page = (name: string, at: number): ExpectedPage => {
      const file = path.posix.join(folder, name);
      return { label: titleOf(file), depth: at, file };
    };
    const title = path.basename(folder).replaceAll('-', ' ');
    const group = { label: title.charAt(0).toUpperCase() + title.slice(1), depth, file: undefined };
    const below = names.flatMap((name): ExpectedPage[] => {
      if (name === index) return [];
      const isFolder = statSync(path.join(root, folder, name)).isDirectory();
      if (isFolder) return pagesIn(path.posix.join(folder, name), depth + 1);
      return name.endsWith('.md') ? [page(name, depth + 1)] : [];
    });
    return [index === undefined ? group : page(index, depth), ...below];
  }

  const pages = readdirSync(root)
    .sort(order.compare)
    .flatMap((name) => pagesIn(name, 0));

  return {
    /** In the order of the tree. */
    pages,

    /** The text of a file as its page shows it, apart from links: without front matter, with its title first. */
    pageText(file: string): string {
      const body = text(file).replace(/^---\n[\s\S]*?\n---\n/, '');
      const [heading = ''] = /^# .*\n/m.exec(body) ?? [];
      return `# ${titleOf(file)}\n\n${body.replace(heading, '').replace(/^\n+/, '')}`;
    },

    /** The file that a link in a file points to; for a folder its first page. Undefined if the link is broken. */
    linked(file: string, link: string): string | undefined {
      const target = link.startsWith('/')
        ? path.posix.normalize(link.slice(1))
        : path.posix.join(path.posix.dirname(file), link);
      if (!existsSync(path.join(root, target))) return undefined;
      if (target.endsWith('.md')) return target;
      return pages.find((page) => target === '.' || page.file?.startsWith(target))?.file;
    },
  };
}

const order = new Intl.Collator('en', { numeric: true });

/**
 * The text with each relative destination of a link, an image or a definition replaced, except in code blocks.
 * Everything else stays byte for byte, including web addresses and anchors within the page.
 */
export function withLinks(text: string, replacement: (link: string, anchor: string) => string): string {
  const replaced = (_: string, before: string, link: string, anchor = '') => before + replacement(link, anchor);
  let isCode = false;
  // A definition starts a paragraph or follows another one; anywhere else it is text.
  let mayDefine = true;
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*```/.test(line)) isCode = !isCode;
      if (isCode) return line;
      const isDefinition: boolean = mayDefine && /^\[[^[\]]+\]: *\S+$/.test(line);
      mayDefine = isDefinition || line.trim() === '';
      return isDefinition ? line.replace(definition, replaced) : line.replace(inline, replaced);
    })
    .join('\n');
}

const inline = /(\]\()((?!https?:)[^\s)#]+)(#[^\s)]*)?/g;
const definition = /^(\[[^[\]]+\]: *)((?!https?:)[^\s#]+)(#\S*)?$/;
