import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import * as vscode from 'vscode';
import { activate, type Testing } from '../../src/extension.ts';
import { keepRegistrations, reset } from '../fakes/vscode/index.ts';
import { extensionContext } from '../fakes/vscode/context.ts';
import type { LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import type { Account } from '../../src/extension/services/accounts.ts';
import { forgetAllAccounts } from '../host/extensionUnderTest.ts';
import { followCommands, recordEndpointsOf, writeCalledEndpoints } from '../host/calledEndpoints.ts';
import { signIn, sitDown, type Person } from '../host/person.ts';
import { servePlatform, type ServedPlatform } from '../host/servedPlatform.ts';

/** A user of the extension, which runs here in the fake VS Code, with the real platform behind HTTP. */
export interface SignedIn {
  readonly testing: Testing;
  readonly person: Person;
  readonly platform: ServedPlatform;
  readonly account: Account;
}

/**
 * Activates the extension for all tests of the surrounding suite or file, and disposes of it after the last.
 */
export function activated(begin: (given: { readonly testing: Testing; readonly person: Person }) => unknown): void {
  let leave: (() => void) | undefined;

  beforeAll(async () => {
    const context = extensionContext();
    keepRegistrations(true);
    const { testing } = activate(context as unknown as vscode.ExtensionContext);
    if (!testing) throw new Error('The extension was not activated in test mode.');
    recordEndpointsOf(thisFile());
    followCommands(testing.ran);
    const person = sitDown(testing);
    leave = () => {
      person.leave();
      context.leave();
    };
    await begin({ testing, person });
  });

  afterAll(() => {
    leave?.();
    followCommands([]);
    writeCalledEndpoints(path.join('out/units/endpoints', `${thisFile()}.json`));
    keepRegistrations(false);
    reset();
  });
}

/** The start of most suites: the extension is active, and the user is signed in to a platform of their own. */
export function signedIn(begin: (given: SignedIn) => unknown, options?: Partial<LocalPlatformOptions>): void {
  let platform: ServedPlatform | undefined;

  activated(async ({ testing, person }) => {
    platform = await servePlatform(options);
    const account = await signIn(person, platform.address, platform.token);
    await begin({ testing, person, platform, account });
  });

  afterAll(async () => platform?.close());
}

/** The same with a platform for each test, for tests that leave nothing as it was. */
export function signedInForEach(begin: (given: SignedIn) => unknown, options?: Partial<LocalPlatformOptions>): void {
  let user: Pick<SignedIn, 'testing' | 'person'>;
  let platform: ServedPlatform | undefined;

  activated((given) => (user = given));

  beforeEach(async () => {
    platform = await servePlatform(options);
    const account = await signIn(user.person, platform.address, platform.token);
    user.person.startOver();
    await begin({ ...user, platform, account });
  });

  afterEach(async () => {
    await forgetAllAccounts(user.testing);
    user.person.startOver();
    await platform?.close();
  });
}

/** The path of the running file in the repository. */
function thisFile(): string {
  return path.relative('', expect.getState().testPath ?? '');
}
