import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { formats } from '../../../../src/contract/shared/formats.ts';
import { wordsOf } from '../../../../src/extension/ground/words/reason.ts';
import { violationInWords } from '../../../../src/extension/ground/words/violation.ts';
import type { Reason, Reasons, Resource, Rule } from '../../../../src/model/shared/reasons.ts';

const cause = { code: 'noReply' } as const;
const violation = { field: 'body.title', rule: { is: 'most', amount: 50, unit: 'characters' } } as const;
const host = 'docs.example.com';

/** Values of every reason; a code without them doesn't compile. */
const values: {
  readonly [Code in keyof Reasons]: Reasons[Code] extends object ? Reasons[Code] : Record<never, never>;
} = {
  hostNotFound: { host },
  connectionRefused: { host },
  hostUnreachable: { host },
  noResponse: { host },
  responseTimeout: { host },
  certificateExpired: { host },
  certificateNotYetValid: { host },
  certificateForOtherHost: { host },
  certificateRevoked: { host },
  certificateUntrusted: { host },
  tlsFailed: { host },
  notWebServer: { host },
  connectionLost: { host },
  proxyClosed: {},
  proxyCertificateForOtherHost: {},
  proxySignIn: {},
  proxyRefused: { host },
  proxyAddressInvalid: {},
  behindProxy: { cause },
  networkSettingsChanged: {},
  noReply: {},
  timeout: { seconds: 30 },
  tooSlow: { rate: 8 },
  cancelled: {},
  replyCutOff: {},
  replyTooLarge: { megabytes: 64 },
  webPageReply: {},
  redirected: { origin: 'https://elsewhere.example' },
  unexpectedReply: { violation },
  endlessList: { pages: 1000 },
  forbidden: { words: 'Not yours' },
  missing: { resource: 'changeRequest' },
  conflicting: { words: 'Too late' },
  throttled: { wait: 30 },
  unsupported: {},
  serverFailed: { words: 'Oops' },
  serverBusy: { wait: 30 },
  refused: { words: 'No' },
  unknownEndpoint: { id: 'spaces.get' },
  notSent: { violation },
  outcomeUnknown: { cause },
  other: { words: 'No space left on device.' },
  notSignedIn: {},
  tokenRefused: {},
  typedTokenRefused: {},
  tokenUnreadable: {},
  tokenUnusable: {},
  notDocsPlatform: {},
  maybeNotDocsPlatform: { cause },
  baseEmpty: {},
  baseWithSpaces: {},
  baseNotAddress: {},
  baseLikeToken: {},
  baseNotWeb: {},
  baseWithUser: {},
  baseWithQuery: {},
  baseWithFragment: {},
  baseInsecure: {},
  tokenEmpty: {},
  tokenWithSpaces: {},
  tokenWithOddCharacter: {},
  tokenTooLong: {},
  fileRedirectsForever: {},
  fileInPrivateNetwork: {},
  fileNotHttps: {},
  fileWithoutAddress: {},
  fileRefused: {},
  fileGone: {},
  fileServerFailed: {},
  notImage: {},
  tooLong: { what: 'title', most: 50, length: 51 },
  tooShort: { what: 'title', least: 2 },
  conditionIncomplete: {},
  conditionInvalid: { rest: '(' },
  notEmoji: {},
  notSlug: {},
  notWebAddress: {},
  notName: {},
  notPathSegment: {},
  proxyWithScheme: {},
  notProxy: {},
  findTooSlow: { limit: 5 },
  findStopped: {},
  noTextOfItsOwn: { title: 'Start' },
  changedOnServer: { title: 'Start' },
  slugTaken: { title: 'Start', slug: 'start', by: 'Begin' },
  pageBelowItself: { title: 'Start' },
  pageTooLong: { title: 'Start', length: 700, most: 600 },
  noTitle: { title: 'Start' },
  titleTooLong: { start: 'Start', most: 100 },
  pageDeleted: { number: 12 },
  noPagesBelow: { title: 'Start' },
  changeRequestMerged: { number: 12 },
  changeRequestArchived: { number: 12 },
  changeRequestReadOnly: { number: 12 },
  changeRequestMissing: { number: 12 },
  editingUnsupported: {},
  filesUnsupported: {},
  revisionsMissing: { number: 12, cause },
  notApplied: { number: 12, cause },
  saveUnknown: { cause },
  changedDuringSave: { number: 12 },
  tooManyChanges: { count: 123, most: 100 },
  partlySent: { number: 12, sent: 100, all: 123, cause },
  idsMissing: {},
  pageMissing: {},
  nothingToSend: {},
  nothingToAdd: {},
  editNotPending: {},
  maybePosted: {},
  draftsJoined: {},
  notResolved: { cause },
  windowClosed: {},
  commentedPageGone: { title: 'Charging' },
  createSpaceUnsupported: {},
  siteWithoutSpace: {},
  partGone: {},
  changesIncomplete: {},
  spacesUnlisted: {},
  itemsSkipped: { count: 3 },
  notPageAddress: {},
  noSpaceAtAddress: {},
  browserOnly: {},
  fieldNotEditable: { field: 'colour' },
  fieldUnreadable: { field: 'styling.font' },
  settingsOvertaken: {},
  resourceGone: {},
  notMember: { field: 'members.ada@example.com' },
  membersNotObject: { field: 'members' },
  notJson: { words: 'Unexpected token' },
  notJsonAtLine: { problem: 'InvalidSymbol', line: 3 },
  jsonTooDeep: {},
  settingsNotObject: {},
  requestNotObject: {},
  manifestNotJson: {},
  manifestNotObject: {},
  manifestName: {},
};

const reasons = Object.entries(values).map(([code, rest]) => ({ code, ...rest }) as Reason);

/** What a sentence says of the values: kinds and resources are worded. */
function expectedIn({ code, ...rest }: Reason): string[] {
  return Object.entries(rest).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'cause') return [wordsOf(cause)];
    if (name === 'violation') return [violationInWords(violation)];
    if (name === 'resource' || name === 'what') return [];
    return code === 'throttled' ? ['30 seconds'] : [String(value)];
  });
}

describe('the words of a reason', () => {
  test.each(reasons.map((reason) => [reason.code, reason] as const))(
    'of %s end as a sentence and contain all values',
    (_, reason) => {
      const words = wordsOf(reason);

      assert.match(words, /^(\p{Lu}|[“\d#]|docs\.example|members|colour).*[.”]$|: Unexpected token$/u);
      assert.doesNotMatch(words, /\{\d|undefined|\[object/);
      for (const value of expectedIn(reason)) assert.ok(words.includes(value), `${value} is not in: ${words}`);
    },
  );

  test('say what to do, after what happened and why', () => {
    const lines = [
      wordsOf({ code: 'connectionRefused', host }),
      wordsOf({ code: 'forbidden' }),
      wordsOf({ code: 'refused', words: 'No' }),
      wordsOf({ code: 'throttled', wait: 1 }),
      wordsOf({ code: 'throttled', wait: 600 }),
      wordsOf({ code: 'throttled' }),
      wordsOf({ code: 'missing', resource: 'space' }),
      wordsOf({ code: 'missing' }),
      wordsOf({ code: 'tooShort', what: 'name', least: 1 }),
      wordsOf({ code: 'noTitle' }),
      wordsOf({ code: 'itemsSkipped', count: 1 }),
      wordsOf({ code: 'redirected' }),
      wordsOf({ code: 'notSent', violation }),
    ];

    assert.deepEqual(lines, [
      'docs.example.com refused the connection. Check that the server is running and that the port is right.',
      "You don't have permission to do this. Ask an administrator of the organization.",
      "The server didn't accept the request. The server says: “No”",
      'Too many requests. Try again in 1 second.',
      'Too many requests. Try again in 10 minutes.',
      'Too many requests. Try again later.',
      "This space doesn't exist, or you don't have access to it.",
      "This address doesn't exist, or you don't have access to it.",
      "A name can't be empty.",
      'A page needs a title.',
      "Couldn't load 1 item. See the log for details.",
      "The server redirects to another URL, and your token isn't sent there. Check the server URL.",
      'Nothing was sent: body.title must be at most 50 characters.',
    ]);
  });

  test('name every resource', () => {
    const source = readFileSync('src/model/shared/reasons.ts', 'utf8');
    const resources = /export type Resource =([^;]*);/.exec(source)?.[1]?.match(/\w+/g) ?? [];

    assert.ok(resources.length > 20);
    for (const resource of resources as Resource[])
      assert.doesNotMatch(wordsOf({ code: 'missing', resource }), /undefined|This address/);
  });

  test('of a newer version of the extension are missing', () => {
    assert.equal(wordsOf({ code: 'tooGood' } as unknown as Reason), 'Something went wrong (tooGood).');
    assert.equal(wordsOf({ code: 'toString' } as unknown as Reason), 'Something went wrong (toString).');
  });
});

describe('the words of a violation', () => {
  test.each<readonly [Rule, string]>([
    [{ is: 'required' }, 'title is missing'],
    [{ is: 'notEmpty' }, "title can't be empty"],
    [{ is: 'known' }, "title isn't a field that can be set"],
    [{ is: 'id' }, "title isn't an ID"],
    [{ is: 'wellFormed' }, "title doesn't have the right format"],
    [{ is: 'shallow' }, 'title is nested too deeply'],
    [{ is: 'type', type: 'string' }, 'title must be of type string'],
    [{ is: 'least', amount: 1, unit: 'items' }, 'title must be at least 1 item'],
    [{ is: 'most', amount: 5 }, 'title must be at most 5'],
    [{ is: 'oneOf', values: ['a'] }, 'title must be a'],
    [{ is: 'oneOf', values: ['a', 'b'] }, 'title must be one of a, b'],
    [{ is: 'format', format: 'email' }, 'title must be a valid email'],
  ])('%j', (rule, words) => {
    assert.equal(violationInWords({ field: 'title', rule }), words);
  });

  test.each(formats)('name the format %s', (format) => {
    assert.doesNotMatch(violationInWords({ rule: { is: 'format', format } }), /a valid/);
  });
});
