import { longestText } from '../../model/editing/limits.ts';
import type { ImportedPage, ImportedPages, ImportNote } from '../../model/pages/importSources.ts';
import { isPageFile } from './folderFiles.ts';
import { pathsOf, withPlatformLinks } from './folderLinks.ts';
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
    if (!isPageFile(path) && plan.folder.bytes(path)) files.add(path);
  }

  function textOf({ source, text, type, href, properties }: PlannedPage, path: string): string {
    if (type === 'link') return href === undefined ? '' : `<${href.replace(/[<>\s]/g, encodeURIComponent)}>\n`;
    if (source === undefined) return text;
    for (const url of [properties?.cover?.light, properties?.cover?.dark]) {
      for (const file of url === undefined ? [] : pathsOf(url, source, plan)) missing(file);
    }
    const sent = withPlatformLinks(text, { source, path }, { plan: linked, file: missing });
    return sent.length > longestText ? '' : sent;
  }

  function pageOf(planned: PlannedPage): ImportedPage {
    const { id: key, title, path, children } = placed(planned);
    const lost = propertiesLost(planned).join(', ');
    if (lost !== '') plan.folder.notes?.push({ kind: 'property', path: planned.source ?? '', detail: lost });
    return { key, title, path, text: textOf(planned, path), children: children.map(pageOf) };
  }

  const pages = plan.pages.map(pageOf);
  const uploads = [...files].map((file): ImportNote => ({ kind: 'upload', path: file }));
  return { pages, files: [...files], notes: [...(plan.folder.notes ?? []), ...uploads] };
}

/** A page of a change request is created with a title and a text alone. */
function propertiesLost({ description, icon, emoji, hidden, properties }: PlannedPage): string[] {
  const traits = Object.entries({ description, icon, emoji, hidden, cover: properties?.cover, ...properties?.more });
  return [...traits.filter(([, value]) => value !== undefined).map(([name]) => name), ...(properties?.lost ?? [])];
}
