import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import * as vscode from 'vscode';
import { activate, type Testing } from '../../src/extension.ts';
import { keepRegistrations, reset } from '../fakes/vscode/index.ts';
import { extensionContext } from '../fakes/vscode/context.ts';
import type { LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import { sampleData } from '../../src/composition/accountFiles.ts';
import { copySample } from '../server/samplePlatform.ts';
import { forgetAllAccounts } from '../host/extensionUnderTest.ts';
import { followCommands, recordEndpointsOf, writeCalledEndpoints } from '../host/calledEndpoints.ts';
import { signIn, sitDown, type Person } from '../host/person.ts';
import { servePlatform, type ServedPlatform } from '../host/servedPlatform.ts';

interface Active {
  readonly testing: Testing;
  readonly person: Person;
}

/** A user of the extension, which runs here in the fake VS Code, with the real platform behind HTTP. */
export interface SignedIn extends Active {
  readonly platform: ServedPlatform;
  readonly account: Account;
}

/**
 * Activates the extension for all tests of the surrounding suite or file, and disposes of it after the last. With
 * `hasSample`, it has the file that the build makes of the sample workspace, which takes seconds.
 */
export function activated(begin: (given: Active) => unknown, { hasSample = false } = {}): void {
  let leave: (() => void) | undefined;

  beforeAll(async () => {
    const context = extensionContext();
    if (hasSample) Object.assign(context, { extensionUri: vscode.Uri.file(await folderWithSample()) });
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

/** A folder like that of the installed extension, as far as the sample workspace needs it. */
async function folderWithSample(): Promise<string> {
  const { sampleArchive } = (await import(new URL('../../build/sample.mjs', import.meta.url).href)) as {
    sampleArchive: (folder: string) => Promise<Buffer>;
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'extension-'));
  mkdirSync(path.join(folder, 'dist'));
  writeFileSync(path.join(folder, 'dist/sample.json.br'), await sampleArchive('media/sample'));
  return folder;
}

/** As if the user had opened the sample workspace before: only the build has the file that it is made of. */
export function keepSampleWorkspace({ context }: Testing): void {
  copySample(sampleData(context.globalStorageUri.fsPath));
}

interface SignInOptions extends Partial<LocalPlatformOptions> {
  /** The id of the user; otherwise the platform's first. */
  readonly as?: string;
}

/** The start of most suites: the extension is active, and the user is signed in to a platform of their own. */
export function signedIn(begin: (given: SignedIn) => unknown, options?: SignInOptions): void {
  let given: SignedIn | undefined;

  activated(async (active) => {
    given = await signInTo(active, options);
    await begin(given);
  });

  afterAll(async () => given?.platform.close());
}

/** The same before each test, for those that change the platform, or leave its account behind in another state. */
export function signedInForEach(begin: (given: SignedIn) => unknown, options?: SignInOptions): void {
  let active: Active;
  let given: SignedIn | undefined;

  activated((activated) => (active = activated));

  beforeEach(async () => {
    given = await signInTo(active, options);
    active.person.startOver();
    await begin(given);
  });

  afterEach(async () => {
    await forgetAllAccounts(active.testing);
    active.person.startOver();
    await given?.platform.close();
  });
}

async function signInTo(active: Active, { as, ...options }: SignInOptions = {}): Promise<SignedIn> {
  const platform = await servePlatform(options);
  // Nobody is asked how pages open: that would take the answer to another question.
  await active.testing.globalState.update('reader.openWithOffered', true);
  const account = await signIn(
    active.person,
    platform.address,
    as === undefined ? platform.token : platform.tokenOf(as),
  );
  return { ...active, platform, account };
}

/** The path of the running file in the repository. */
function thisFile(): string {
  return path.relative('', expect.getState().testPath ?? '');
}
