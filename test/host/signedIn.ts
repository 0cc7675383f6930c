import { suiteSetup, suiteTeardown } from 'mocha';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import type { LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';

/** The start of most suites: a user who is signed in to a platform of their own. */
export interface SignedIn {
  readonly testing: Testing;
  readonly person: Person;
  readonly platform: ServedPlatform;
  readonly account: Account;
}

/**
 * For all tests of the surrounding suite. `begin` is called before the first test, and everything is removed after the
 * last.
 */
export function signedIn(begin: (given: SignedIn) => unknown, options?: Partial<LocalPlatformOptions>): void {
  let given: SignedIn | undefined;

  suiteSetup(async () => {
    const testing = await extensionUnderTest();
    const person = sitDown(testing);
    const platform = await servePlatform(options);
    given = { testing, person, platform, account: await signIn(person, platform.address, platform.token) };
    await begin(given);
  });

  suiteTeardown(async () => {
    if (!given) return;
    await forgetAllAccounts(given.testing);
    given.person.leave();
    await given.platform.close();
  });
}
