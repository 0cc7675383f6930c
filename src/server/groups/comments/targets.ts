import type { CommentsAccess } from './access.ts';
import { remembered } from '../../database/memoize.ts';
import { dateTime } from '../shared/replies.ts';
import {
  changeRequestView,
  documentText,
  mainView,
  pageAt,
  pathOf,
  revisionAt,
  viewOf,
  type View,
} from '../../pages/revisions.ts';
import type { CommentRow, PageRow } from '../../database/rows.ts';
import { plain, sectionsOf } from '../../../formats/markdown/sections.ts';

/** Builds the `target` of comments in one place (section 2.2), and caches what it looks up. */
export function commentTargets(comments: CommentsAccess) {
  const { context, space, changeRequest } = comments;
  const { database } = context;
  const present = presentView(comments);
  const revision = remembered((number: number) => revisionAt(database, number));
  const text = remembered((document: string) => documentText(database, document));
  const plainText = remembered((document: string) => plain(text(document)));
  const pageNow = remembered((id: string) => pageAt(database, present, id));
  const pathNow = remembered((id: string) => {
    const page = pageNow(id);
    return page && pathOf(database, present, page);
  });

  function pageTarget(comment: CommentRow, id: string) {
    const viewThen = viewOf(space, revision(comment.revision));
    const now = pageNow(id);
    const then =
      now && comment.preview !== null ? undefined : isPresent(viewThen) ? now : pageAt(database, viewThen, id);
    const page = now ?? then;
    if (!page) return { id, outdated: true };
    const path = now ? pathNow(id) : pathOf(database, viewThen, page);
    return {
      id,
      title: page.title,
      ...(page.emoji !== null && { emoji: page.emoji }),
      ...(page.icon !== null && { icon: page.icon }),
      createdAt: dateTime(page.created_at),
      updatedAt: dateTime(page.updated_at),
      ...(page.slug !== null && path !== undefined && { path }),
      outdated: !now || (comment.preview === null ? isChanged(then, now) : !holds(now, comment.preview)),
    };
  }

  function isPresent({ line, at }: View): boolean {
    return line === present.line && at === present.at;
  }

  function holds({ document_id: document }: PageRow, preview: string): boolean {
    return document !== null && (text(document).includes(preview) || plainText(document).includes(plain(preview)));
  }

  function isChanged(then: PageRow | undefined, now: PageRow): boolean {
    if (!then || then.title !== now.title) return true;
    if (then.document_id === now.document_id) return false;
    return then.document_id === null || now.document_id === null || text(then.document_id) !== text(now.document_id);
  }

  return (comment: CommentRow) => ({
    space: space.id,
    ...(changeRequest && { changeRequest: changeRequest.id }),
    ...(comment.review_id !== null && { review: comment.review_id }),
    revision: revision(comment.revision).id,
    ...(comment.page_id !== null && { page: pageTarget(comment, comment.page_id) }),
    ...(comment.node !== null && {
      node: { id: comment.node, ...(comment.preview !== null && { preview: comment.preview }) },
    }),
  });
}

/** The current page that a new comment is about. */
export function targetedPage(comments: CommentsAccess, id: string): PageRow | undefined {
  return pageAt(comments.context.database, presentView(comments), id);
}

/** The content of a node of the page: a heading, by its anchor. */
export function previewOf({ context }: CommentsAccess, page: PageRow, node: string): string | undefined {
  if (page.document_id === null) return undefined;
  const section = sectionsOf(documentText(context.database, page.document_id), page.title).find(
    ({ slug }) => slug === node,
  );
  return section?.heading;
}

function presentView({ context, space, changeRequest }: CommentsAccess): View {
  return changeRequest ? changeRequestView(context.database, space, changeRequest) : mainView(space);
}
