import type { Database } from '../../database/database.ts';
import type { Addresses, Printing } from '../../http/addresses.ts';
import { markdownOf } from '../shared/contentReplies.ts';
import { printed, type PrintTask } from '../../formats/pdf/printed.ts';
import { badRequest, invalid, missing, Problem } from '../../http/problems.ts';
import {
  changeRequestView,
  childrenAt,
  pageAt,
  pagesAt,
  revisionAt,
  viewOf,
  type View,
} from '../../pages/revisions.ts';
import type { ChangeRequestRow, PageRow, RevisionRow, SpaceRow } from '../../database/rows.ts';
import { TaskEnded } from '../../../workers/runInWorker.ts';

const mostPages = 500;
const mostText = 1_100_000;

/** Section 4.7. The URL of a PDF of a change request's current content. The PDF is made when it is fetched. */
export function pdfAddress(
  { database, addresses }: { database: Database; addresses: Addresses },
  space: SpaceRow,
  changeRequest: ChangeRequestRow,
  printing: Printing,
): string {
  if (printing.only && printing.page === undefined) throw badRequest('query.page: is required if query.only is set');
  const pages = pagesOf(database, changeRequestView(database, space, changeRequest), printing);
  if (pages.length > mostPages) throw tooMuch(printing, `${mostPages} pages`);
  const size = pages.reduce((sum, { page }) => sum + markdownOf(database, page).length, 0);
  if (size > mostText) throw tooMuch(printing, `${mostText} letters`);
  return addresses.pdf(revisionAt(database, changeRequest.head).id, printing);
}

/** The PDF of a revision of a change request, for a URL from `pdfAddress`. */
export async function pdfOfRevision(
  database: Database,
  revisionId: string,
  printing: Printing,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const content = database.read(() => contentOf(database, revisionId, printing));
  try {
    return await printed(content, signal);
  } catch (error) {
    if (!(error instanceof TaskEnded)) throw error;
    if (error.reason === 'busy') throw new Problem(503, 'Other PDFs and imports take too long. Try again later');
    throw invalid('url', 'leads to content that takes too long to print');
  }
}

function contentOf(database: Database, revisionId: string, printing: Printing): PrintTask {
  const revision = database.get<RevisionRow>('SELECT * FROM revisions WHERE id = ?', revisionId);
  const changeRequest =
    revision && database.get<ChangeRequestRow>('SELECT * FROM change_requests WHERE line = ?', revision.line);
  const space = changeRequest && database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', changeRequest.space_id);
  if (!space) throw missing('Change request');
  const date = new Date(revision.created_at).toISOString().slice(0, 10);
  const subtitle = `${space.title} · #${changeRequest.number} ${changeRequest.subject || 'Without a subject'} · ${date}`;
  return {
    heading: { title: space.title, subtitle, at: revision.created_at },
    pages: pagesOf(database, viewOf(space, revision), printing).map(({ page, level }) => ({
      title: page.title,
      level,
      markdown: page.document_id === null ? undefined : textOf(database, page),
    })),
  };
}

interface Placed {
  readonly page: PageRow;
  readonly level: number;
}

/** In tree order. Link pages are left out. */
function pagesOf(database: Database, view: View, { page: id, only = false }: Printing): Placed[] {
  if (id === undefined) {
    const children = Map.groupBy(pagesAt(database, view), (page) => page.parent_id);
    return below(null, 0, (parent) => children.get(parent) ?? []);
  }
  const page = pageAt(database, view, id);
  if (!page || page.type === 'link') throw missing('Page');
  if (only) return [{ page, level: 0 }];
  return [{ page, level: 0 }, ...below(page.id, 1, (parent) => childrenAt(database, view, parent))];
}

function below(
  parent: string | null,
  level: number,
  childrenOf: (parent: string | null) => readonly PageRow[],
): Placed[] {
  return childrenOf(parent)
    .filter((page) => page.type !== 'link')
    .flatMap((page) => [{ page, level }, ...below(page.id, level + 1, childrenOf)]);
}

/** Without the title, which the PDF writer adds itself. */
function textOf(database: Database, page: PageRow): string {
  return markdownOf(database, page).replace(/^# .*\n+/, '');
}

function tooMuch({ page }: Printing, most: string) {
  const remedy =
    page === undefined
      ? 'is required because the change request has'
      : 'is too long for one PDF. Set query.only, because it has';
  return invalid('query.page', `${remedy} more than ${most}`);
}
