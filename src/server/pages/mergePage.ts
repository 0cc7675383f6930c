import { mergeTexts, mergeValues, missingChanges, withTakenChanges, type ThreeTexts } from '../../model/merge/texts.ts';
import type { Attribute, ConflictRow } from './conflicts.ts';
import type { Database } from '../database/database.ts';
import { documentText, pageAt, type View } from './revisions.ts';
import type { PageRow } from '../database/rows.ts';

/** The versions of a change request and main, and their common base. */
export interface Sides {
  readonly base: View;
  readonly main: View;
  readonly own: View;
}

/** A page that differs in a change request, or the mark of a deleted one. */
export type OwnPage = PageRow & { readonly deleted: number };

export interface MergedPage {
  /** Undefined if the page is deleted. */
  readonly page: PageRow | undefined;
  /** The merged text of the page, if it is neither side's: it has no document yet. */
  readonly text: string | undefined;
  /** Attributes that both sides changed differently, or that one side changed of a page that the other deleted. */
  readonly conflicts: readonly Attribute[];
  /** `seen` of the conflict of its text, if it has changed. */
  readonly seen?: string | undefined;
}

export type MergePage = (page: OwnPage, known: readonly ConflictRow[]) => MergedPage;

/** Fields with simple values. `more` holds the less common fields as one value. */
const fields = ['type', 'title', 'slug', 'emoji', 'icon', 'description', 'hidden', 'href', 'more'] as const;

const all: readonly Attribute[] = [...fields, 'parent', 'order', 'document'];

/** The contract's limit for a page's text, which a merged text must not exceed either. */
const longestText = 1_000_000;

/**
 * Limit of text that one merge compares, in characters, because requests wait in the meantime. Beyond it, texts that
 * both sides changed are in conflict.
 */
const mostText = 8_000_000;

/**
 * Merges pages three-way: each attribute on its own, texts line by line. If both sides changed an attribute, the change
 * request's value is taken.
 */
export function pageMerger(database: Database, sides: Sides, views: (revision: number) => View): MergePage {
  let textLeft = mostText;

  return (own, known) => {
    const { deleted, ...page } = own;
    const before = pageAt(database, sides.base, page.id);
    const there = pageAt(database, sides.main, page.id);
    if (deleted) return deletedPage(before, there, known);
    if (!there) return pageDeletedInMain(before, page, known);
    return mergedPage(before, page, there, known);
  };

  function deletedPage(
    before: PageRow | undefined,
    there: PageRow | undefined,
    known: readonly ConflictRow[],
  ): MergedPage {
    // Earlier conflicts are compared with their own base, because main may have reverted its change.
    const isNew = (name: Attribute) => !known.some((row) => row.attribute === name);
    const changed = there ? all.filter((name) => isNew(name) && isChange(name, before, there)) : [];
    const remembered = there ? known.filter((row) => isChange(row.attribute, originOf(row), there)) : [];
    return { page: undefined, text: undefined, conflicts: named([...changed, ...remembered.map(attributeOf)]) };
  }

  function pageDeletedInMain(before: PageRow | undefined, page: PageRow, known: readonly ConflictRow[]): MergedPage {
    const changed = before ? all.filter((name) => isChange(name, before, page)) : [];
    const conflicts = named([...changed, ...known.map(attributeOf)]);
    // A page that the change request only reordered among its siblings isn't worth keeping.
    const isStored = !before || conflicts.length > 0;
    return { page: isStored ? page : undefined, text: undefined, conflicts };
  }

  function mergedPage(
    before: PageRow | undefined,
    page: PageRow,
    there: PageRow,
    known: readonly ConflictRow[],
  ): MergedPage {
    const merged = fields.map((name) => ({ name, ...mergeValues(before?.[name], page[name], there[name]) }));
    const place = mergedPlace(before, page, there);
    const document = mergedDocument(before, page, there);
    const result = {
      ...page,
      ...Object.fromEntries(merged.map(({ name, value }) => [name, value])),
      ...place.value,
      document_id: document.id,
    };
    const conflicts = [
      ...merged.filter(({ isConflict }) => isConflict).map(({ name }) => name),
      ...place.conflicts,
      ...(document.isConflict ? (['document'] as const) : []),
    ];
    // Earlier conflicts are compared with their own base, because main may have reverted its change.
    const seen = seenIn(before, page, there, known);
    const lasting = known.filter((row) => lasts(row, before, there, result, document.text, seen)).map(attributeOf);
    const isNew = (name: Attribute) => !known.some((row) => row.attribute === name);
    return { page: result, text: document.text, conflicts: named([...conflicts.filter(isNew), ...lasting]), seen };
  }

  function mergedDocument(before: PageRow | undefined, page: PageRow, there: PageRow) {
    const { value, isConflict } = mergeValues(before?.document_id, page.document_id, there.document_id);
    const taken = { id: value ?? null, text: undefined, isConflict: false };
    if (!isConflict) return taken;
    const texts = { base: textOf(before), ours: textOf(page), theirs: textOf(there) };
    // Both sides may have written the same text.
    const whole = mergeValues(texts.base, texts.ours, texts.theirs);
    if (!whole.isConflict) return { ...taken, id: whole.value === texts.ours ? page.document_id : there.document_id };
    if (!isAffordable(texts)) return { ...taken, isConflict: true };
    const { text, conflicts } = mergeTexts(texts);
    if (text.length > longestText) return { ...taken, isConflict: true };
    const side = text === texts.ours ? page : text === texts.theirs ? there : undefined;
    return {
      id: side ? side.document_id : page.document_id,
      text: side ? undefined : text,
      isConflict: conflicts.length > 0,
    };
  }

  /** Whether main still has a change that the change request lacks, from a conflict of an earlier update. */
  function lasts(
    row: ConflictRow,
    before: PageRow | undefined,
    there: PageRow,
    result: PageRow,
    text: string | undefined,
    seen: string | undefined,
  ): boolean {
    const origin = originOf(row);
    if (row.attribute !== 'document') {
      const value = valueOf(row.attribute, there);
      return value !== valueOf(row.attribute, origin) && value !== valueOf(row.attribute, result);
    }
    if (there.document_id === before?.document_id) return true;
    const texts = { base: seen ?? row.seen ?? textOf(origin), ours: text ?? textOf(result), theirs: textOf(there) };
    return !isAffordable(texts) || missingChanges(texts).length > 0;
  }

  /** What the change request has or wrote over of main's last version, from which this update leads to another. */
  function seenIn(
    before: PageRow | undefined,
    page: PageRow,
    there: PageRow,
    known: readonly ConflictRow[],
  ): string | undefined {
    const row = known.find(({ attribute }) => attribute === 'document');
    if (!row || there.document_id === before?.document_id) return undefined;
    const main = pageAt(database, views(row.main), row.page_id);
    if (!main) return undefined;
    const texts = { base: row.seen ?? textOf(originOf(row)), ours: textOf(page), theirs: textOf(main) };
    return isAffordable(texts) ? withTakenChanges(texts) : undefined;
  }

  function isAffordable({ base, ours, theirs }: ThreeTexts): boolean {
    textLeft -= base.length + ours.length + theirs.length;
    return textLeft >= 0;
  }

  /** Reordering alone doesn't count as a change of a deleted page: moving siblings changes the order of others, too. */
  function isChange(name: Attribute, from: PageRow | undefined, to: PageRow): boolean {
    if (name === 'order') return false;
    if (valueOf(name, from) === valueOf(name, to)) return false;
    return name !== 'document' || textOf(from) !== textOf(to);
  }

  function originOf(row: ConflictRow): PageRow | undefined {
    return pageAt(database, views(row.base), row.page_id);
  }

  function textOf(page: PageRow | undefined): string {
    return page?.document_id ? documentText(database, page.document_id) : '';
  }
}

function mergedPlace(
  before: PageRow | undefined,
  page: PageRow,
  there: PageRow,
): { value: Pick<PageRow, 'parent_id' | 'rank'>; conflicts: Attribute[] } {
  const parent = mergeValues(before?.parent_id, page.parent_id, there.parent_id);
  // A rank is only meaningful among its siblings.
  if (page.parent_id !== there.parent_id) {
    const { parent_id, rank } = parent.value === page.parent_id ? page : there;
    return { value: { parent_id, rank }, conflicts: parent.isConflict ? ['parent'] : [] };
  }
  const rank = mergeValues(before?.rank, page.rank, there.rank);
  const isConflict = rank.isConflict && before?.parent_id === page.parent_id;
  return {
    value: { parent_id: page.parent_id, rank: rank.value ?? page.rank },
    conflicts: isConflict ? ['order'] : [],
  };
}

function valueOf(name: Attribute, page: PageRow | undefined): string | number | null | undefined {
  if (name === 'parent') return page?.parent_id;
  if (name === 'order') return page?.rank;
  return page?.[name === 'document' ? 'document_id' : name];
}

function attributeOf(row: ConflictRow): Attribute {
  return row.attribute;
}

/** Each once, in the order of the contract's fields. */
function named(attributes: readonly Attribute[]): Attribute[] {
  return all.filter((name) => attributes.includes(name));
}
