import type { Format } from '../../contract/shared/formats.ts';

/**
 * Why something failed or isn't possible, as data: a code and its values. `extension/ground/words` says it in a sentence. Values hold no
 * token, no body and no address with a query. `words` are somebody else's, made safe by `client/quotedWords.ts`.
 */
export type Reason = ReasonOf<Reasons>;

export type ReasonOf<Part> = { [Code in keyof Part]: { readonly code: Code } & Part[Code] }[keyof Part];

export interface Reasons
  extends
    ConnectionReasons,
    ReplyReasons,
    RequestReasons,
    SignInReasons,
    DownloadReasons,
    LimitReasons,
    EditingReasons,
    CommentReasons,
    LibraryReasons,
    SettingsReasons {}

/** A reason without values. */
type Alone = unknown;
interface AtHost {
  readonly host: string;
}
interface Quoting {
  /** What the server says about it. */
  readonly words?: string | undefined;
}
interface Caused {
  readonly cause: Reason;
}
interface OfChangeRequest {
  readonly number: number;
}
interface OfPage {
  readonly title: string;
}

/** No (whole) reply came over the network. */
export interface ConnectionReasons {
  hostNotFound: AtHost;
  connectionRefused: AtHost;
  hostUnreachable: AtHost;
  noResponse: AtHost;
  responseTimeout: AtHost;
  certificateExpired: AtHost;
  certificateNotYetValid: AtHost;
  certificateForOtherHost: AtHost;
  certificateRevoked: AtHost;
  certificateUntrusted: AtHost;
  tlsFailed: AtHost;
  notWebServer: AtHost;
  connectionLost: AtHost;
  proxyClosed: Alone;
  proxyCertificateForOtherHost: Alone;
  proxySignIn: Alone;
  proxyRefused: AtHost;
  proxyAddressInvalid: Alone;
  /** A proxy is set, and may be what failed. */
  behindProxy: Caused;
  networkSettingsChanged: Alone;
  noReply: Alone;
  timeout: { readonly seconds: number };
  /** `rate` in KB a second. */
  tooSlow: { readonly rate: number };
  cancelled: Alone;
}

/** What a reply amounts to. */
export interface ReplyReasons {
  replyCutOff: Alone;
  replyTooLarge: { readonly megabytes: number };
  webPageReply: Alone;
  /** `origin` is undefined where the redirect names none. */
  redirected: { readonly origin?: string | undefined };
  unexpectedReply: { readonly violation: Violation };
  endlessList: { readonly pages: number };
  forbidden: Quoting;
  missing: { readonly resource?: Resource | undefined };
  conflicting: Quoting;
  /** `wait` in seconds; undefined where the server doesn't say. */
  throttled: { readonly wait?: number | undefined };
  unsupported: Alone;
  serverFailed: Quoting;
  /** `wait` in seconds. */
  serverBusy: { readonly wait: number };
  refused: Quoting;
}

/** A request that isn't sent, or whose outcome is unknown. */
export interface RequestReasons {
  unknownEndpoint: { readonly id: string };
  notSent: { readonly violation: Violation };
  /** Neither the request nor the check afterwards got an answer. */
  outcomeUnknown: Caused;
  /** An error without a reason, such as one of the disk; or a sentence that an earlier version of the extension stored. */
  other: { readonly words: string };
}

export interface SignInReasons {
  notSignedIn: Alone;
  tokenRefused: Alone;
  /** Where the token was just typed. */
  typedTokenRefused: Alone;
  tokenUnreadable: Alone;
  tokenUnusable: Alone;
  notDocsPlatform: Alone;
  maybeNotDocsPlatform: Caused;
  baseEmpty: Alone;
  baseWithSpaces: Alone;
  baseNotAddress: Alone;
  /** It looks like a token. */
  baseLikeToken: Alone;
  baseNotWeb: Alone;
  baseWithUser: Alone;
  baseWithQuery: Alone;
  baseWithFragment: Alone;
  baseInsecure: Alone;
  tokenEmpty: Alone;
  tokenWithSpaces: Alone;
  tokenWithOddCharacter: Alone;
  tokenTooLong: Alone;
}

/** Of the address behind a file. */
export interface DownloadReasons {
  fileRedirectsForever: Alone;
  fileInPrivateNetwork: Alone;
  fileNotHttps: Alone;
  fileWithoutAddress: Alone;
  fileRefused: Alone;
  fileGone: Alone;
  fileServerFailed: Alone;
  notImage: Alone;
}

/** What someone typed breaks a limit of the platform (section 8 of the API document). */
export interface LimitReasons {
  tooLong: { readonly what: LimitedText; readonly most: number; readonly length: number };
  tooShort: { readonly what: LimitedText; readonly least: number };
  conditionIncomplete: Alone;
  /** `rest` starts at the error. */
  conditionInvalid: { readonly rest?: string | undefined };
  notEmoji: Alone;
  notSlug: Alone;
  notWebAddress: Alone;
  notName: Alone;
  notPathSegment: Alone;
  proxyWithScheme: Alone;
  notProxy: Alone;
  /** In seconds. */
  findTooSlow: { readonly limit: number };
  findStopped: Alone;
}

/** What a limit is of. */
export type LimitedText =
  | 'title'
  | 'description'
  | 'emoji'
  | 'slug'
  | 'address'
  | 'path'
  | 'condition'
  | 'icon'
  | 'basename'
  | 'name'
  | 'proxy';

export interface EditingReasons {
  noTextOfItsOwn: OfPage;
  changedOnServer: OfPage;
  slugTaken: OfPage & { readonly slug: string; readonly by: string };
  pageBelowItself: OfPage;
  pageTooLong: OfPage & { readonly length: number; readonly most: number };
  /** `title` is the one before; undefined of a new page. */
  noTitle: { readonly title?: string | undefined };
  /** `start` is the first characters of the title. */
  titleTooLong: { readonly start: string; readonly most: number };
  pageDeleted: OfChangeRequest;
  noPagesBelow: OfPage;
  changeRequestMerged: OfChangeRequest;
  changeRequestArchived: OfChangeRequest;
  changeRequestReadOnly: OfChangeRequest;
  changeRequestMissing: OfChangeRequest;
  editingUnsupported: Alone;
  filesUnsupported: Alone;
  revisionsMissing: OfChangeRequest & Caused;
  notApplied: OfChangeRequest & Caused;
  saveUnknown: Caused;
  changedDuringSave: OfChangeRequest;
  tooManyChanges: { readonly count: number; readonly most: number };
  partlySent: OfChangeRequest & Caused & { readonly sent: number; readonly all: number };
  idsMissing: Alone;
  pageMissing: Alone;
}

export interface CommentReasons {
  nothingToSend: Alone;
  nothingToAdd: Alone;
  editNotPending: Alone;
  maybePosted: Alone;
  /** The draft holds two texts. */
  draftsJoined: Alone;
  notResolved: Caused;
  /** Sending was not over when the window was closed. */
  windowClosed: Alone;
  /** The title of the deleted page, as far as it is known. */
  commentedPageGone: { readonly title?: string | undefined };
}

export interface LibraryReasons {
  createSpaceUnsupported: Alone;
  siteWithoutSpace: Alone;
  partGone: Alone;
  /** The server doesn't list all that a change request changes. */
  changesIncomplete: Alone;
  /** The server doesn't list spaces outside of collections. */
  spacesUnlisted: Alone;
  /** Items of a list that could not be read. */
  itemsSkipped: { readonly count: number };
  /** Of an address that was pasted. */
  notPageAddress: Alone;
  noSpaceAtAddress: Alone;
  browserOnly: Alone;
}

export interface SettingsReasons {
  fieldNotEditable: { readonly field: string };
  /** The server's own value of that field can't be sent back. */
  fieldUnreadable: { readonly field: string };
  settingsOvertaken: Alone;
  resourceGone: Alone;
  /** `field` ends with the address or ID that isn't a member's. */
  notMember: { readonly field: string };
  membersNotObject: { readonly field: 'members' };
  /** `words` are those of the JSON parser. */
  notJson: { readonly words: string };
  notJsonAtLine: { readonly problem: string; readonly line: number };
  jsonTooDeep: Alone;
  settingsNotObject: Alone;
  requestNotObject: Alone;
  manifestNotJson: Alone;
  manifestNotObject: Alone;
  manifestName: Alone;
}

/** What is missing when the server says that something is. */
export type Resource =
  | 'changeRequest'
  | 'collection'
  | 'comment'
  | 'emailDomain'
  | 'file'
  | 'integration'
  | 'invite'
  | 'organization'
  | 'page'
  | 'reply'
  | 'revision'
  | 'section'
  | 'sectionGroup'
  | 'shareLink'
  | 'site'
  | 'siteSpace'
  | 'space'
  | 'spec'
  | 'team'
  | 'translation'
  | 'user'
  | 'version';

/** The rule that a value breaks. Never the value itself. */
export interface Violation {
  /** The path of the field, with dots; undefined for the whole. */
  readonly field?: string | undefined;
  readonly rule: Rule;
}

export type Rule =
  | { readonly is: 'required' | 'notEmpty' | 'known' | 'id' | 'wellFormed' | 'shallow' }
  | { readonly is: 'type'; readonly type: string }
  | { readonly is: 'most' | 'least'; readonly amount: number; readonly unit?: 'characters' | 'items' | undefined }
  | { readonly is: 'oneOf'; readonly values: readonly string[] }
  /** One of ours, or zod's name of a format. */
  | { readonly is: 'format'; readonly format: Format | (string & {}) };

/** A reason that was stored. Earlier versions of the extension stored sentences. */
export function storedReason(stored: unknown): Reason {
  const isReason = typeof stored === 'object' && stored !== null && 'code' in stored && typeof stored.code === 'string';
  return isReason ? (stored as Reason) : { code: 'other', words: typeof stored === 'string' ? stored : '' };
}

/** The code and the values in one line, for logs and tests. */
export function reasonLine({ code, ...values }: Reason): string {
  return Object.values(values).some((value) => value !== undefined) ? `${code} ${JSON.stringify(values)}` : code;
}
