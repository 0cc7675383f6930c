import type { Space } from '../../../contract/spaces/spaces.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { GivenAt } from '../../ground/changeRequests/rows.ts';
import { call, type Commands } from '../../ground/contributions/command.ts';
import {
  all,
  any,
  hasAccount,
  inPublishedContent,
  inView,
  is,
  isNot,
  isSet,
  onDocumentOfChangeRequest,
  onPageOfChangeRequest,
} from '../../ground/contributions/conditions.ts';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { at } from '../../ground/contributions/menus.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  'changeRequests.create': {
    call: call<
      (
        given: { readonly space: Space },
        options: { readonly isForEditing: boolean },
      ) => Promise<ChangeRequestAt | undefined>
    >(),
    title: 'Create Change Request…',
    icon: 'add',
    palette: hasAccount,
    menus: {
      viewTitle: { 'navigation@1': all(inView('changeRequests'), hasAccount) },
      row: {
        '2_write@2': onRow('library', 'space', { may: 'propose' }),
        ...at(['2_write@1', 'inline@1'], onRow('changeRequests', 'space', { may: 'propose' })),
      },
      editorTitle: { '2_changeRequests@1': inPublishedContent },
    },
  },
  'changeRequests.goTo': {
    title: 'Go to Change Request…',
    icon: 'go-to-search',
    palette: hasAccount,
    menus: { viewTitle: { '1_open@1': all(inView('changeRequests'), hasAccount) } },
  },
  'changeRequests.refresh': {
    title: 'Refresh Change Requests',
    icon: 'refresh',
    menus: { viewTitle: { '3_refresh@1': all(inView('changeRequests'), hasAccount) } },
  },
  'changeRequests.groupBySpace': {
    title: 'Group Change Requests by Space',
    icon: 'book',
    menus: {
      viewTitle: {
        '2_show@2': all(inView('changeRequests'), hasAccount, isNot(contextKeys.changeRequests.grouping, 'space')),
      },
    },
  },
  'changeRequests.groupByStatus': {
    title: 'Group Change Requests by Status',
    icon: 'list-tree',
    menus: {
      viewTitle: {
        '2_show@2': all(inView('changeRequests'), hasAccount, is(contextKeys.changeRequests.grouping, 'space')),
      },
    },
  },
  'changeRequests.filter': {
    title: 'Filter Change Requests…',
    icon: 'filter',
    menus: {
      viewTitle: {
        'navigation@2': all(inView('changeRequests'), hasAccount),
      },
    },
  },
  'changeRequests.clearFilter': {
    title: 'Clear Change Request Filter',
    menus: {
      viewTitle: {
        '2_show@1': all(inView('changeRequests'), hasAccount, isSet(contextKeys.changeRequests.isFiltered)),
      },
    },
  },
  'changeRequests.loadMore': { title: 'Load More Change Requests' },
  'changeRequests.reveal': { call: call<(changeRequest: GivenAt) => void>(), title: 'Reveal in Change Requests' },
  'changeRequests.chooseUser': {
    title: 'Choose Your User…',
    icon: 'person',
  },
  'changeRequest.openInBrowser': {
    call: call<(changeRequest: GivenAt) => void>(),
    title: 'Open in Browser',
    icon: 'link-external',
    menus: {
      changeRequest: { '5_share@4': 'always' },
      more: { '3_share@1': onRow('changeRequests', 'changeRequest', { has: 'browser' }) },
    },
  },
  'changeRequest.copyLink': {
    title: 'Copy Link',
    icon: 'link',
    menus: {
      row: { '3_share@1': onRow('changeRequests', 'changeRequest', { has: 'browser' }) },
      changeRequest: { '5_share@1': 'always' },
    },
  },
  'changeRequest.copyNumber': {
    title: 'Copy Number',
    menus: {
      changeRequest: { '5_share@2': 'always' },
      more: { '3_share@2': onRow('changeRequests', 'changeRequest') },
    },
  },
  'changeRequest.savePdf': {
    title: 'Save as PDF…',
    icon: 'file-pdf',
    palette: hasAccount,
    menus: {
      row: {
        '3_share@5': any(
          onRow('changeRequests', 'page', { lacks: 'link' }),
          onRow('changeRequests', 'changedPage', { is: ['added', 'modified', 'renamed'] }),
        ),
      },
      changeRequest: { '5_share@3': 'always' },
      more: { '3_share@3': onRow('changeRequests', 'changeRequest') },
    },
  },
  'changeRequest.rename': {
    title: 'Rename…',
    icon: 'edit',
    menus: {
      changeRequest: { '1_state@4': 'always' },
      more: {
        '2_change@1': onRow('changeRequests', 'changeRequest', { is: ['open', 'draft', 'archived'], may: 'propose' }),
      },
    },
  },
  'changeRequest.openForReview': {
    call: call<(changeRequest: GivenAt) => void>(),
    title: 'Open Change Request for Review',
    icon: 'git-pull-request',
    palette: hasAccount,
    onRows: {
      title: 'Open for Review',
      menus: {
        row: { '4_change@2': onRow('changeRequests', 'changeRequest', { is: 'draft', may: 'propose' }) },
        changeRequest: { '1_state@1': 'always' },
      },
    },
  },
  'changeRequest.returnToDraft': {
    title: 'Convert to Draft',
    icon: 'git-pull-request-draft',
    menus: {
      changeRequest: { '1_state@2': 'always' },
      more: { '2_change@2': onRow('changeRequests', 'changeRequest', { is: 'open', may: 'propose' }) },
    },
  },
  'changeRequest.archive': {
    call: call<(changeRequest: GivenAt) => void>(),
    title: 'Archive Change Request',
    icon: 'archive',
    palette: hasAccount,
    onRows: {
      title: 'Archive',
      menus: {
        changeRequest: { '9_danger@1': 'always' },
        more: { '9_danger@1': onRow('changeRequests', 'changeRequest', { is: ['open', 'draft'], may: 'propose' }) },
      },
    },
  },
  'changeRequest.reopen': {
    call: call<(changeRequest: GivenAt) => void>(),
    title: 'Reopen',
    icon: 'git-pull-request',
    menus: {
      row: { '4_change@2': onRow('changeRequests', 'changeRequest', { is: 'archived', may: 'propose' }) },
      changeRequest: { '9_danger@2': 'always' },
    },
  },
  'changeRequest.update': {
    title: 'Update Change Request from Main',
    icon: 'repo-pull',
    palette: hasAccount,
    onRows: {
      title: 'Update from Main',
      menus: {
        row: {
          '4_change@1': onRow('changeRequests', 'changeRequest', {
            is: ['open', 'draft', 'archived'],
            has: 'outdated',
            may: 'edit',
          }),
        },
        changeRequest: { '1_state@3': 'always' },
      },
    },
  },
  'changeRequest.merge': {
    call: call<(changeRequest: GivenAt) => void>(),
    title: 'Merge Change Request…',
    icon: 'git-merge',
    palette: hasAccount,
    menus: { editorTitle: { '2_changeRequests@2': onPageOfChangeRequest } },
    onRows: {
      title: 'Merge…',
      menus: {
        row: { '4_change@3': onRow('changeRequests', 'changeRequest', { is: ['open', 'draft'], may: 'merge' }) },
      },
    },
  },
  'changeRequest.revert': {
    title: 'Revert',
    icon: 'discard',
    menus: { row: { '4_change@3': onRow('changeRequests', 'changeRequest', { is: 'merged', may: 'propose' }) } },
  },
  'changeRequest.approve': {
    title: 'Approve Change Request…',
    icon: 'pass',
    palette: hasAccount,
    menus: { editorTitle: { '2_changeRequests@3': onPageOfChangeRequest } },
    onRows: {
      title: 'Approve…',
      menus: {
        row: {
          '0_review@1': onRow('changeRequests', 'changeRequest', {
            is: ['open', 'draft'],
            has: 'requested',
            may: 'review',
          }),
        },
        review: {
          '1_verdict@1': onRow('changeRequests', 'changeRequest', {
            is: ['open', 'draft'],
            has: 'reviews',
            may: 'review',
          }),
        },
      },
    },
  },
  'changeRequest.requestChanges': {
    title: 'Request Changes…',
    icon: 'request-changes',
    palette: hasAccount,
    menus: {
      row: {
        // With pending comments, it is one of the verdicts of *Submit Review…*.
        '0_review@2': onRow('changeRequests', 'changeRequest', {
          is: ['open', 'draft'],
          has: 'requested',
          lacks: 'reviewing',
          may: 'review',
        }),
      },
      editorTitle: { '2_changeRequests@4': onPageOfChangeRequest },
      review: {
        '1_verdict@2': onRow('changeRequests', 'changeRequest', {
          is: ['open', 'draft'],
          has: 'reviews',
          may: 'review',
        }),
      },
    },
  },
  'changeRequest.submitReview': {
    title: 'Submit Review…',
    icon: 'code-review',
    palette: all(hasAccount, any(isSet(contextKeys.isReviewing), is(contextKeys.comments.review, 'pending'))),
    menus: {
      row: {
        '0_review@3': onRow('changeRequests', 'changeRequest', { has: 'reviewing', may: 'comment' }),
        'inline@2': any(
          onRow('changeRequests', 'changeRequest', { is: ['open', 'draft'], has: 'requested', may: 'comment' }),
          onRow('changeRequests', 'changeRequest', { has: 'reviewing', may: 'comment' }),
        ),
      },
      editorTitle: { 'navigation@4': all(is(contextKeys.comments.review, 'pending'), onDocumentOfChangeRequest) },
      review: { '1_verdict@3': onRow('changeRequests', 'changeRequest', { has: 'reviewing', may: 'comment' }) },
    },
  },
  'changeRequest.discardReview': {
    title: 'Discard Review…',
    icon: 'discard',
    menus: { review: { '1_verdict@4': onRow('changeRequests', 'changeRequest', { has: 'reviewing' }) } },
  },
  'changeRequest.requestReviewers': {
    title: 'Request Review…',
    icon: 'person-add',
    palette: hasAccount,
    menus: {
      changeRequest: { '2_review@2': 'always' },
      review: {
        '2_reviewers@1': onRow('changeRequests', 'changeRequest', {
          is: ['open', 'draft'],
          has: 'reviews',
          may: 'propose',
        }),
      },
    },
  },
  'changeRequest.withdrawReviewer': {
    title: 'Remove Reviewer…',
    icon: 'person',
    menus: {
      row: at(
        ['2_write@4', 'inline@1'],
        onRow('changeRequests', 'review', { is: ['open', 'draft'], has: 'requested', may: 'propose' }),
      ),
      changeRequest: { '2_review@3': 'always' },
      review: {
        '2_reviewers@2': onRow('changeRequests', 'changeRequest', {
          is: ['open', 'draft'],
          has: 'reviews',
          may: 'propose',
        }),
      },
    },
  },
  'changeRequest.showReviews': {
    title: 'Show Reviews',
    icon: 'checklist',
    menus: {
      changeRequest: { '2_review@1': 'always' },
      review: { '2_reviewers@3': onRow('changeRequests', 'changeRequest', { has: 'reviews' }) },
    },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
