import { all, inView, when, type Condition } from './conditions.ts';

/** What the current user may do with the row's item, as the server reports it. */
const rights = ['view', 'comment', 'review', 'edit', 'merge', 'create', 'createContent', 'admin'] as const;

const changeRequestStates = ['draft', 'open', 'merged', 'archived'] as const;

/**
 * The marks that a row's context value can contain, by view and kind of row, in the order in which they follow the
 * kind: `changeRequest;open;browser;merge`. Like rights, `change` and `propose` say what the current user may do.
 */
export const rowMarks = {
  library: {
    organization: ['browser', ...rights],
    collection: ['browser', ...rights],
    space: ['browser', 'repository', 'live', 'locked', 'deleted', 'propose', ...rights],
    page: ['browser', 'document', 'repository', 'propose'],
    files: rights,
    file: [],
  },
  changeRequests: {
    changeRequest: [
      ...changeRequestStates,
      ...(['outdated', 'conflicts', 'browser', 'reviews', 'requested', 'reviewing', ...rights, 'propose'] as const),
    ],
    space: [...rights, 'propose'],
    review: ['requested', 'given', ...changeRequestStates, ...rights, 'propose'],
    changedPage: ['added', 'modified', 'renamed', 'deleted', 'text', 'browser', 'conflict', 'viewed', 'edit'],
    changedFile: ['added', 'modified', 'renamed', 'deleted', 'viewed'],
    page: ['document', 'group', 'link', 'computed', 'text', 'changed', 'browser'],
    pages: [],
  },
  sites: {
    organization: ['change'],
    site: ['change', 'live', 'unpublished', 'address', 'shared'],
    part: ['site-section-group', 'site-section', 'site-space', 'address', 'deleted', 'change'],
    shareLinks: ['change'],
    shareLink: ['active', 'inactive', 'address'],
    audience: ['change'],
    customization: ['change'],
  },
  organization: {
    organization: ['admin'],
    settings: ['change'],
    members: ['change'],
    member: ['change', 'noSso'],
    teams: ['change'],
    team: ['change'],
    teamMember: ['change'],
    specs: ['change'],
    spec: ['change', 'content'],
    version: [],
    translations: ['change'],
    translation: ['change'],
    integrations: ['change'],
    integration: ['change'],
  },
  inbox: {
    draft: ['pending', 'gone', 'unsent'],
    news: ['review', 'comment', 'thread'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

type Marks = typeof rowMarks;
type Many<Value> = Value | readonly Value[];

interface Wanted<Mark> {
  /** The row has at least one of these marks. */
  readonly is?: Many<Mark>;
  /** The row has all of these marks. */
  readonly has?: Many<Mark>;
  /** The current user has at least one of these rights. */
  readonly may?: Many<Mark>;
  /** The row doesn't have this mark. */
  readonly lacks?: Mark;
}

/** A row of one of these kinds in a view, with these marks: `onRow('library', 'space', { is: 'live', may: 'admin' })`. */
export function onRow<View extends keyof Marks, Kind extends keyof Marks[View] & string>(
  view: View,
  kinds: Many<Kind>,
  { is, has, may, lacks }: Wanted<(Marks[View][Kind] & readonly string[])[number]> = {},
): Condition {
  const [kind = '', ...others] = many<string>(kinds);
  const order: readonly string[] = (rowMarks[view] as Record<string, readonly string[]>)[kind] ?? [];
  const groups = [many(is), ...many(has).map(many), many(may)].filter((group) => group.length > 0);
  const inOrder = groups.sort(([one = ''], [other = '']) => order.indexOf(one) - order.indexOf(other));
  const pattern = [
    `^${oneOf([kind, ...others])}\\b`,
    ...(lacks === undefined ? [] : [`(?!.*;${String(lacks)}\\b)`]),
    ...inOrder.map((group) => `.*;${oneOf(group)}\\b`),
  ];
  return all(inView(view), when(`viewItem =~ /${pattern.join('')}/`));
}

function many<Value extends string>(values: Many<Value> | undefined): readonly Value[] {
  return values === undefined ? [] : typeof values === 'string' ? [values] : values;
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `(${names.join('|')})`;
}
