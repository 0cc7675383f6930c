/** The name, without `docsPlatform.`, of a value that the extension tells VS Code for the conditions of menus and views. */
export type ContextKey<Value extends string | boolean> = string & { readonly holds: Value };

function key<Value extends string | boolean = boolean>(name: string): ContextKey<Value> {
  return name as ContextKey<Value>;
}

/** Every context key of the extension. `setContext` gives it its value. */
export const contextKeys = {
  /** The kind of the active account. */
  account: key<'none' | 'server' | 'sample'>('account'),
  /** Whether any account is one of a server. */
  signedIn: key('signedIn'),
  isUnreachable: key('isUnreachable'),
  /** Whether the current user has pending comments in any change request. */
  isReviewing: key('isReviewing'),
  changeRequests: {
    grouping: key<'space' | 'status'>('changeRequests.grouping'),
    isFiltered: key('changeRequests.isFiltered'),
    /** Whether the server couldn't say who the current user is. */
    isAnonymous: key('changeRequests.isAnonymous'),
  },
  changes: { isViewed: key('changes.isViewed') },
  /** Of the change request in the active editor; undefined where its server has no reviews. */
  comments: { review: key<'none' | 'pending'>('comments.review') },
  links: { areReported: key('links.areReported') },
  organization: { isFiltered: key('organization.isFiltered') },
  page: { hasBrowserAddress: key('page.hasBrowserAddress'), isOpen: key('page.isOpen') },
  sites: { isFiltered: key('sites.isFiltered') },
  /** Whether a step of the walkthrough is done. */
  done: (step: string) => key(`done.${step}`),
} as const;
