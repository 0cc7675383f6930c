import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import * as vscode from 'vscode';
import { servicesOnFirstUse } from './composition/servicesOnFirstUse.ts';
import { openAccounts, type Accounts } from './extension/ground/services/accounts.ts';
import { createAskAgain } from './extension/account/askAgain.ts';
import { onStoreChange, type StoreChange } from './extension/ground/services/storeChanges.ts';
import { createReachability } from './extension/ground/services/reachability.ts';
import { accountFeature } from './extension/account/index.ts';
import { changesFeature } from './extension/review/changes/index.ts';
import { changeRequestFeature } from './extension/review/changeRequests/index.ts';
import { callEndpointFeature } from './extension/organization/callEndpoint/index.ts';
import { registerCommands } from './extension/ground/commands/table.ts';
import { createErrorEdge, type ErrorEdge } from './extension/ground/messages/errorEdge.ts';
import { onFirstUse } from './extension/ground/commands/onFirstUse.ts';
import { contributedCommands } from './extension/ground/commands/contributed.ts';
import type { Manifest } from './extension/ground/commands/manifest.ts';
import { commentFeature } from './extension/comments/index.ts';
import { openGlobalState, type GlobalState } from './extension/ground/services/globalState.ts';
import { importCommands } from './extension/library/import/index.ts';
import { libraryFeature } from './extension/library/index.ts';
import { onceFocused } from './extension/ground/services/onceFocused.ts';
import { organizationFeature } from './extension/organization/index.ts';
import type { Row as ChangeRequestRow } from './extension/ground/changeRequests/rows.ts';
import type { Row } from './extension/library/rows.ts';
import { pageFeature } from './extension/reading/pages/index.ts';
import type { templateTags } from './extension/reading/pages/templateTags.ts';
import type { LoadedServices, Services } from './extension/ground/services/services.ts';
import type { Prompts } from './extension/ground/services/prompts.ts';
import { readerFeature } from './extension/reading/reader/index.ts';
import { renderedChangesFeature } from './extension/review/renderedChanges/index.ts';
import { findInPagesFeature } from './extension/writing/findInPages/index.ts';
import { searchFeature } from './extension/reading/search/index.ts';
import { settingsFeature } from './extension/organization/settings/index.ts';
import { sitesFeature } from './extension/sites/index.ts';
import { openShareKeys } from './extension/sites/shareKeys.ts';
import { createSelectedRow } from './extension/ground/services/selectedRow.ts';
import { threadsPanelFeature } from './extension/comments/threadsPanel/index.ts';
import { libraryDragAndDrop, libraryActionsFeature } from './extension/library/actions/index.ts';
import { pageActions, pagesDragAndDrop } from './extension/writing/pageActions/index.ts';
import { editingLanguage } from './extension/writing/language/index.ts';
import { editingFeature } from './extension/writing/editing/index.ts';
import { usedAccounts } from './extension/ground/services/usedAccounts.ts';

/** Registers everything. Heavy parts are created by `composition/runtime.ts` on first use. */
export function activate(context: vscode.ExtensionContext) {
  const keep = <Stored extends vscode.Disposable>(stored: Stored): Stored => {
    context.subscriptions.push(stored);
    return stored;
  };
  const log = keep(vscode.window.createOutputChannel('Docs Platform', { log: true }));
  const prompts = promptsOnFirstUse();
  const askAgain = createAskAgain(prompts);
  const edge = createErrorEdge(log, askAgain.isAsking);
  usedAccounts.storage = new AsyncLocalStorage();
  const globalState = openGlobalState(context.globalState);
  const accounts = keep(openAccounts({ globalState, secrets: context.secrets }));
  const reachability = keep(createReachability(accounts, (account) => loaded.servers.retry(account)));
  const storeChanged = keep(new vscode.EventEmitter<StoreChange>());
  const loaded: LoadedServices = servicesOnFirstUse(async () => {
    const { createRuntime } = await import('./composition/runtime.ts');
    // No page is active before one was read.
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
        storeChanged: (change) => storeChanged.fire(change),
      }),
    );
  }, onStoreChange(storeChanged.event));

  const selected = keep(createSelectedRow());
  const activePages = onFirstUse(async () =>
    keep((await import('./extension/ground/places/activePage.ts')).followActivePage(services)),
  );
  const services: Services = {
    ...loaded,
    accounts,
    reachability,
    edge,
    prompts,
    selected,
    activePages,
    globalState,
    state: context.workspaceState,
  };
  const account = accountFeature(services);
  const libraryActions = libraryActionsFeature(services);
  const dragAndDrop = libraryDragAndDrop<Row>(services);
  const library = libraryFeature({ ...services, dragAndDrop });
  const changes = changesFeature(services);
  const pageDragAndDrop = pagesDragAndDrop<ChangeRequestRow>(services);
  const changeRequests = changeRequestFeature({ ...services, changeRows: changes.rows, dragAndDrop: pageDragAndDrop });
  const actions = pageActions(services);
  const pages = pageFeature(services);
  const search = searchFeature(services);
  const settings = settingsFeature(services);
  const callEndpoint = callEndpointFeature(services);
  const comments = commentFeature({ ...services, polls: context.extensionMode !== vscode.ExtensionMode.Test });
  const sites = sitesFeature({
    ...services,
    shareKeys: openShareKeys(context.secrets),
    extensionUri: context.extensionUri,
  });
  const organization = organizationFeature(services);
  const threadsPanel = threadsPanelFeature({ ...services, extensionUri: context.extensionUri });
  const reader = readerFeature({ ...services, extensionUri: context.extensionUri });
  const renderedChanges = renderedChangesFeature({ ...services, extensionUri: context.extensionUri });
  const language = editingLanguage(services);
  const editing = editingFeature(services);
  const features = [
    account,
    library,
    libraryActions,
    changes,
    changeRequests,
    actions,
    pages,
    settings,
    callEndpoint,
    comments,
    sites,
    organization,
    threadsPanel,
    reader,
    renderedChanges,
    language,
    editing,
  ];
  for (const feature of features) keep(feature.register());
  const tables = [
    ...features.map(({ commands }) => commands),
    search.commands,
    findInPagesFeature(services),
    importCommands(services),
    {
      'docsPlatform.showLog': () => log.show(),
      'docsPlatform.refresh': async () => (await import('./extension/ground/commands/refreshAll.ts')).refreshAll(),
    },
  ];
  const isTested = context.extensionMode === vscode.ExtensionMode.Test;
  const ran: string[] = [];
  const manifest = context.extension.packageJSON as Manifest;
  const commands = contributedCommands(manifest, tables);
  const onRun = (id: string) => isTested && ran.push(id);
  keep(registerCommands(commands, edge, { onRun, selected, manifest }));
  context.globalState.setKeysForSync(['started']);
  const starting = isTested ? undefined : startFirst(globalState, accounts, edge);
  if (starting) keep(starting);

  return {
    extendMarkdownIt,
    ...(isTested
      ? {
          testing: {
            ...services,
            commandTables: tables,
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

/** The first window that gets the focus opens the walkthrough, once for all of the user's computers. */
function startFirst(globalState: GlobalState, accounts: Accounts, edge: ErrorEdge): vscode.Disposable | undefined {
  if (globalState.get('started')) return undefined;
  return onceFocused(startOfVsCode, () => {
    // Another window may have been faster.
    if (globalState.get('started')) return;
    void globalState.update('started', true);
    import('./extension/ground/services/firstStart.ts').then(
      ({ openWalkthrough }) => openWalkthrough(accounts),
      (error: unknown) => edge.note('Walkthrough', error),
    );
  });
}

/** VS Code opens its own welcome page within this time, in ms. The walkthrough then takes its place. */
const startOfVsCode = 2000;

/**
 * VS Code calls this when the first preview opens and accepts no promise, so the code is a separate bundle that is
 * loaded with `require`, not `import`.
 */
const extendMarkdownIt: typeof templateTags = (markdown) => {
  const entry = createRequire(import.meta.url)('./templateTags.js') as { templateTags: typeof templateTags };
  return entry.templateTags(markdown);
};

/** What tests inside VS Code get. In production it is undefined. */
export type Testing = NonNullable<ReturnType<typeof activate>['testing']>;

function promptsOnFirstUse(): Prompts {
  const loaded = onFirstUse(async () => (await import('./extension/ground/services/prompts.ts')).createPrompts());
  return {
    choose: async (choice) => (await loaded()).choose(choice),
    ask: async (question) => (await loaded()).ask(question),
  };
}
