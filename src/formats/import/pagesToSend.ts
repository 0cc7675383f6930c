import { posix } from 'node:path';
import type { ImportedPage, ImportedPages } from '../../model/pages/importSources.ts';
import { isMarkdown } from './folderFiles.ts';
import { withPlatformLinks } from './folderLinks.ts';
import type { Plan, PlannedPage } from './folderPlan.ts';

/**
 * The pages of a plan for a change request, in which each page is a document. `paths` are those that the server
 * assigned, by key.
 */
export function importedPages(plan: Plan, paths: Readonly<Record<string, string>>): ImportedPages {
  const files = new Set<string>();
  const placed = (page: PlannedPage): PlannedPage => ({ ...page, path: paths[page.id] ?? page.path });
  const linked: Plan = { ...plan, bySource: new Map([...plan.bySource].map(([path, page]) => [path, placed(page)])) };

  /** Addresses of files stay, because they show which file the page lacks. */
  function missing(path: string): undefined {
    if (!isMarkdown(path) && !path.startsWith('../') && plan.folder.bytes(path)) files.add(path);
  }

  function textOf({ source, text, type, href, cover }: PlannedPage, path: string): string {
    if (type === 'link') return href === undefined ? '' : `<${href.replace(/[<>\s]/g, encodeURIComponent)}>\n`;
    if (source === undefined) return text;
    if (cover !== undefined) missing(posix.join(posix.dirname(source), cover));
    return withPlatformLinks(text, { source, path }, { plan: linked, file: missing });
  }

  function pageOf(planned: PlannedPage): ImportedPage {
    const { id: key, title, path, children } = placed(planned);
    return { key, title, path, text: textOf(planned, path), children: children.map(pageOf) };
  }

  const pages = plan.pages.map(pageOf);
  return { pages, files: [...files] };
}
