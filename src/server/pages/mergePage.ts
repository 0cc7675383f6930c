import { mergeTexts, mergeValues, missingChanges, type ThreeTexts } from '../../model/merge/texts.ts';
import type { Attribute, ConflictRow } from './conflicts.ts';
import type { Database } from '../database/database.ts';
import { documentText, pageAt, type View } from './revisions.ts';
import type { PageRow } from '../database/rows.ts';

/** What a change request and main have made of the content that both started from. */
export interface Sides {
  readonly base: View;
  readonly main: View;
  readonly own: View;
}

/** A page that a change request has differently, or the mark of one it deleted. */
export type OwnPage = PageRow & { readonly deleted: number };

export interface MergedPage {
  /** Undefined where the page is deleted. */
  readonly page: PageRow | undefined;
  /** The text of the page where it is neither side's: it has no document yet. */
  readonly text: string | undefined;
  /** Names of what both sides changed differently, or what one changed of a page that the other deleted. */
  readonly conflicts: readonly Attribute[];
}

export type MergePage = (page: OwnPage, known: readonly ConflictRow[]) => MergedPage;

/** Fields that have a value of their own. `more` has what few pages have, as one. */
const fields = ['type', 'title', 'slug', 'emoji', 'icon', 'description', 'hidden', 'href', 'more'] as const;

const all: readonly Attribute[] = [...fields, 'parent', 'order', 'document'];

/** As in the contract: what the two sides write is never longer, so what becomes of both must not be either. */
const longestText = 1_000_000;

/** Texts that one merge compares, in characters: requests wait meanwhile. Past it, texts that both sides changed are in conflict. */
const mostText = 8_000_000;

/** Merges pages three-way: each attribute by itself, texts line by line. The change request's value stands where both changed it. */
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
    // Of what was in conflict before, what both sides started from decides: main may have taken its change back.
    const isNew = (name: Attribute) => !known.some((row) => row.attribute === name);
    const changed = there ? all.filter((name) => isNew(name) && isChange(name, before, there)) : [];
    const remembered = there ? known.filter((row) => isChange(row.attribute, originOf(row), there)) : [];
    return { page: undefined, text: undefined, conflicts: named([...changed, ...remembered.map(attributeOf)]) };
  }

  function pageDeletedInMain(before: PageRow | undefined, page: PageRow, known: readonly ConflictRow[]): MergedPage {
    const changed = before ? all.filter((name) => isChange(name, before, page)) : [];
    const conflicts = named([...changed, ...known.map(attributeOf)]);
    // A page that the change request has only put elsewhere among its siblings is none that it would keep.
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
    // Of what was in conflict before, what both sides started from decides: main may have taken its change back.
    const lasting = known.filter((row) => lasts(row, before, there, result, document.text)).map(attributeOf);
    const isNew = (name: Attribute) => !known.some((row) => row.attribute === name);
    return { page: result, text: document.text, conflicts: named([...conflicts.filter(isNew), ...lasting]) };
  }

  function mergedDocument(before: PageRow | undefined, page: PageRow, there: PageRow) {
    const { value, isConflict } = mergeValues(before?.document_id, page.document_id, there.document_id);
    const taken = { id: value ?? null, text: undefined, isConflict: false };
    if (!isConflict) return taken;
    const texts = { base: textOf(before), ours: textOf(page), theirs: textOf(there) };
    // The same text may have been written twice.
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

  /** Whether main still has something that the change request lacks, of what was in conflict at an earlier update. */
  function lasts(
    row: ConflictRow,
    before: PageRow | undefined,
    there: PageRow,
    result: PageRow,
    text: string | undefined,
  ): boolean {
    const origin = originOf(row);
    if (row.attribute !== 'document') {
      const value = valueOf(row.attribute, there);
      return value !== valueOf(row.attribute, origin) && value !== valueOf(row.attribute, result);
    }
    if (there.document_id === before?.document_id) return true;
    const texts = { base: textOf(origin), ours: text ?? textOf(result), theirs: textOf(there) };
    return !isAffordable(texts) || missingChanges(texts).length > 0;
  }

  function isAffordable({ base, ours, theirs }: ThreeTexts): boolean {
    textLeft -= base.length + ours.length + theirs.length;
    return textLeft >= 0;
  }

  /** Order alone is no change of a page that is deleted: siblings that are put elsewhere take others along. */
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
  // A rank means something among its siblings only.
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
