import type { ContentChange } from '../../../contract/changeRequests/changeRequestContent.ts';
import type { PlatformContract } from '../../../contract/contract.ts';
import { checkRefs, fileInRequest, fileOnWeb, newFilesIn, withFileLinks, type ReadFile } from './newFiles.ts';
import { changeRequestFor } from '../shared/access.ts';
import { fileReply } from '../shared/contentReplies.ts';
import { unresolvedConflicts } from '../../pages/conflicts.ts';
import type { Database } from '../../database/database.ts';
import { appliedIn, reviseChangeRequest, type Change } from '../../pages/edits.ts';
import { Deferred, type Answer, type Handler } from '../../http/handler.ts';
import { baseOf, mend } from '../../pages/merge.ts';
import { withoutTitle } from '../../../formats/markdown/title.ts';
import type { PageWriter } from '../../pages/writer.ts';
import { conflict, invalid, Problem } from '../../http/problems.ts';
import { changeRequestView, mainView, pageAt, type View } from '../../pages/revisions.ts';
import type { FileRow } from '../../database/rows.ts';
import { slugOf } from '../../../model/shared/slug.ts';
import { unlockedSpaceFor } from '../spaces/spaces.ts';

type Update = PlatformContract['changeRequestContent']['update'];
type UpdateCall = Parameters<Handler<Update>>[0];

/**
 * Applies all of the changes as one new revision of a change request, or refuses them all. Files on the web are read
 * first, outside of the transaction.
 */
export const updateContent: Handler<Update> = (call) => {
  const given = newFilesIn(call.body.changes);
  if (given.every(({ file }) => file.url === undefined)) {
    return applyAll(
      call,
      given.map(({ file, field }) => fileInRequest(file, field)),
    );
  }
  editableIn(call);
  return new Deferred(async (signal) => {
    const read = async ({ file, field }: (typeof given)[number]) =>
      file.url === undefined ? fileInRequest(file, field) : fileOnWeb(file, field, call.web, signal);
    const files = await Promise.all(given.map(read));
    return () => applyAll(call, files);
  });
};

function editableIn(call: UpdateCall) {
  const { space } = unlockedSpaceFor(call, call.parameters.spaceId, 'edit');
  const { changeRequest } = changeRequestFor(call, call.parameters, space);
  if (changeRequest.status === 'merged') throw conflict("A merged change request can't be changed");
  return { space, changeRequest };
}

function applyAll(call: UpdateCall, files: readonly ReadFile[]): Answer<Update> {
  const { database, caller, now } = call;
  const { space, changeRequest } = editableIn(call);
  const before = changeRequestView(database, space, changeRequest);
  checkRefs(database, before, files);
  const changes = withFileLinks(call.body.changes, files);
  const inserted: string[] = [];
  const insertedFiles: FileRow[] = [];
  const editing = { by: caller.id, at: now };
  const revision = reviseChangeRequest(database, changeRequest.id, editing, undefined, (writer) => {
    for (const { row, bytes } of files) insertedFiles.push(writer.addFile(row, bytes));
    for (const [index, change] of changes.entries()) {
      if (change.operation === 'insert_files') continue;
      const target = { database, writer, base: baseOf(before), changeRequestId: changeRequest.id };
      inserted.push(...appliedOrRefused(target, change, `body.changes.${index}`, now));
      // A reverted page may end up below a deleted page, or in a cycle, which later changes must not encounter.
      if (change.operation === 'revert_page') {
        mend(database, writer, { base: baseOf(before), main: mainView(space), own: before }, []);
      }
    }
  });
  const shown = insertedFiles.map((file) => fileReply(call.addresses, space, file, {}));
  return { revision: revision.id, inserted, ...(shown.length > 0 && { insertedFiles: shown }) };
}

type PageOperation = Exclude<ContentChange, { operation: 'insert_files' }>;

interface Target {
  readonly database: Database;
  readonly writer: PageWriter;
  readonly base: View;
  readonly changeRequestId: string;
}

/** A change refers to other resources in the body: if one is missing, the error is about the body, not the URL. */
function appliedOrRefused(target: Target, change: PageOperation, field: string, at: number): string[] {
  const { database, writer, base, changeRequestId } = target;
  const page = 'page' in change ? pageAt(database, writer.view, change.page) : undefined;
  if ('page' in change && !page) {
    const isThere =
      (change.operation === 'revert_page' && pageAt(database, base, change.page)) ||
      (change.operation === 'delete_page' && unresolvedConflicts(database, changeRequestId).has(change.page));
    if (!isThere) throw invalid(`${field}.page`, 'is not a page of this change request');
  }
  try {
    return appliedIn(changeRequestId, database, writer, changeOf(change, page?.title ?? '', field), at);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 404) throw invalid(`${field}.into`, 'is not a page of this change request');
    throw error.message.startsWith('into:') ? new Problem(error.status, `${field}.${error.message}`) : error;
  }
}

function changeOf(change: PageOperation, title: string, field: string): Change {
  switch (change.operation) {
    case 'insert_page': {
      const { document, ...rest } = change;
      return { ...rest, markdown: withoutTitle(document.markdown, change.title) };
    }
    case 'update_page': {
      const { document, ...rest } = change;
      if (change.slug !== undefined && change.slug !== slugOf(change.slug)) {
        throw invalid(`${field}.slug`, 'must be lowercase words joined by hyphens, at most 100 characters');
      }
      return { ...rest, markdown: document && withoutTitle(document.markdown, change.title ?? title) };
    }
    case 'delete_page':
    case 'revert_page':
      return change;
  }
}
