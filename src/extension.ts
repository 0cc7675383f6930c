import { createRequire } from 'node:module';
import * as vscode from 'vscode';
import { openAccounts, type Accounts } from './extension/services/accounts.ts';
import { createAskAgain } from './extension/account/askAgain.ts';
import { createReachability } from './extension/services/reachability.ts';
import { accountFeature } from './extension/account/index.ts';
import { changesFeature } from './extension/changes/index.ts';
import { changeRequestFeature } from './extension/changeRequests/index.ts';
import { callEndpointFeature } from './extension/callEndpoint/index.ts';
import { registerCommands, type CommandTable } from './extension/commands/table.ts';
import { createErrorEdge, type ErrorEdge } from './extension/messages/errorEdge.ts';
import { onFirstUse } from './extension/commands/onFirstUse.ts';
import { rowCommands, type Manifest } from './extension/commands/rowCommands.ts';
import { commentFeature } from './extension/comments/index.ts';
import { openGlobalState, type GlobalState } from './extension/services/globalState.ts';
import { importCommands } from './extension/import/index.ts';
import { libraryFeature } from './extension/library/index.ts';
import { onceFocused } from './extension/services/onceFocused.ts';
import { organizationFeature } from './extension/organization/index.ts';
import type { Row as ChangeRequestRow } from './extension/changeRequests/shared/rows.ts';
import type { Row } from './extension/library/rows.ts';
import { pageFeature } from './extension/pages/index.ts';
import type { templateTags } from './extension/pages/templateTags.ts';
import type { Platforms } from './extension/services/platforms.ts';
import type { Prompts } from './extension/prompts/prompts.ts';
import { searchFeature } from './extension/search/index.ts';
import { settingsFeature } from './extension/settings/index.ts';
import { sitesFeature } from './extension/sites/index.ts';
import { openShareKeys } from './extension/sites/shareKeys.ts';
import { createSelectedRow } from './extension/trees/selectedRow.ts';
import { threadsPanelFeature } from './extension/threadsPanel/index.ts';
import { libraryDragAndDrop, upkeepFeature } from './extension/libraryActions/index.ts';
import { pageActs, pagesDragAndDrop } from './extension/pageActions/index.ts';
import { writingLanguage } from './extension/language/index.ts';
import { writingFeature } from './extension/editing/index.ts';

/** Registers everything; what is heavy is built by `composition/runtime.ts` on first use. */
export function activate(context: vscode.ExtensionContext) {
  const keep = <Kept extends vscode.Disposable>(kept: Kept): Kept => {
    context.subscriptions.push(kept);
    return kept;
  };
  const log = keep(vscode.window.createOutputChannel('Docs Platform', { log: true }));
  const prompts = promptsOnFirstUse();
  const askAgain = createAskAgain(prompts);
  const edge = createErrorEdge(log, askAgain.isAsking);
  const globalState = openGlobalState(context.globalState);
  const accounts = keep(openAccounts({ globalState, secrets: context.secrets }));
  const reachability = keep(createReachability(accounts, (account) => platforms.retryConnection(account)));
  const platforms: Platforms = platformsOnFirstUse(reachability, async () => {
    const { createRuntime } = await import('./composition/runtime.ts');
    // No page is open before one was read.
    for (const following of [pages.follow(), search.remember()]) {
      following.then(keep, (error: unknown) => edge.note('Active page', error));
    }
    return keep(
      createRuntime({
        context,
        globalState,
        log,
        accounts,
        edge,
        refused: askAgain.refused,
        reachability,
      }),
    );
  });

  const selected = keep(createSelectedRow());
  const activePages = onFirstUse(async () =>
    keep((await import('./extension/addresses/activePage.ts')).followActivePage({ accounts, platforms, edge })),
  );
  const parts = {
    accounts,
    platforms,
    edge,
    prompts,
    selected,
    activePages,
    globalState,
    state: context.workspaceState,
  };
  const account = accountFeature(parts);
  const upkeep = upkeepFeature(parts);
  const dragAndDrop = libraryDragAndDrop<Row>(parts);
  const library = libraryFeature({ ...parts, dragAndDrop });
  const changes = changesFeature(parts);
  const pageDragAndDrop = pagesDragAndDrop<ChangeRequestRow>(parts);
  const changeRequests = changeRequestFeature({ ...parts, changeRows: changes.rows, dragAndDrop: pageDragAndDrop });
  const acts = pageActs(parts);
  const pages = pageFeature(parts);
  const search = searchFeature(parts);
  const settings = settingsFeature(parts);
  const callEndpoint = callEndpointFeature(parts);
  const comments = commentFeature({ ...parts, polls: context.extensionMode !== vscode.ExtensionMode.Test });
  const sites = sitesFeature({
    ...parts,
    shareKeys: openShareKeys(context.secrets),
    extensionUri: context.extensionUri,
  });
  const organization = organizationFeature(parts);
  const threadsPanel = threadsPanelFeature({ ...parts, extensionUri: context.extensionUri });
  const language = writingLanguage(parts);
  const writing = writingFeature(parts);
  const features = [
    account,
    library,
    upkeep,
    changes,
    changeRequests,
    acts,
    pages,
    settings,
    callEndpoint,
    comments,
    sites,
    organization,
    threadsPanel,
    language,
    writing,
  ];
  for (const feature of features) keep(feature.register());
  const commands: CommandTable = {
    ...account.commands,
    ...library.commands,
    ...upkeep.commands,
    ...changeRequests.commands,
    ...changes.commands,
    ...acts.commands,
    ...pages.commands,
    ...search.commands,
    ...importCommands(parts),
    ...settings.commands,
    ...callEndpoint.commands,
    ...comments.commands,
    ...sites.commands,
    ...organization.commands,
    ...threadsPanel.commands,
    ...language.commands,
    ...writing.commands,
    'docsPlatform.showLog': () => log.show(),
    'docsPlatform.refresh': async () => (await import('./extension/commands/refreshAll.ts')).refreshAll(),
  };
  const isTested = context.extensionMode === vscode.ExtensionMode.Test;
  const ran: string[] = [];
  const ofRows = rowCommands(commands, context.extension.packageJSON as Manifest);
  const onRun = (id: string) => isTested && ran.push(id);
  keep(registerCommands({ ...commands, ...ofRows }, edge, { onRun, selected }));
  context.globalState.setKeysForSync(['started']);
  const starting = isTested ? undefined : startFirst(globalState, accounts, edge);
  if (starting) keep(starting);

  return {
    extendMarkdownIt,
    ...(isTested
      ? {
          testing: {
            ...parts,
            commands,
            ran,
            context,
            tree: library.tree(),
            dragAndDrop,
            pageDragAndDrop,
            changeRequests: changeRequests.tree(),
            comments: comments.session,
            inbox: comments.inbox(),
            sites: sites.provider(),
            organization: organization.provider(),
          },
        }
      : {}),
  };
}

/** The first window that gets the focus opens the walkthrough, once for all machines of the user. */
function startFirst(globalState: GlobalState, accounts: Accounts, edge: ErrorEdge): vscode.Disposable | undefined {
  if (globalState.get('started')) return undefined;
  return onceFocused(startOfVsCode, () => {
    // Another window may have been faster.
    if (globalState.get('started')) return;
    void globalState.update('started', true);
    import('./extension/services/firstStart.ts').then(
      ({ openWalkthrough }) => openWalkthrough(accounts),
      (error: unknown) => edge.note('Walkthrough', error),
    );
  });
}

/** VS Code opens its own welcome page within this time, and the walkthrough takes its place, in ms. */
const startOfVsCode = 2000;

/**
 * VS Code asks for it when the first preview opens, and takes no promise: so it is an entry of the bundle of its own, which
 * is required, not imported.
 */
const extendMarkdownIt: typeof templateTags = (markdown) => {
  const entry = createRequire(import.meta.url)('./templateTags.js') as { templateTags: typeof templateTags };
  return entry.templateTags(markdown);
};

/** What tests inside VS Code get; nobody else does. */
export type Testing = NonNullable<ReturnType<typeof activate>['testing']>;

function promptsOnFirstUse(): Prompts {
  const loaded = onFirstUse(async () => (await import('./extension/prompts/prompts.ts')).createPrompts());
  return {
    choose: async (choice) => (await loaded()).choose(choice),
    ask: async (question) => (await loaded()).ask(question),
  };
}

function platformsOnFirstUse(
  reachability: Platforms['reachability'],
  load: () => Promise<Omit<Platforms, 'reachability'>>,
): Platforms {
  const loaded = onFirstUse(load);
  type Later = Record<string, (...given: unknown[]) => unknown>;
  const later = (name: string): Later => ({
    [name]: async (...given) => ((await loaded()) as unknown as Later)[name]?.(...given),
  });
  return Object.assign({ reachability }, ...Object.keys(laterPlatforms).map(later)) as Platforms;
}

/** It does not compile when one is missing. */
const laterPlatforms = {
  library: 1,
  changeRequests: 1,
  threads: 1,
  inbox: 1,
  changeRequestContent: 1,
  conflicts: 1,
  edits: 1,
  sites: 1,
  organizations: 1,
  api: 1,
  upkeep: 1,
  retryConnection: 1,
  settings: 1,
  endpoints: 1,
  probe: 1,
  identify: 1,
  accountOf: 1,
  parseBase: 1,
  parseToken: 1,
  image: 1,
  problemOfCondition: 1,
  importedPages: 1,
  sendImport: 1,
  parseAhead: 1,
  unsent: 1,
  resetSample: 1,
  forget: 1,
} satisfies Record<Exclude<keyof Platforms, 'reachability'>, 1>;
