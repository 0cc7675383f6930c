import { largestFile, longestText } from '../../model/editing/limits.ts';
import type { ImportedPage, ImportedPages, SentLinks } from '../../model/pages/importSources.ts';
import { isPageFile } from './folderFiles.ts';
import { pathsOf, withPlatformLinks } from './folderLinks.ts';
import type { Plan, PlannedPage } from './folderPlan.ts';

/** The pages of a plan for a change request, in which each page is a document. */
export function importedPages(plan: Plan, { paths, fileIds }: SentLinks): ImportedPages {
  const files = new Map<string, Uint8Array | undefined>();
  const ids = new Map(Object.entries(fileIds));
  const placed = (page: PlannedPage): PlannedPage => ({ ...page, path: paths[page.id] ?? page.path });
  const linked: Plan = { ...plan, bySource: new Map([...plan.bySource].map(([path, page]) => [path, placed(page)])) };

  /** Addresses of files that the server lacks stay, because they show which file the page lacks. */
  function idOf(path: string, isLinked = true): string | undefined {
    const bytes = ids.has(path) || isPageFile(path) || path.startsWith('../') ? undefined : plan.folder.bytes(path);
    // Without its metadata, a photo may be small enough.
    const isSent = isLinked && bytes && bytes.length <= 2 * largestFile;
    if (bytes) files.set(path, files.get(path) ?? (isSent ? bytes : undefined));
    return ids.get(path);
  }

  function textOf({ source, text, type, href, properties }: PlannedPage, path: string): string {
    if (type === 'link') return href === undefined ? '' : `<${href.replace(/[<>\s]/g, encodeURIComponent)}>\n`;
    if (source === undefined) return text;
    for (const url of [properties?.cover?.light, properties?.cover?.dark]) {
      for (const file of url === undefined ? [] : pathsOf(url, source, plan)) idOf(file, false);
    }
    const sent = withPlatformLinks(text, { source, path }, { plan: linked, file: idOf });
    if (sent.length <= longestText) return sent;
    // Its own text fits, because archives are read without files that are too long.
    plan.folder.notes?.push({ kind: 'limit', path: source, detail: 'imported with its links and includes unchanged' });
    return text;
  }

  function pageOf(planned: PlannedPage): ImportedPage {
    const { id: key, title, path, children } = placed(planned);
    const lost = propertiesLost(planned).join(', ');
    if (lost !== '') plan.folder.notes?.push({ kind: 'property', path: planned.source ?? '', detail: lost });
    return { key, title, path, text: textOf(planned, path), children: children.map(pageOf) };
  }

  const pages = plan.pages.map(pageOf);
  return { pages, files: [...files].map(([path, bytes]) => ({ path, bytes })), notes: plan.folder.notes ?? [] };
}

/** A page of a change request is created with a title and a text alone. */
function propertiesLost({ description, icon, emoji, hidden, properties }: PlannedPage): string[] {
  const traits = Object.entries({ description, icon, emoji, hidden, cover: properties?.cover, ...properties?.more });
  return [...traits.filter(([, value]) => value !== undefined).map(([name]) => name), ...(properties?.lost ?? [])];
}
