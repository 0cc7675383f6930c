import type { SemanticChange } from '../../contract/changeRequests/changeRequestContent.ts';
import { fieldNames, sideOf, type FieldChange, type PageChange, type PageSide } from './changes.ts';
import type { PageTree } from '../pages/tree.ts';
import { titleText } from '../shared/titleText.ts';

/** A file that the server reports as added, edited or removed. */
export interface ToldFileChange {
  readonly kind: 'added' | 'edited' | 'removed';
  readonly id: string;
  readonly name: string;
}

/** The pages whose text changed, as reported by the server. */
export function editedPages(told: readonly SemanticChange[]): ReadonlySet<string> {
  return new Set(told.flatMap((change) => (change.page && isTextChange(change) ? [change.page.id] : [])));
}

/** The files in the reported changes, each once; the document doesn't show the form of a file. */
export function fileChanges(told: readonly SemanticChange[]): ToldFileChange[] {
  const byId = new Map<string, ToldFileChange>();
  for (const change of toldFileChanges(told)) {
    const isNew = byId.get(change.id)?.kind === 'added' && change.kind === 'edited';
    byId.set(change.id, isNew ? { ...change, kind: 'added' } : change);
  }
  return [...byId.values()];
}

function toldFileChanges(told: readonly SemanticChange[]): ToldFileChange[] {
  return told.flatMap(({ type, file }): ToldFileChange[] => {
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
export function toldPageChanges(told: readonly SemanticChange[], head: PageTree | undefined): PageChange[] {
  const ofPages = Map.groupBy(
    told.filter(({ page }) => page),
    ({ page }) => page?.id ?? '',
  );
  return [...ofPages].map(([id, changes]) => toldPageChange(id, changes, head));
}

const fileKinds: ReadonlyMap<string, ToldFileChange['kind']> = new Map([
  ['file_created', 'added'],
  ['file_edited', 'edited'],
  ['file_deleted', 'removed'],
]);

function isTextChange({ type, attributes }: SemanticChange): boolean {
  if (type !== 'page_edited') return false;
  return 'document' in (attributes ?? {}) || Object.keys(attributes ?? {}).length === 0;
}

function toldPageChange(id: string, told: readonly SemanticChange[], head: PageTree | undefined): PageChange {
  const is = (type: SemanticChange['type']) => told.some((change) => change.type === type);
  const node = head?.byId.get(id);
  const now = node ? sideOf(node) : mentioned(told);
  const move = told.find(({ type }) => type === 'page_moved');
  const isMoved = move !== undefined && (move.from?.parent ?? undefined) !== (move.to?.parent ?? undefined);
  const fields = told.flatMap(({ attributes }) => fieldsAmong(attributes ?? {}));
  const isAdded = is('page_created');
  return {
    id,
    before: isAdded ? undefined : { ...now, page: { ...now.page, ...valuesBefore(fields) } },
    after: is('page_deleted') ? undefined : now,
    text: isAdded || is('page_deleted') || told.some(isTextChange) ? 'other' : 'same',
    isMoved,
    isReordered: move !== undefined && !isMoved,
    at: move?.to?.at ?? 0,
    isRenamed: fields.some(({ name }) => name === 'slug'),
    fields: isAdded ? [] : fields,
  };
}

function mentioned([told]: readonly SemanticChange[]): PageSide {
  const { id = '', type, title, path } = told?.page ?? {};
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
    const told = attributes[name];
    return told ? [{ name, before: told.before ?? undefined, after: told.after ?? undefined }] : [];
  });
}

function valuesBefore(fields: readonly FieldChange[]): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, before }) => [name, before]));
}
