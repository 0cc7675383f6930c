import type { Page } from '../contract/content.ts';

/** A page in its tree. `page` is what the platform said, without its children. */
export interface PageNode {
  readonly id: string;
  readonly page: Page;
  readonly title: string;
  readonly parent: PageNode | undefined;
  readonly children: readonly PageNode[];
  /**
   * Readable path inside the space, segments joined by `/`: distinct, stable, no segment starting with a dot.
   * Documents and computed pages (and of unknown types those that may have text) end in `.md`; a group's path is a directory;
   * a link has none.
   */
  readonly path: string | undefined;
}

/** The pages of one revision of a space, in the platform's order. */
export interface PageTree {
  readonly roots: readonly PageNode[];
  readonly byId: ReadonlyMap<string, PageNode>;
  readonly byPath: ReadonlyMap<string, PageNode>;
}
