import type { FileTraits } from '../../formats/import/folderPages.ts';

// Rows of the database as returned by its queries. Times are in ms since the epoch, booleans are 0 and 1.

export interface UserRow {
  readonly id: string;
  readonly display_name: string;
  readonly email: string;
  readonly photo_url: string | null;
}

export interface OrganizationRow {
  readonly id: string;
  readonly title: string;
  readonly hostname: string | null;
  readonly type: string;
  readonly plan: string;
  readonly use_case: string | null;
  readonly community_type: string | null;
  readonly email_domains: string;
  readonly default_role: string | null;
  readonly default_content: string | null;
  readonly logo: string | null;
  readonly sso: number;
  readonly ai: number;
  readonly invite_links: number;
  readonly created_at: number;
}

export interface CollectionRow {
  readonly id: string;
  readonly organization_id: string;
  readonly parent_id: string | null;
  readonly rank: string;
  readonly title: string;
  readonly description: string | null;
  readonly default_level: string | null;
  readonly created_at: number;
}

export interface SpaceRow {
  readonly id: string;
  readonly organization_id: string;
  readonly parent_id: string | null;
  readonly rank: string;
  readonly title: string;
  readonly emoji: string;
  readonly visibility: string;
  readonly edit_mode: string;
  readonly default_level: string | null;
  readonly published_path: string | null;
  readonly line: number;
  readonly head: number;
  readonly next_change_request: number;
  readonly comments: number;
  readonly change_requests: number;
  readonly change_requests_open: number;
  readonly change_requests_draft: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly deleted_at: number | null;
}

export interface ChangeRequestRow {
  readonly id: string;
  readonly space_id: string;
  readonly number: number;
  readonly status: string;
  readonly subject: string;
  readonly created_by: string;
  readonly line: number;
  readonly head: number;
  readonly initial: number;
  readonly ancestor: number | null;
  readonly merged: number | null;
  readonly agent_task_id: string | null;
  readonly comments: number;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface RevisionRow {
  readonly number: number;
  readonly id: string;
  readonly line: number;
  /** For a change request: the revision of main that its line is based on. */
  readonly base: number | null;
  readonly parents: string;
  readonly type: string;
  readonly created_at: number;
}

/** A page in a revision. */
export interface PageRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly rank: string;
  readonly type: string;
  readonly title: string;
  readonly slug: string | null;
  readonly emoji: string | null;
  readonly icon: string | null;
  readonly description: string | null;
  readonly hidden: number;
  readonly href: string | null;
  readonly document_id: string | null;
  /** JSON of the less common fields. */
  readonly more: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A file in a revision. */
export interface FileRow extends FileTraits {
  readonly blob_id: string;
}

export interface CommentRow {
  readonly number: number;
  readonly id: string;
  readonly page_id: string | null;
  readonly node: string | null;
  /** The former content of the node. */
  readonly preview: string | null;
  readonly review_id: string | null;
  /** Number of the revision that it was written for. */
  readonly revision: number;
  readonly posted_by: string;
  readonly posted_at: number;
  readonly edited_at: number | null;
  readonly markdown: string;
  readonly replies: number;
  readonly status: 'open' | 'resolved';
  readonly resolved_at: number | null;
  readonly resolved_by: string | null;
}

export interface CommentReplyRow {
  readonly number: number;
  readonly id: string;
  readonly comment_id: string;
  readonly posted_by: string;
  readonly posted_at: number;
  readonly edited_at: number | null;
  readonly markdown: string;
}

export interface ReactionRow {
  readonly emoji: string;
  readonly user_id: string;
  readonly reacted_at: number;
}

export interface ReviewRow {
  readonly id: string;
  readonly revision: number;
  readonly reviewer: string;
  readonly status: 'approved' | 'changes-requested';
  readonly comment_id: string | null;
  readonly created_at: number;
}

export interface RequestedReviewerRow {
  readonly user_id: string;
  readonly requested_by: string;
  readonly revision: number;
  readonly created_at: number;
}

export interface ContributorRow {
  readonly user_id: string;
  readonly count: number;
  readonly updated_at: number;
}
