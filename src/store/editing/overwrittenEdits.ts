import type { Api } from '../../client/api.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import { titledText } from '../../model/text/titleHeading.ts';
import type { Contents } from '../content/content.ts';
import type { Overwritten } from './edits.ts';
import type { PreparedEdit } from './preparedEdits.ts';

export interface Lineage {
  readonly space: string;
  readonly number: number;
  /** The revision that the edits were compared with before the request. */
  readonly compared: string;
  /** The revision that the request made. */
  readonly made: string;
}

interface Parts {
  readonly api: Pick<Api, 'revisions' | 'changeRequestContent'>;
  readonly content: Pick<Contents, 'pages'>;
  readonly warn: (message: string) => void;
}

/**
 * The parent of the new revision if it isn't the compared one: then someone else saved in between. Undefined if nobody
 * did, or if the server doesn't report parents.
 */
export async function revisionBetween({ api, warn }: Parts, lineage: Lineage): Promise<string | undefined> {
  const { space: spaceId, number, compared, made } = lineage;
  try {
    const parents = await parentsOf();
    return parents?.includes(compared) ? undefined : parents?.[0];
  } catch (error) {
    if (!failureOf(error)) throw error;
    warn(`Couldn't check whether someone else changed #${number} during the save: ${String(error)}`);
    return undefined;
  }

  async function parentsOf(): Promise<readonly string[] | null | undefined> {
    try {
      return (await api.revisions.get({ spaceId, revisionId: made })).parents;
    } catch (error) {
      if (!isKind(error, 'unsupported', 'missing')) throw error;
      const head = await api.changeRequestContent.revision({ spaceId, changeRequestId: String(number) });
      return head.id === made ? head.parents : undefined;
    }
  }
}

/** Changes of the sent pages that the revision in between had made and the new revision doesn't have. */
export async function overwrittenBy(
  { api, content, warn }: Parts,
  { space, number, compared, between, made }: Lineage & { readonly between: string },
  sent: readonly PreparedEdit[],
): Promise<readonly Overwritten[]> {
  const treeAt = (revision: string): Promise<PageTree> => content.pages(space, { kind: 'revision', revision });
  try {
    const [before, theirs, ours] = await Promise.all([treeAt(compared), treeAt(between), treeAt(made)]);
    const found: Overwritten[] = [];
    for (const edit of sent) {
      for (const node of touched(edit, theirs)) {
        const sides = { cached: before.byId.get(node.id), theirs: node, present: ours.byId.get(node.id) };
        const isText = replacesText(edit) && isReadable(node) && (await isTextLost(sides));
        if (isText || areFieldsLost(edit, sides))
          found.push({ page: node.id, title: node.title, base: compared, revision: isText ? between : undefined });
      }
    }
    return found;
  } catch (error) {
    if (!failureOf(error)) throw error;
    warn(`Couldn't read what someone else changed in #${number} during the save: ${String(error)}`);
    return [];
  }

  async function isTextLost({ cached: known, theirs, present }: Sides): Promise<boolean> {
    const text = await bodyIn(between, theirs);
    if (known && (await bodyIn(compared, known)) === text) return false;
    return !present || (await bodyIn(made, present)) !== text;
  }

  /** Leaves out the title, which is compared as a field. */
  async function bodyIn(revisionId: string, { id: pageId }: PageNode): Promise<string> {
    const page = await api.revisions.page({ spaceId: space, revisionId, pageId, format: 'markdown' });
    return titledText(page.markdown ?? '').body.trimEnd();
  }
}

/** A page at the compared revision, at the one in between, and at the new one. */
interface Sides {
  readonly cached: PageNode | undefined;
  readonly theirs: PageNode;
  readonly present: PageNode | undefined;
}

/** The edited pages at the revision in between. Deleting a page also touches all pages below it. */
function touched({ change }: PreparedEdit, theirs: PageTree): readonly PageNode[] {
  const node = 'page' in change ? theirs.byId.get(change.page) : undefined;
  if (!node) return [];
  const withBelow = (each: PageNode): PageNode[] => [each, ...each.children.flatMap(withBelow)];
  return change.operation === 'delete_page' ? withBelow(node) : [node];
}

function replacesText({ change }: PreparedEdit): boolean {
  return change.operation === 'update_page' ? change.document !== undefined : change.operation !== 'insert_page';
}

/** Of title, slug and place, only those that the edit set can be lost. */
function areFieldsLost({ change }: PreparedEdit, { cached: known, theirs, present }: Sides): boolean {
  const isLost = (read: (node: PageNode | undefined) => string | null | undefined): boolean =>
    read(theirs) !== read(known) && read(theirs) !== read(present);
  const isAll = change.operation !== 'update_page';
  return (
    ((isAll || change.title !== undefined) && isLost((node) => node?.page.title)) ||
    ((isAll || change.slug !== undefined) && isLost((node) => node?.page.slug)) ||
    ((isAll || change.into !== undefined) && isLost((node) => node && (node.parent?.id ?? '')))
  );
}
