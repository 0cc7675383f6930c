import type { Version } from '../../model/shared/address.ts';
import { fieldNames, pageChanges, type PageChange } from '../../model/changeRequests/changes.ts';
import { mergeValues, missingChanges } from '../../model/merge/texts.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { repeatsTitle, titledText } from '../../model/text/titleHeading.ts';
import type { Contents } from '../content/content.ts';
import type { PageConflict } from './conflicts.ts';
import type { Read } from '../library/library.ts';

export interface Compared {
  readonly space: string;
  /** The change request's number. Its head is checked for the changes of main. */
  readonly number: number;
  /** Revision ids. */
  readonly base: string;
  readonly main: string;
  readonly own: string;
  /**
   * If true, the change request was updated from this revision of main, and the update left out whatever is missing. If
   * false, only pages that both sides changed count.
   */
  readonly isUpdated: boolean;
  /** Ids of the pages to compare; all pages if omitted. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Limit of pages that are read at the same time: a server may refuse more. */
const atOnce = 8;

/**
 * The pages of a change request that miss changes which main made since the base. Trees are compared first: a page is
 * read only if main changed it and it differs in the change request.
 */
export async function missingFromMain(
  content: Pick<Contents, 'pages' | 'markdown'>,
  { space, number, base, main, own, isUpdated, only }: Compared,
  read: Read = {},
): Promise<readonly PageConflict[]> {
  const versions = {
    base: { kind: 'revision', revision: base },
    main: { kind: 'revision', revision: main },
    own: { kind: 'changeRequest', number },
  } as const;
  const [before, theirs, ours] = await Promise.all([
    content.pages(space, versions.base, read),
    content.pages(space, versions.main, read),
    content.pages(space, versions.own, read),
  ]);
  const differing = new Map(pageChanges(theirs, ours).map((change) => [change.id, change]));
  const changedHere = new Map(pageChanges(before, ours).map((change) => [change.id, change]));
  const isBoth = (id: string): boolean => differing.has(id) && (isUpdated || changedHere.has(id));
  const both = pageChanges(before, theirs).filter(({ id }) => isBoth(id) && (!only || only.has(id)));
  const found: PageConflict[] = [];
  for (let from = 0; from < both.length; from += atOnce) {
    const some = both.slice(from, from + atOnce).map((change) => conflictIn(change, differing.get(change.id)!));
    found.push(...(await Promise.all(some)).flatMap((conflict) => conflict ?? []));
  }
  return found;

  async function conflictIn(made: PageChange, difference: PageChange): Promise<PageConflict | undefined> {
    const { id } = made;
    const [was, their, our] = [before, theirs, ours].map(({ byId }) => byId.get(id));
    const fields = their && our ? missingFields(was, their, our, isUpdated) : ['page'];
    const changes = [made, difference, isUpdated ? undefined : changedHere.get(id)];
    const mayText = changes.every((change) => change?.text !== 'same');
    const lacksText = their && our && mayText && (await isTextMissing(was, their, our));
    if (fields.length === 0 && !lacksText) return undefined;
    return {
      page: id,
      title: (our ?? their ?? was)?.title ?? '',
      base,
      main,
      own,
      lost: [...(lacksText ? ['document'] : []), ...fields],
    };
  }

  async function isTextMissing(was: PageNode | undefined, their: PageNode, our: PageNode): Promise<boolean> {
    if (!isReadable(their) || !isReadable(our)) return false;
    const [base, main, own] = await Promise.all([
      bodyAt(versions.base, was),
      bodyAt(versions.main, their),
      bodyAt(versions.own, our),
    ]);
    if (!isUpdated && own === base) return false;
    return missingChanges({ base, ours: own, theirs: main }).length > 0;
  }

  /** Leaves out the title, which is compared as a field. */
  async function bodyAt(version: Version, node: PageNode | undefined): Promise<string> {
    if (!node || !isReadable(node)) return '';
    const markdown = await content.markdown(space, version, node.id, read);
    return (repeatsTitle(markdown, node.title) ? titledText(markdown).body : markdown).trimEnd();
  }
}

/** Before an update, a field that only main changed isn't lost: the update brings it. */
function missingFields(base: PageNode | undefined, main: PageNode, own: PageNode, isUpdated: boolean): string[] {
  const isMissing = (read: (node: PageNode) => unknown): boolean => {
    const [before, theirs, ours] = [base, main, own].map((node) => JSON.stringify(node && (read(node) ?? null)));
    const { value, isConflict } = mergeValues(before, ours, theirs);
    return isConflict || (isUpdated && value !== ours);
  };
  return [
    ...fieldNames.filter((name) => isMissing(({ page }) => page[name])),
    ...(isMissing(({ parent }) => parent?.id) ? ['parent'] : []),
  ];
}
