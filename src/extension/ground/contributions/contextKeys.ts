/**
 * The name, without the prefix `docsPlatform.`, of a context key that the extension sets for the conditions of menus
 * and views.
 */
export type ContextKey<Value extends string | boolean | readonly string[]> = string & { readonly holds: Value };

function key<Value extends string | boolean | readonly string[] = boolean>(name: string): ContextKey<Value> {
  return name as ContextKey<Value>;
}

/** Every context key of the extension. `setContext` sets the values. */
export const contextKeys = {
  /** The kind of the active account. */
  account: key<'none' | 'server' | 'sample'>('account'),
  /** Whether any account is a server account. */
  signedIn: key('signedIn'),
  isUnreachable: key('isUnreachable'),
  /** Whether the current user has pending comments in any change request. */
  isReviewing: key('isReviewing'),
  changeRequests: {
    grouping: key<'space' | 'status'>('changeRequests.grouping'),
    isFiltered: key('changeRequests.isFiltered'),
    /** Whether the server didn't report the current user. */
  },
  changes: { isViewed: key('changes.isViewed') },
  /** The review state of the change request in the active editor; undefined if its server has no reviews. */
  comments: { review: key<'none' | 'pending'>('comments.review') },
  findInPages: {
    /** What the view shows; `skipped` for matches that can't be replaced. */
    shows: key<'search' | 'nothing' | 'matches' | 'replacements' | 'previewed' | 'skipped'>('findInPages.shows'),
  },
  links: { areReported: key('links.areReported') },
  organization: { isFiltered: key('organization.isFiltered') },
  page: {
    hasBrowserAddress: key('page.hasBrowserAddress'),
    isOpen: key('page.isOpen'),
    /** The page in the preview that is the active tab. */
    previewed: key<'none' | 'published' | 'changeRequest' | 'editable'>('page.previewed'),
  },
  sourceControl: {
    /** The root URIs of the source controls of drafts, and of merged and archived change requests. */
    drafts: key<readonly string[]>('sourceControl.drafts'),
    closed: key<readonly string[]>('sourceControl.closed'),
  },
  sites: { isFiltered: key('sites.isFiltered') },
  /** Whether a step of the walkthrough is done. */
  done: (step: string) => key(`done.${step}`),
} as const;
