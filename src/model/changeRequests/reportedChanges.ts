import type { SemanticChange } from '../../contract/changeRequests/changeRequestContent.ts';
import { fieldNames, sideOf, type FieldChange, type PageChange, type PageSide } from './changes.ts';
import type { PageTree } from '../pages/tree.ts';
import { titleText } from '../shared/titleText.ts';

/** A file that the server reports as added, edited or removed. */
export interface ReportedFileChange {
  readonly kind: 'added' | 'edited' | 'removed';
  readonly id: string;
  readonly name: string;
}

/** The pages whose text changed, as reported by the server. */
export function editedPages(reported: readonly SemanticChange[]): ReadonlySet<string> {
  return new Set(reported.flatMap((change) => (change.page && isTextChange(change) ? [change.page.id] : [])));
}

/** The files in the reported changes, each once; the document doesn't show the form of a file. */
export function fileChanges(reported: readonly SemanticChange[]): ReportedFileChange[] {
  const byId = new Map<string, ReportedFileChange>();
  for (const change of reportedFileChanges(reported)) {
    const isNew = byId.get(change.id)?.kind === 'added' && change.kind === 'edited';
    byId.set(change.id, isNew ? { ...change, kind: 'added' } : change);
  }
  return [...byId.values()];
}

function reportedFileChanges(reported: readonly SemanticChange[]): ReportedFileChange[] {
  return reported.flatMap(({ type, file }): ReportedFileChange[] => {
    const kind = fileKinds.get(type);
    if (!kind || typeof file !== 'object' || file === null) return [];
    const { id, name } = file as { id?: unknown; name?: unknown };
    if (typeof id !== 'string') return [];
    return [{ kind, id, name: titleText(typeof name === 'string' ? name : undefined, id) }];
  });
}

/**
 * The pages that the server reports as changed, if there is no base to compare with: their former state is known as far
 * as the report contains it. Pages that are in the known `head` can be read.
 */
export function reportedPageChanges(reported: readonly SemanticChange[], head: PageTree | undefined): PageChange[] {
  const ofPages = Map.groupBy(
    reported.filter(({ page }) => page),
    ({ page }) => page?.id ?? '',
  );
  return [...ofPages].map(([id, changes]) => reportedPageChange(id, changes, head));
}

const fileKinds: ReadonlyMap<string, ReportedFileChange['kind']> = new Map([
  ['file_created', 'added'],
  ['file_edited', 'edited'],
  ['file_deleted', 'removed'],
]);

function isTextChange({ type, attributes }: SemanticChange): boolean {
  if (type !== 'page_edited') return false;
  return 'document' in (attributes ?? {}) || Object.keys(attributes ?? {}).length === 0;
}

function reportedPageChange(id: string, reported: readonly SemanticChange[], head: PageTree | undefined): PageChange {
  const is = (type: SemanticChange['type']) => reported.some((change) => change.type === type);
  const node = head?.byId.get(id);
  const now = node ? sideOf(node) : mentioned(reported);
  const move = reported.find(({ type }) => type === 'page_moved');
  const isMoved = move !== undefined && (move.from?.parent ?? undefined) !== (move.to?.parent ?? undefined);
  const fields = reported.flatMap(({ attributes }) => fieldsAmong(attributes ?? {}));
  const isAdded = is('page_created');
  return {
    id,
    before: isAdded ? undefined : { ...now, page: { ...now.page, ...valuesBefore(fields) } },
    after: is('page_deleted') ? undefined : now,
    text: isAdded || is('page_deleted') || reported.some(isTextChange) ? 'other' : 'same',
    isMoved,
    isReordered: move !== undefined && !isMoved,
    at: move?.to?.at ?? 0,
    isRenamed: fields.some(({ name }) => name === 'slug'),
    fields: isAdded ? [] : fields,
  };
}

function mentioned([reported]: readonly SemanticChange[]): PageSide {
  const { id = '', type, title, path } = reported?.page ?? {};
  return {
    page: { id, type, title, path },
    title: titleText(title),
    path: undefined,
    isReadable: false,
    parent: undefined,
    above: [],
  };
}

function fieldsAmong(attributes: NonNullable<SemanticChange['attributes']>): FieldChange[] {
  return fieldNames.flatMap((name): FieldChange[] => {
    const reported = attributes[name];
    return reported ? [{ name, before: reported.before ?? undefined, after: reported.after ?? undefined }] : [];
  });
}

function valuesBefore(fields: readonly FieldChange[]): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, before }) => [name, before]));
}
