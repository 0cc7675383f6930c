import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished, test } from 'vitest';
import type { Api } from '../src/client/api.ts';
import { createApi } from '../src/client/createApi.ts';
import { contract, type PlatformContract } from '../src/contract/contract.ts';
import { isKind } from '../src/model/shared/failure.ts';
import { openLocalPlatform, type LocalPlatform } from '../src/server/localPlatform.ts';

// One call per endpoint: the typed client and the local platform, connected without a socket. An endpoint without a
// call doesn't compile.

interface World {
  readonly api: Api;
  readonly platform: LocalPlatform;
  readonly organizationId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly fileId: string;
}

type Visits = {
  readonly [G in keyof PlatformContract]: {
    readonly [E in keyof PlatformContract[G]]: (world: World) => Promise<void>;
  };
};

const visits: Visits = {
  users: {
    me: async ({ api }) => assert.equal((await api.users.me({})).displayName, 'First User'),
  },

  organizations: {
    list: async ({ api, organizationId }) => {
      const { items, count } = await api.organizations.list({ limit: 10 });
      assert.deepEqual([items[0]?.id, count], [organizationId, 1]);
    },
    get: async ({ api, organizationId }) => {
      assert.equal((await api.organizations.get({ organizationId })).title, 'My Organization');
    },
    update: async ({ api, organizationId }) => {
      const { title, emailDomains } = await api.organizations.update({
        organizationId,
        body: { title: 'Renamed', emailDomains: ['a.example'] },
      });
      assert.deepEqual([title, emailDomains], ['Renamed', ['a.example']]);
    },
    deleteInvite: async ({ api, organizationId }) => {
      assert.equal(await api.organizations.deleteInvite({ organizationId, inviteId: 'none' }), undefined);
    },
    search: async ({ api, organizationId, spaceId }) => {
      const { items } = await api.organizations.search({ organizationId, query: 'wonder' });
      assert.deepEqual([items[0]?.id, items[0]?.pages?.[0]?.title], [spaceId, 'First']);
    },
    ofEmailDomain: async ({ api }) => {
      const { organizations } = await api.organizations.ofEmailDomain({ emailDomain: 'nobody.example' });
      assert.deepEqual(organizations, []);
    },
  },

  collections: {
    get: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: { title: 'C' } });
      assert.equal((await api.collections.get({ collectionId: id })).title, 'C');
    },
    delete: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: {} });
      await api.collections.delete({ collectionId: id });
      await assert.rejects(api.collections.get({ collectionId: id }), isMissing);
    },
    update: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: {} });
      const updated = await api.collections.update({
        collectionId: id,
        body: { description: 'D', defaultLevel: null },
      });
      assert.deepEqual([updated.description, updated.defaultLevel], ['D', null]);
    },
    spaces: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: {} });
      await api.spaces.create({ organizationId, body: { title: 'Inside', parent: id } });
      const { items } = await api.collections.spaces({ collectionId: id, limit: 1 });
      assert.deepEqual(
        items.map((space) => space.title),
        ['Inside'],
      );
    },
    move: async ({ api, organizationId }) => {
      const { id: parent } = await api.collections.create({ organizationId, body: {} });
      const { id } = await api.collections.create({ organizationId, body: {} });
      assert.equal((await api.collections.move({ collectionId: id, body: { parent } })).parent, parent);
    },
    transfer: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: {} });
      await assert.rejects(
        api.collections.transfer({ collectionId: id, body: { organization: organizationId } }),
        (error) => isKind(error, 'conflict'),
      );
    },
    list: async ({ api, organizationId }) => {
      await api.collections.create({ organizationId, body: { title: 'Top' } });
      const { items } = await api.collections.list({ organizationId, nested: false });
      assert.deepEqual(
        items.map((collection) => collection.title),
        ['Top'],
      );
    },
    create: async ({ api, organizationId }) => {
      assert.equal((await api.collections.create({ organizationId, body: { title: 'New' } })).title, 'New');
    },
  },

  spaces: {
    get: async ({ api, spaceId }) => assert.equal((await api.spaces.get({ spaceId })).id, spaceId),
    delete: async ({ api, spaceId }) => {
      await api.spaces.delete({ spaceId });
      assert.equal(typeof (await api.spaces.get({ spaceId })).deletedAt, 'string');
    },
    update: async ({ api, spaceId }) => {
      const { title, emoji } = await api.spaces.update({ spaceId, body: { title: 'T', emoji: '📗' } });
      assert.deepEqual([title, emoji], ['T', '📗']);
    },
    duplicate: async ({ api, spaceId }) => {
      const copy = await api.spaces.duplicate({ spaceId });
      const { pages } = await api.content.pages({ spaceId: copy.id });
      assert.deepEqual(
        pages.map((page) => page.title),
        ['First', 'Second'],
      );
    },
    restore: async ({ api, spaceId }) => {
      await api.spaces.delete({ spaceId });
      assert.equal((await api.spaces.restore({ spaceId })).deletedAt, undefined);
    },
    move: async ({ api, organizationId, spaceId }) => {
      const { id: parent } = await api.collections.create({ organizationId, body: {} });
      assert.equal((await api.spaces.move({ spaceId, body: { parent } })).parent, parent);
    },
    transfer: async ({ api, spaceId }) => {
      await assert.rejects(api.spaces.transfer({ spaceId, body: { organization: 'nowhere' } }), isMissing);
    },
    links: async ({ api, spaceId }) => {
      const { items, stats } = await api.spaces.links({ spaceId, status: 'broken' });
      assert.deepEqual([items.length, stats?.total, stats?.broken?.total], [1, 3, 1]);
    },
    list: async ({ api, organizationId, spaceId }) => {
      const { items } = await api.spaces.list({ organizationId });
      assert.deepEqual(
        items.map((space) => space.id),
        [spaceId],
      );
    },
    create: async ({ api, organizationId }) => {
      const { title, editMode } = await api.spaces.create({ organizationId, body: { title: 'N', editMode: 'locked' } });
      assert.deepEqual([title, editMode], ['N', 'locked']);
    },
  },

  content: {
    search: async ({ api, spaceId }) => {
      const { items, count } = await api.content.search({ spaceId, query: 'wond' });
      assert.deepEqual([items[0]?.sections?.[0]?.path, count], ['first#wonders', 1]);
    },
    revision: async ({ api, spaceId }) => {
      const { id, pages, files } = await api.content.revision({ spaceId });
      assert.deepEqual([pages?.length, files?.length], [2, 1]);
      assert.equal(id, (await api.spaces.get({ spaceId })).revision);
    },
    import: async ({ api, spaceId }) => {
      await assert.rejects(
        api.content.import({ spaceId, body: { url: 'http://127.0.0.1/', source: 'markdown' } }),
        (error) => isKind(error, 'invalid'),
      );
    },
    pages: async ({ api, spaceId }) => {
      const { pages } = await api.content.pages({ spaceId, metadata: false });
      assert.deepEqual(
        pages.map((page) => [page.path, page.git]),
        [
          ['first', undefined],
          ['second', undefined],
        ],
      );
    },
    files: async ({ api, spaceId, fileId }) => {
      const { items } = await api.content.files({ spaceId, limit: 5 });
      assert.deepEqual(
        items.map((file) => file.id),
        [fileId],
      );
    },
    file: async ({ api, spaceId, fileId }) => {
      assert.equal((await api.content.file({ spaceId, fileId })).contentType, 'image/svg+xml');
    },
    fileBacklinks: async ({ api, spaceId, fileId, pageId }) => {
      const { items } = await api.content.fileBacklinks({ spaceId, fileId });
      assert.deepEqual(
        items.map((reference) => reference['page']),
        [pageId],
      );
    },
    page: async ({ api, spaceId, pageId }) => {
      const { markdown } = await api.content.page({ spaceId, pageId, format: 'markdown' });
      assert.match(markdown ?? '', /^# First\n\n\[to second\]\(second\.md\)/);
    },
    pageAtPath: async ({ api, spaceId, pageId }) => {
      assert.equal((await api.content.pageAtPath({ spaceId, pagePath: 'first' })).id, pageId);
    },
    pageLinks: async ({ api, spaceId, pageId }) => {
      assert.equal((await api.content.pageLinks({ spaceId, pageId })).count, 3);
    },
  },

  changeRequests: {
    list: async ({ api, spaceId }) => {
      await api.changeRequests.create({ spaceId, body: { subject: 'S' } });
      const { items } = await api.changeRequests.list({ spaceId, status: 'draft' });
      assert.deepEqual(
        items.map((changeRequest) => changeRequest.subject),
        ['S'],
      );
    },
    create: async ({ api, spaceId }) => {
      const { number, status } = await api.changeRequests.create({ spaceId, body: { subject: 'a'.repeat(100) } });
      assert.deepEqual([number, status], [1, 'draft']);
    },
    get: async ({ api, spaceId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      assert.equal((await api.changeRequests.get({ spaceId, changeRequestId: '1' })).id, id);
    },
    update: async ({ api, spaceId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      const updated = await api.changeRequests.update({ spaceId, changeRequestId: id, body: { status: 'open' } });
      assert.equal(updated.status, 'open');
    },
    merge: async ({ api, platform, spaceId, pageId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      platform.editChangeRequest(id, [{ operation: 'delete_page', page: pageId }]);
      const { result, revision } = await api.changeRequests.merge({ spaceId, changeRequestId: id });
      assert.deepEqual([result, revision], ['merge', (await api.spaces.get({ spaceId })).revision]);
      await assert.rejects(api.content.page({ spaceId, pageId }), isMissing);
    },
    pull: async ({ api, platform, spaceId, pageId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      platform.edit(spaceId, [{ operation: 'delete_page', page: pageId }]);
      assert.equal((await api.changeRequests.pull({ spaceId, changeRequestId: id })).result, 'update');
    },
    pdf: async ({ api, spaceId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      assert.match((await api.changeRequests.pdf({ spaceId, changeRequestId: id })).url, /^http.*\/pdf\//);
    },
    ofOrganization: async ({ api, organizationId, spaceId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      const { items, count } = await api.changeRequests.ofOrganization({ organizationId, status: ['open', 'draft'] });
      const [first] = items;
      assert.deepEqual([first?.id, typeof first?.space === 'object' && first.space?.id, count], [id, spaceId, 1]);
    },
  },

  revisions: {
    get: async ({ api, spaceId }) => {
      const { revision: revisionId } = await api.spaces.get({ spaceId });
      assert.equal((await api.revisions.get({ spaceId, revisionId })).pages?.length, 2);
    },
    pages: async ({ api, platform, spaceId, pageId }) => {
      const { revision: revisionId } = await api.spaces.get({ spaceId });
      platform.edit(spaceId, [{ operation: 'delete_page', page: pageId }]);
      assert.equal((await api.revisions.pages({ spaceId, revisionId })).pages.length, 2);
    },
    page: async ({ api, platform, spaceId, pageId }) => {
      const { revision: revisionId } = await api.spaces.get({ spaceId });
      platform.edit(spaceId, [{ operation: 'update_page', page: pageId, title: 'Later' }]);
      assert.equal((await api.revisions.page({ spaceId, revisionId, pageId })).title, 'First');
    },
  },

  spaceComments: {
    list: async ({ api, spaceId, pageId }) => {
      const { id } = await api.spaceComments.create({ spaceId, body: { page: pageId, body: { markdown: 'A' } } });
      await api.spaceComments.create({ spaceId, body: { body: { markdown: 'B' } } });
      const authors = [(await api.users.me({})).id, 'nobody'];
      const { items } = await api.spaceComments.list({ spaceId, targetPage: pageId, authors, format: 'markdown' });
      assert.deepEqual(
        items.map((comment) => [comment.id, comment.body?.markdown, comment.target?.page?.title]),
        [[id, 'A', 'First']],
      );
    },
    create: async ({ api, spaceId }) => {
      const { status, body } = await api.spaceComments.create({ spaceId, body: { body: { markdown: 'A' } } });
      assert.deepEqual([status, body?.markdown], ['open', 'A']);
    },
    get: async ({ api, spaceId }) => {
      const at = await commentOn(api, spaceId);
      assert.equal((await api.spaceComments.get({ ...at, format: 'markdown' })).body?.markdown, 'Comment');
    },
    update: async ({ api, spaceId }) => {
      const at = await commentOn(api, spaceId);
      const { status, reactions } = await api.spaceComments.update({
        ...at,
        body: { resolved: true, addedReactions: ['👍'] },
      });
      assert.deepEqual([status, reactions?.[0]?.emoji, reactions?.[0]?.count], ['resolved', '👍', 1]);
    },
    delete: async ({ api, spaceId }) => {
      const at = await commentOn(api, spaceId);
      await api.spaceComments.delete(at);
      await assert.rejects(api.spaceComments.get(at), isMissing);
    },
    replies: async ({ api, spaceId }) => {
      const at = await replyOn(api, spaceId);
      const { items } = await api.spaceComments.replies({ ...at, format: 'markdown' });
      assert.deepEqual(
        items.map((reply) => reply.body?.markdown),
        ['Reply'],
      );
    },
    createReply: async ({ api, spaceId }) => {
      const at = await commentOn(api, spaceId);
      await api.spaceComments.createReply({ ...at, body: { body: { markdown: 'R' } } });
      assert.equal((await api.spaceComments.get(at)).replies, 1);
    },
    reply: async ({ api, spaceId }) => {
      const at = await replyOn(api, spaceId);
      assert.equal((await api.spaceComments.reply({ ...at, format: 'markdown' })).body?.markdown, 'Reply');
    },
    updateReply: async ({ api, spaceId }) => {
      const at = await replyOn(api, spaceId);
      const { body } = await api.spaceComments.updateReply({ ...at, body: { body: { markdown: 'New' } } });
      assert.equal(body?.markdown, 'New');
    },
    deleteReply: async ({ api, spaceId }) => {
      const at = await replyOn(api, spaceId);
      await api.spaceComments.deleteReply(at);
      await assert.rejects(api.spaceComments.reply(at), isMissing);
    },
    commenters: async ({ api, spaceId }) => {
      await commentOn(api, spaceId);
      const { items } = await api.spaceComments.commenters({ spaceId });
      assert.deepEqual(
        items.map((member) => member.user?.displayName),
        ['First User'],
      );
    },
  },

  changeRequestComments: {
    list: async ({ api, spaceId }) => {
      const { changeRequestId, commentId } = await commentInChangeRequest(api, spaceId);
      const { items } = await api.changeRequestComments.list({
        spaceId,
        changeRequestId,
        status: 'open',
        order: 'asc',
      });
      assert.deepEqual(
        items.map((comment) => [comment.id, comment.target?.changeRequest]),
        [[commentId, changeRequestId]],
      );
    },
    create: async ({ api, spaceId }) => {
      const at = await commentInChangeRequest(api, spaceId);
      assert.equal((await api.changeRequests.get(at)).comments, 1);
      assert.equal((await api.spaces.get({ spaceId })).comments, 0);
    },
    get: async ({ api, spaceId }) => {
      const at = await commentInChangeRequest(api, spaceId);
      assert.equal((await api.changeRequestComments.get({ ...at, format: 'markdown' })).body?.markdown, 'Comment');
    },
    update: async ({ api, spaceId }) => {
      const at = await commentInChangeRequest(api, spaceId);
      const { resolvedBy } = await api.changeRequestComments.update({ ...at, body: { resolved: true } });
      assert.equal(resolvedBy?.displayName, 'First User');
    },
    delete: async ({ api, spaceId }) => {
      const at = await commentInChangeRequest(api, spaceId);
      await api.changeRequestComments.delete(at);
      await assert.rejects(api.changeRequestComments.get(at), isMissing);
    },
    replies: async ({ api, spaceId }) => {
      const at = await replyInChangeRequest(api, spaceId);
      assert.equal((await api.changeRequestComments.replies({ ...at, limit: 5 })).items.length, 1);
    },
    createReply: async ({ api, spaceId }) => {
      const at = await commentInChangeRequest(api, spaceId);
      const body = { body: { markdown: 'R' } };
      const reply = await api.changeRequestComments.createReply({ ...at, format: 'markdown', body });
      assert.equal(reply.body?.markdown, 'R');
    },
    reply: async ({ api, spaceId }) => {
      const at = await replyInChangeRequest(api, spaceId);
      assert.equal((await api.changeRequestComments.reply({ ...at, format: 'markdown' })).body?.markdown, 'Reply');
    },
    updateReply: async ({ api, spaceId }) => {
      const at = await replyInChangeRequest(api, spaceId);
      const { reactions } = await api.changeRequestComments.updateReply({ ...at, body: { addedReactions: ['🎉'] } });
      assert.equal(reactions?.length, 1);
    },
    deleteReply: async ({ api, spaceId }) => {
      const at = await replyInChangeRequest(api, spaceId);
      await api.changeRequestComments.deleteReply(at);
      assert.equal((await api.changeRequestComments.get(at)).replies, 0);
    },
    commenters: async ({ api, spaceId }) => {
      const at = await commentInChangeRequest(api, spaceId);
      assert.equal((await api.changeRequestComments.commenters(at)).count, 1);
    },
  },

  changeRequestContent: {
    revision: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      const { id, pages } = await api.changeRequestContent.revision(at);
      assert.deepEqual([id, pages?.length], [(await api.changeRequests.get(at)).revision, 3]);
    },
    pages: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      assert.equal((await api.changeRequestContent.pages(at)).pages.length, 3);
    },
    page: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      const { markdown } = await api.changeRequestContent.page({ ...at, format: 'markdown' });
      assert.equal(markdown, '# Third\n\nText\n');
    },
    files: async ({ api, spaceId, fileId }) => {
      const at = await changedChangeRequest(api, spaceId);
      assert.equal((await api.changeRequestContent.files(at)).items[0]?.id, fileId);
    },
    changes: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      const { changes, more } = await api.changeRequestContent.changes({ ...at, limit: 1 });
      assert.deepEqual([changes[0]?.type, changes[0]?.page?.path, more], ['page_created', 'third', 0]);
    },
    update: async ({ api, spaceId, pageId }) => {
      const at = await changedChangeRequest(api, spaceId);
      const file = { name: 'x.txt', base64: btoa('Hi'), contentType: 'text/plain' };
      const { revision, insertedFiles } = await api.changeRequestContent.update({
        ...at,
        body: {
          changes: [
            { operation: 'delete_page', page: pageId },
            { operation: 'insert_files', files: [file] },
          ],
        },
      });
      assert.equal(revision, (await api.changeRequests.get(at)).revision);
      assert.deepEqual(
        insertedFiles?.map(({ name, size }) => [name, size]),
        [['x.txt', 2]],
      );
    },
  },

  changeRequestReviews: {
    list: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      await api.changeRequestReviews.create({ ...at, body: { status: 'approved' } });
      assert.equal((await api.changeRequestReviews.list(at)).items[0]?.status, 'approved');
    },
    create: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      const review = await api.changeRequestReviews.create({
        ...at,
        body: { status: 'changes-requested', comment: { markdown: 'Why?' } },
      });
      const { items } = await api.changeRequestComments.list(at);
      assert.deepEqual([items[0]?.target?.review, review.outdated], [review.id, false]);
    },
    requestedReviewers: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      assert.deepEqual((await api.changeRequestReviews.requestedReviewers(at)).items, []);
    },
    requestReviewers: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      const { id } = await api.users.me({});
      const { items } = await api.changeRequestReviews.requestReviewers({ ...at, body: { users: [id], subject: 'S' } });
      assert.deepEqual([items?.[0]?.user?.id, (await api.changeRequests.get(at)).subject], [id, 'S']);
    },
    removeRequestedReviewer: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      const { id } = await api.users.me({});
      await api.changeRequestReviews.requestReviewers({ ...at, body: { users: [id] } });
      await api.changeRequestReviews.removeRequestedReviewer({ ...at, userId: id });
      assert.equal((await api.changeRequestReviews.requestedReviewers(at)).count, 0);
    },
    contributors: async ({ api, spaceId }) => {
      const at = await changedChangeRequest(api, spaceId);
      assert.equal((await api.changeRequestReviews.contributors(at)).items[0]?.count, 1);
    },
  },

  sites: {
    list: async ({ api, organizationId, spaceId }) => {
      const { id } = await newSite({ api, organizationId, spaceId });
      await api.sites.create({ organizationId, body: { title: 'Other' } });
      const { items } = await api.sites.list({ organizationId, space: spaceId, title: 'docs', published: false });
      assert.deepEqual(
        items.map((site) => site.id),
        [id],
      );
    },
    create: async ({ api, organizationId }) => {
      const { type, published, siteSpaces } = await api.sites.create({ organizationId, body: { spaces: 'sample' } });
      assert.deepEqual([type, published, siteSpaces], ['basic', false, 1]);
    },
    get: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      assert.equal((await world.api.sites.get({ organizationId, siteId })).title, 'Docs');
    },
    delete: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      await world.api.sites.delete({ organizationId, siteId });
      await assert.rejects(world.api.sites.get({ organizationId, siteId }), isMissing);
    },
    update: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      const body = { visibility: 'unlisted', basename: 'docs', adaptiveContent: { enabled: true } } as const;
      const updated = await world.api.sites.update({ organizationId, siteId, body });
      assert.deepEqual(
        [updated.visibility, updated.basename, updated.adaptiveContent?.enabled],
        ['unlisted', 'docs', true],
      );
    },
    adaptiveSchema: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      const { jsonSchema } = await world.api.sites.adaptiveSchema({ organizationId, siteId });
      assert.deepEqual(jsonSchema.properties, {});
    },
    updateAdaptiveSchema: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      const { jsonSchema } = await world.api.sites.updateAdaptiveSchema({
        organizationId,
        siteId,
        body: { jsonSchema: visitorSchema },
      });
      assert.deepEqual(jsonSchema, visitorSchema);
    },
    templateConditions: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      await world.api.sites.updateAdaptiveSchema({ organizationId, siteId, body: { jsonSchema: visitorSchema } });
      const { items } = await world.api.sites.templateConditions({ organizationId, siteId });
      assert.equal(items[0]?.condition, 'visitor.claims.beta');
    },
    published: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      await world.api.sites.publish({ organizationId, siteId });
      const { site, structure } = await world.api.sites.published({ organizationId, siteId });
      assert.deepEqual([site.id, structure.structure[0]?.space?.id], [siteId, world.spaceId]);
    },
    structure: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      const { type, structure } = await world.api.sites.structure({ organizationId, siteId });
      assert.deepEqual([type, structure.length], ['siteSpaces', 1]);
    },
    sort: async (world) => {
      const { site, siteSpaceId } = await newSiteSpaces(world);
      const item = { type: 'site-space', id: siteSpaceId } as const;
      assert.equal((await world.api.sites.sort({ ...site, body: { item } })).id, siteSpaceId);
    },
    publish: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      assert.equal((await world.api.sites.publish({ organizationId, siteId })).published, true);
    },
    unpublish: async (world) => {
      const { organizationId, id: siteId } = await newSite(world);
      await world.api.sites.publish({ organizationId, siteId });
      assert.equal((await world.api.sites.unpublish({ organizationId, siteId })).published, false);
    },
  },

  siteSections: {
    list: async (world) => {
      const { site } = await newSections(world);
      const { items } = await world.api.siteSections.list({ ...site, limit: 5 });
      assert.deepEqual(
        items.map((section) => section.title),
        ['First', 'Second'],
      );
    },
    create: async (world) => {
      const { organizationId, spaceId } = world;
      const { id: siteId } = await world.api.sites.create({ organizationId, body: {} });
      const body = { spaceId, title: 'Guide', icon: 'book' };
      const { path, icon } = await world.api.siteSections.create({ organizationId, siteId, body });
      assert.deepEqual([path, icon], ['guide', 'book']);
    },
    delete: async (world) => {
      const { site, siteSectionId } = await newSections(world);
      await world.api.siteSections.delete({ ...site, siteSectionId });
      assert.equal((await world.api.siteSections.list(site)).items.length, 1);
    },
    update: async (world) => {
      const { site, siteSectionId } = await newSections(world);
      const body = { path: 'p', description: 'D', condition: 'visitor.claims.beta' };
      const { path, description, condition } = await world.api.siteSections.update({ ...site, siteSectionId, body });
      assert.deepEqual({ path, description, condition }, body);
    },
    move: async (world) => {
      const { site, siteSectionId } = await newSections(world);
      await world.api.siteSections.move({ ...site, siteSectionId, body: {} });
      assert.equal((await world.api.siteSections.list(site)).items[1]?.id, siteSectionId);
    },
  },

  siteSectionGroups: {
    list: async (world) => {
      const { site, siteSectionGroupId } = await newGroup(world);
      const { items } = await world.api.siteSectionGroups.list({ ...site, limit: 1 });
      assert.deepEqual(
        items.map((group) => group.id),
        [siteSectionGroupId],
      );
    },
    create: async (world) => {
      const { site, siteSectionId } = await newSections(world);
      const body = { title: 'G', sections: [siteSectionId] };
      const { sections } = await world.api.siteSectionGroups.create({ ...site, body });
      assert.equal(sections?.[0]?.id, siteSectionId);
    },
    delete: async (world) => {
      const { site, siteSectionGroupId } = await newGroup(world);
      await world.api.siteSectionGroups.delete({ ...site, siteSectionGroupId });
      assert.equal((await world.api.siteSectionGroups.list(site)).count, 0);
    },
    update: async (world) => {
      const { site, siteSectionGroupId } = await newGroup(world);
      const body = { title: 'Named', icon: 'book' };
      const { title, icon } = await world.api.siteSectionGroups.update({ ...site, siteSectionGroupId, body });
      assert.deepEqual({ title, icon }, body);
    },
    addSection: async (world) => {
      const { site, siteSectionGroupId, siteSectionId: sectionId } = await newGroup(world);
      const body = { sectionId };
      const { sections } = await world.api.siteSectionGroups.addSection({ ...site, siteSectionGroupId, body });
      assert.equal(sections?.[0]?.sectionGroup, siteSectionGroupId);
    },
    removeSection: async (world) => {
      const { site, siteSectionGroupId, siteSectionId } = await newGroup(world);
      await world.api.siteSectionGroups.addSection({ ...site, siteSectionGroupId, body: { sectionId: siteSectionId } });
      await world.api.siteSectionGroups.removeSection({ ...site, siteSectionGroupId, siteSectionId });
      assert.deepEqual((await world.api.siteSectionGroups.list(site)).items[0]?.sections, []);
    },
    move: async (world) => {
      const { site, siteSectionGroupId, siteSectionId: id } = await newGroup(world);
      const body = { position: { before: { type: 'site-section', id } } } as const;
      await world.api.siteSectionGroups.move({ ...site, siteSectionGroupId, body });
      assert.equal((await world.api.sites.structure(site)).structure[0]?.id, siteSectionGroupId);
    },
  },

  siteSpaces: {
    list: async (world) => {
      const { site, siteSpaceId } = await newSiteSpaces(world);
      const { items } = await world.api.siteSpaces.list({ ...site, default: true });
      assert.deepEqual(
        items.map((siteSpace) => siteSpace.id),
        [siteSpaceId],
      );
    },
    create: async (world) => {
      const { organizationId, spaceId } = world;
      const { id: siteId } = await world.api.sites.create({ organizationId, body: {} });
      const { space } = await world.api.siteSpaces.create({ organizationId, siteId, body: { spaceId } });
      assert.equal(space?.id, spaceId);
    },
    delete: async (world) => {
      const { site, siteSpaceId } = await newSiteSpaces(world);
      await world.api.siteSpaces.delete({ ...site, siteSpaceId });
      assert.equal((await world.api.siteSpaces.list(site)).count, 1);
    },
    update: async (world) => {
      const { site, siteSpaceId } = await newSiteSpaces(world);
      const { path } = await world.api.siteSpaces.update({ ...site, siteSpaceId, body: { path: 'p' } });
      assert.equal(path, 'p');
    },
    move: async (world) => {
      const { site, siteSpaceId } = await newSiteSpaces(world);
      await world.api.siteSpaces.move({ ...site, siteSpaceId, body: { position: {} } });
      assert.equal((await world.api.siteSpaces.list(site)).items[1]?.id, siteSpaceId);
    },
  },

  siteCustomization: {
    get: async (world) => {
      const { site } = await newSiteSpaces(world);
      assert.equal((await world.api.siteCustomization.get(site)).styling?.theme, 'clean');
    },
    replace: async (world) => {
      const { site } = await newSiteSpaces(world);
      const { title, styling } = await world.api.siteCustomization.replace({
        ...site,
        body: { title: 'T', styling: { theme: 'bold', primaryColor: { light: '#fff', dark: '#000000' } } },
      });
      assert.deepEqual([title, styling?.theme, styling?.primaryColor?.light], ['T', 'bold', '#fff']);
    },
    ofSiteSpace: async (world) => {
      const { site, siteSpaceId } = await newSiteSpaces(world);
      const { pdf } = await world.api.siteCustomization.ofSiteSpace({ ...site, siteSpaceId });
      assert.equal(pdf?.enabled, true);
    },
    resetOfSiteSpace: async (world) => {
      const { site, siteSpaceId } = await newSiteSpaces(world);
      await world.api.siteCustomization.updateOfSiteSpace({ ...site, siteSpaceId, body: { title: 'T' } });
      await world.api.siteCustomization.resetOfSiteSpace({ ...site, siteSpaceId });
      assert.notEqual((await world.api.siteCustomization.ofSiteSpace({ ...site, siteSpaceId })).title, 'T');
    },
    updateOfSiteSpace: async (world) => {
      const { site, siteSpaceId } = await newSiteSpaces(world);
      const body = { header: { backgroundColor: { light: '#abc' } } };
      const { header } = await world.api.siteCustomization.updateOfSiteSpace({ ...site, siteSpaceId, body });
      assert.equal(header?.backgroundColor?.light, '#abc');
    },
  },

  shareLinks: {
    list: async (world) => {
      const { site, shareLinkId } = await newShareLink(world);
      assert.equal((await world.api.shareLinks.list(site)).items[0]?.id, shareLinkId);
    },
    create: async (world) => {
      const { site } = await newShareLink(world);
      const { name, active } = await world.api.shareLinks.create({ ...site, body: { name: 'Press' } });
      assert.deepEqual([name, active], ['Press', true]);
    },
    delete: async (world) => {
      const { site, shareLinkId } = await newShareLink(world);
      await world.api.shareLinks.delete({ ...site, shareLinkId });
      assert.equal((await world.api.shareLinks.list(site)).count, 0);
    },
    update: async (world) => {
      const { site, shareLinkId } = await newShareLink(world);
      assert.equal(
        (await world.api.shareLinks.update({ ...site, shareLinkId, body: { active: false } })).active,
        false,
      );
    },
  },

  openapi: {
    list: async ({ api, organizationId }) => {
      await api.openapi.create({ organizationId, body: { slug: 'robots', source: { text: specification('A') } } });
      const { items, count } = await api.openapi.list({ organizationId });
      assert.deepEqual([items[0]?.slug, count], ['robots', 1]);
    },
    create: async ({ api, organizationId }) => {
      const url = 'https://robots.example/openapi.json';
      const spec = await api.openapi.create({ organizationId, body: { slug: 'robots', source: { url } } });
      assert.deepEqual([spec.processingState, spec.sourceURL], ['pending', url]);
    },
    get: async ({ api, organizationId }) => {
      const { id } = await api.openapi.create({
        organizationId,
        body: { slug: 'a', source: { text: specification('A') } },
      });
      assert.equal((await api.openapi.get({ organizationId, specSlug: 'a' })).id, id);
    },
    put: async ({ api, organizationId }) => {
      const spec = { organizationId, specSlug: 'a' };
      const made = await api.openapi.put({ ...spec, body: { source: { text: specification('A') } } });
      const changed = await api.openapi.put({ ...spec, body: { source: { text: specification('B') } } });
      assert.equal(changed.id, made.id);
      assert.notEqual(changed.lastVersion, made.lastVersion);
    },
    delete: async ({ api, organizationId }) => {
      const spec = { organizationId, specSlug: 'a' };
      await api.openapi.put({ ...spec, body: { source: { text: specification('A') } } });
      await api.openapi.delete(spec);
      await assert.rejects(api.openapi.get(spec), isMissing);
    },
    versions: async ({ api, organizationId }) => {
      const spec = { organizationId, specSlug: 'a' };
      const { lastVersion } = await api.openapi.put({ ...spec, body: { source: { text: specification('A') } } });
      const { items } = await api.openapi.versions(spec);
      assert.deepEqual(
        items.map((version) => version.id),
        [lastVersion],
      );
    },
    latestVersion: async ({ api, organizationId }) => {
      const spec = { organizationId, specSlug: 'a' };
      const { lastVersion } = await api.openapi.put({ ...spec, body: { source: { text: specification('A') } } });
      assert.equal((await api.openapi.latestVersion(spec)).id, lastVersion);
    },
    latestContent: async ({ api, organizationId }) => {
      const spec = { organizationId, specSlug: 'a' };
      await api.openapi.put({ ...spec, body: { source: { text: specification('A') } } });
      const { filesystem } = await api.openapi.latestContent(spec);
      assert.deepEqual(filesystem, { 'openapi.json': JSON.parse(specification('A')) as unknown });
    },
    version: async ({ api, organizationId }) => {
      const spec = { organizationId, specSlug: 'a' };
      const { lastVersion } = await api.openapi.put({ ...spec, body: { source: { text: specification('A') } } });
      const version = await api.openapi.version({ ...spec, versionId: lastVersion ?? '' });
      assert.match(version.url, /^http:\/\/a\.invalid\/downloads\//);
    },
    versionContent: async ({ api, organizationId }) => {
      const spec = { organizationId, specSlug: 'a' };
      const { lastVersion } = await api.openapi.put({ ...spec, body: { source: { text: specification('A') } } });
      await api.openapi.put({ ...spec, body: { source: { text: specification('B') } } });
      const { filesystem } = await api.openapi.versionContent({ ...spec, versionId: lastVersion ?? '' });
      assert.deepEqual(filesystem, { 'openapi.json': JSON.parse(specification('A')) as unknown });
    },
  },

  members: {
    list: async ({ api, organizationId }) => {
      const { items } = await api.members.list({ organizationId, role: 'admin', search: 'FIRST', order: 'asc' });
      assert.deepEqual(
        items.map((member) => member.user?.displayName),
        ['First User'],
      );
    },
    get: async ({ api, organizationId }) => {
      const { id: userId } = await api.users.me({});
      assert.equal((await api.members.get({ organizationId, userId })).role, 'admin');
    },
    delete: async ({ api, organizationId }) => {
      const { id: userId } = await api.users.me({});
      await assert.rejects(api.members.delete({ organizationId, userId }), (error) => isKind(error, 'conflict'));
      assert.equal(await api.members.delete({ organizationId, userId: 'nobody' }), undefined);
    },
    update: async ({ api, organizationId }) => {
      const { id: userId } = await api.users.me({});
      assert.equal((await api.members.update({ organizationId, userId, body: { role: 'admin' } })).id, userId);
    },
    ping: async ({ api, organizationId }) => {
      const { serviceVisitorClaims } = await api.members.ping({ organizationId });
      const { id: userId } = await api.users.me({});
      assert.equal(typeof serviceVisitorClaims, 'string');
      assert.equal(typeof (await api.members.get({ organizationId, userId })).lastSeenAt, 'string');
    },
    setSso: async ({ api, organizationId }) => {
      const { id: userId } = await api.users.me({});
      assert.equal((await api.members.setSso({ organizationId, userId })).sso, true);
    },
    spaces: async ({ api, organizationId, spaceId }) => {
      const { id: userId } = await api.users.me({});
      const { items } = await api.members.spaces({ organizationId, userId, order: 'asc' });
      assert.deepEqual([items[0]?.permission, items[0]?.space.id], ['admin', spaceId]);
    },
    teams: async ({ api, organizationId }) => {
      const { id: userId } = await api.users.me({});
      await api.teams.create({ organizationId, body: { title: 'Writers', members: [userId] } });
      const { items } = await api.members.teams({ organizationId, userId, title: 'WRIT' });
      assert.deepEqual([items[0]?.team.title, items[0]?.member?.role], ['Writers', 'member']);
    },
  },

  teams: {
    list: async ({ api, organizationId }) => {
      const { id: owner } = await api.users.me({});
      await api.teams.create({ organizationId, body: { title: 'Writers' } });
      const { items } = await api.teams.list({ organizationId, owner, title: 'r' });
      assert.deepEqual(
        items.map((team) => team.title),
        ['Writers'],
      );
    },
    create: async ({ api, organizationId }) => {
      const { title, members } = await api.teams.create({ organizationId, body: { title: 'Writers' } });
      assert.deepEqual([title, members], ['Writers', 0]);
    },
    get: async ({ api, organizationId }) => {
      const { id: teamId } = await api.teams.create({ organizationId, body: { title: 'Writers' } });
      assert.equal((await api.teams.get({ organizationId, teamId })).title, 'Writers');
    },
    delete: async ({ api, organizationId }) => {
      const { id: teamId } = await api.teams.create({ organizationId, body: { title: 'Writers' } });
      await api.teams.delete({ organizationId, teamId });
      await assert.rejects(api.teams.get({ organizationId, teamId }), isMissing);
    },
    update: async ({ api, organizationId }) => {
      const { id: teamId } = await api.teams.create({ organizationId, body: { title: 'Writers' } });
      assert.equal((await api.teams.update({ organizationId, teamId, body: { title: 'Authors' } })).title, 'Authors');
    },
    members: async ({ api, organizationId }) => {
      const { id } = await api.users.me({});
      const team = await api.teams.create({ organizationId, body: { title: 'Writers', members: [id] } });
      const { items } = await api.teams.members({ organizationId, teamId: team.id });
      assert.deepEqual([items[0]?.organization.id, items[0]?.team?.role], [id, 'member']);
    },
    updateMembers: async ({ api, organizationId }) => {
      const { id, email } = await api.users.me({});
      const { id: teamId } = await api.teams.create({ organizationId, body: { title: 'Writers' } });
      await api.teams.updateMembers({
        organizationId,
        teamId,
        body: { add: [email ?? ''], memberships: { [id]: { role: 'owner' } } },
      });
      const { items } = await api.teams.members({ organizationId, teamId });
      assert.deepEqual([items[0]?.organization.id, items[0]?.team?.role], [id, 'owner']);
    },
    putMember: async ({ api, organizationId }) => {
      const { id: userId } = await api.users.me({});
      const { id: teamId } = await api.teams.create({ organizationId, body: { title: 'Writers' } });
      await api.teams.putMember({ organizationId, teamId, userId, body: { role: 'owner' } });
      assert.equal((await api.teams.members({ organizationId, teamId })).items[0]?.team?.role, 'owner');
    },
    deleteMember: async ({ api, organizationId }) => {
      const { id: userId } = await api.users.me({});
      const { id: teamId } = await api.teams.create({ organizationId, body: { title: 'Writers', members: [userId] } });
      await api.teams.deleteMember({ organizationId, teamId, userId });
      assert.equal((await api.teams.get({ organizationId, teamId })).members, 0);
    },
  },

  translations: {
    list: async ({ api, organizationId }) => {
      await api.translations.create({ organizationId, body: { title: 'German' } });
      assert.equal((await api.translations.list({ organizationId })).items[0]?.title, 'German');
    },
    create: async ({ api, organizationId }) => {
      const { title, languages } = await api.translations.create({ organizationId, body: { title: 'German' } });
      assert.deepEqual([title, languages], ['German', []]);
    },
    get: async ({ api, organizationId }) => {
      const { id } = await api.translations.create({ organizationId, body: { title: 'German' } });
      assert.equal((await api.translations.get({ organizationId, translationSettingsId: id })).title, 'German');
    },
    update: async ({ api, organizationId }) => {
      const { id: translationSettingsId } = await api.translations.create({
        organizationId,
        body: { title: 'German' },
      });
      const { title } = await api.translations.update({
        organizationId,
        translationSettingsId,
        body: { title: 'Deutsch' },
      });
      assert.equal(title, 'Deutsch');
    },
    delete: async ({ api, organizationId }) => {
      const { id: translationSettingsId } = await api.translations.create({
        organizationId,
        body: { title: 'German' },
      });
      await api.translations.delete({ organizationId, translationSettingsId });
      await assert.rejects(api.translations.get({ organizationId, translationSettingsId }), isMissing);
    },
  },

  integrations: {
    list: async ({ api, organizationId }) => {
      await publish(api, organizationId);
      const { items } = await api.integrations.list({
        search: 'ROUND',
        category: 'content',
        blockDomain: 'issues.example',
        blocks: true,
        contentSources: false,
        owner: organizationId,
        scope: 'space:content:read',
        target: 'space',
      });
      assert.deepEqual(
        items.map((integration) => integration.name),
        ['round-trip'],
      );
    },
    get: async ({ api, organizationId }) => {
      await publish(api, organizationId);
      const { blocks, owner } = await api.integrations.get({ integrationName: 'round-trip' });
      assert.deepEqual([blocks?.[0]?.id, owner?.id], ['issue', organizationId]);
    },
    publish: async ({ api, organizationId }) => {
      const first = await publish(api, organizationId);
      const second = await publish(api, organizationId);
      assert.deepEqual([first.version, second.version], [1, 2]);
    },
    unpublish: async ({ api, organizationId }) => {
      await publish(api, organizationId);
      await api.integrations.unpublish({ integrationName: 'round-trip' });
      await assert.rejects(api.integrations.get({ integrationName: 'round-trip' }), isMissing);
    },
    installations: async ({ api, organizationId }) => {
      await publish(api, organizationId);
      const { items } = await api.integrations.installations({ integrationName: 'round-trip', externalId: 'none' });
      assert.deepEqual(items, []);
    },
  },
};

async function commentOn(api: Api, spaceId: string) {
  const { id } = await api.spaceComments.create({ spaceId, body: { body: { markdown: 'Comment' } } });
  return { spaceId, commentId: id };
}

async function replyOn(api: Api, spaceId: string) {
  const at = await commentOn(api, spaceId);
  const { id } = await api.spaceComments.createReply({ ...at, body: { body: { markdown: 'Reply' } } });
  return { ...at, commentReplyId: id };
}

async function commentInChangeRequest(api: Api, spaceId: string) {
  const { id: changeRequestId } = await api.changeRequests.create({ spaceId, body: {} });
  const at = { spaceId, changeRequestId };
  const { id } = await api.changeRequestComments.create({ ...at, body: { body: { markdown: 'Comment' } } });
  return { ...at, commentId: id };
}

async function replyInChangeRequest(api: Api, spaceId: string) {
  const at = await commentInChangeRequest(api, spaceId);
  const { id } = await api.changeRequestComments.createReply({ ...at, body: { body: { markdown: 'Reply' } } });
  return { ...at, commentReplyId: id };
}

/** A change request with a third page. */
async function changedChangeRequest(api: Api, spaceId: string) {
  const { id: changeRequestId } = await api.changeRequests.create({ spaceId, body: {} });
  const at = { spaceId, changeRequestId };
  const { inserted } = await api.changeRequestContent.update({
    ...at,
    body: { changes: [{ operation: 'insert_page', title: 'Third', document: { markdown: '# Third\n\nText\n' } }] },
  });
  return { ...at, pageId: inserted?.[0] ?? '' };
}

const visitorSchema = {
  type: 'object' as const,
  properties: { beta: { type: 'boolean' as const } },
  additionalProperties: false as const,
};

type Made = Pick<World, 'api' | 'organizationId' | 'spaceId'>;

async function newSite({ api, organizationId, spaceId }: Made) {
  const { id } = await api.sites.create({ organizationId, body: { title: 'Docs', spaces: [spaceId] } });
  return { organizationId, id };
}

async function newSiteSpaces(world: Made) {
  const { organizationId, id: siteId } = await newSite(world);
  const site = { organizationId, siteId };
  const { id: spaceId } = await world.api.spaces.create({ organizationId, body: { title: 'Another' } });
  await world.api.siteSpaces.create({ ...site, body: { spaceId } });
  return { site, siteSpaceId: (await world.api.siteSpaces.list(site)).items[0]?.id ?? '' };
}

async function newSections(world: Made) {
  const { api, organizationId, spaceId } = world;
  const { id: siteId } = await api.sites.create({ organizationId, body: {} });
  const site = { organizationId, siteId };
  const { id: other } = await api.spaces.create({ organizationId, body: {} });
  const first = await api.siteSections.create({ ...site, body: { spaceId, title: 'First' } });
  await api.siteSections.create({ ...site, body: { spaceId: other, title: 'Second' } });
  return { site, siteSectionId: first.id };
}

async function newGroup(world: Made) {
  const { site, siteSectionId } = await newSections(world);
  const { id } = await world.api.siteSectionGroups.create({ ...site, body: { title: 'G' } });
  return { site, siteSectionId, siteSectionGroupId: id };
}

async function newShareLink(world: Made) {
  const { organizationId, id: siteId } = await newSite(world);
  const site = { organizationId, siteId };
  const { id } = await world.api.shareLinks.create({ ...site, body: { name: 'Partners' } });
  return { site, shareLinkId: id };
}

function specification(title: string): string {
  return JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} });
}

function publish(api: Api, organization: string) {
  return api.integrations.publish({
    integrationName: 'round-trip',
    body: {
      title: 'Round trip',
      description: 'There and back',
      target: 'space',
      categories: ['content'],
      scopes: ['space:content:read'],
      blocks: [{ id: 'issue', title: 'Issue', urlUnfurl: ['https://issues.example/**'] }],
      script: 'export default {}',
      organization,
      secrets: { KEY: 'value' },
    },
  });
}

function isMissing(error: unknown): boolean {
  return isKind(error, 'missing');
}

async function newWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'round-trip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, '1.md'),
    '# First\n\n[to second](2.md) ![dot](dot.svg) [gone](gone.md)\n\n## Wonders\n\nWonderful.\n',
  );
  writeFileSync(join(folder, '2.md'), '# Second\n');
  writeFileSync(join(folder, 'dot.svg'), '<svg/>');
  const platform = openLocalPlatform({ data: ':memory:', imports: [folder] });
  onTestFinished(() => platform.close());
  const api = createApi({ base: 'http://a.invalid', platform: platform.handle, token: async () => platform.token });
  const organizationId = (await api.organizations.list({})).items[0]?.id ?? '';
  const spaceId = (await api.spaces.list({ organizationId })).items[0]?.id ?? '';
  const pageId = (await api.content.pages({ spaceId })).pages[0]?.id ?? '';
  const fileId = (await api.content.files({ spaceId })).items[0]?.id ?? '';
  return { api, platform, organizationId, spaceId, pageId, fileId };
}

describe('from the client to the platform and back', () => {
  const names = Object.entries(contract).flatMap(([group, endpoints]) =>
    Object.keys(endpoints).map((endpoint): [string, string] => [group, endpoint]),
  );

  test.each(names)('%s.%s', async (group, endpoint) => {
    const visit = (visits as Record<string, Record<string, (world: World) => Promise<void>>>)[group]?.[endpoint];
    assert.ok(visit);

    await visit(await newWorld());
  });
});
