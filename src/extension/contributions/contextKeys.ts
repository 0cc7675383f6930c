// Loaded at activation: of the conditions only the type.
import type { Condition } from './conditions.ts';

/** A value that the extension tells VS Code, for the conditions of menus and welcome views. */
export interface ContextKey<Value extends string | boolean> {
  readonly name: `docsPlatform.${string}`;
  /** That it is set, and neither false nor empty. */
  readonly isSet: Condition;
  is(value: Value): Condition;
  isNot(value: Value): Condition;
}

function contextKey<Value extends string | boolean = boolean>(id: string): ContextKey<Value> {
  const name = `docsPlatform.${id}` as const;
  return {
    name,
    isSet: name as string as Condition,
    is: (value) => `${name} == ${value}` as Condition,
    isNot: (value) => `${name} != ${value}` as Condition,
  };
}

/** Every context key of the extension. `setContext` gives it its value. */
export const contextKeys = {
  /** The kind of the active account. */
  account: contextKey<'none' | 'server' | 'sample'>('account'),
  /** Whether any account is one of a server. */
  signedIn: contextKey('signedIn'),
  isUnreachable: contextKey('isUnreachable'),
  /** Whether the current user has pending comments in any change request. */
  isReviewing: contextKey('isReviewing'),
  changeRequests: {
    grouping: contextKey<'space' | 'status'>('changeRequests.grouping'),
    isFiltered: contextKey('changeRequests.isFiltered'),
    /** Whether the server couldn't say who the current user is. */
    isAnonymous: contextKey('changeRequests.isAnonymous'),
  },
  changes: { isViewed: contextKey('changes.isViewed') },
  /** Of the change request in the active editor; undefined where its server has no reviews. */
  comments: { review: contextKey<'none' | 'pending'>('comments.review') },
  links: { areReported: contextKey('links.areReported') },
  organization: { isFiltered: contextKey('organization.isFiltered') },
  page: { hasBrowserAddress: contextKey('page.hasBrowserAddress'), isOpen: contextKey('page.isOpen') },
  sites: { isFiltered: contextKey('sites.isFiltered') },
  /** Whether a step of the walkthrough is done. */
  done: (step: string) => contextKey(`done.${step}`),
} as const;

/** Commands of the palette need an account, the sample workspace's or one of a server. */
export const hasAccount = contextKeys.account.isNot('none');
