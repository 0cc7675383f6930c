import * as vscode from 'vscode';
import { sampleAccount } from './sampleAccount.ts';
import { run } from '../ground/contributions/run.ts';
import type { CommandTable } from '../ground/commands/table.ts';
import { showInformation } from '../ground/messages/show.ts';
import { withoutIcons } from '../ground/words/plainText.ts';
import { pickValue } from '../ground/prompts/pickValue.ts';
import type { Account, Accounts } from '../ground/services/accounts.ts';
import type { Services, Uses } from '../ground/services/services.ts';
import { plural } from '../ground/words/plural.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

/** The account commands of the palette. The Accounts menu uses the same `actions`. */
export function accountCommands(
  parts: Uses<
    | 'accounts'
    | 'reachability'
    | 'prompts'
    | 'stores'
    | 'servers'
    | 'accountData'
    | 'sample'
    | 'globalState'
    | 'recentRequests'
  >,
  actions: {
    readonly signIn: () => Promise<Account | undefined>;
    readonly signOut: (account: Account) => Promise<void>;
  },
) {
  const { accounts, servers, reachability, stores, accountData, sample, prompts } = parts;
  const accountGiven = (given: unknown): Account | undefined =>
    typeof given === 'string' ? accounts.byKey(given) : undefined;

  return {
    'docsPlatform.signIn': actions.signIn,
    'docsPlatform.signOut': async (given) => {
      const account =
        accountGiven(given) ?? (await pickAccount(accounts, vscode.l10n.t('Select an account to sign out of')));
      if (account && (await confirmSignOut(parts, account))) await actions.signOut(account);
    },
    'docsPlatform.replaceToken': async (given) => {
      const title = vscode.l10n.t('Select an account to replace its token');
      const account = accountGiven(given) ?? (await pickAccount(accounts, title, 'server'));
      if (!account) return;
      await (await import('./signIn.ts')).replaceToken(parts, account);
    },
    'docsPlatform.switchAccount': async () => {
      const chosen = await chooseAccount(parts);
      if (chosen === 'signIn') await run('signIn');
      else if (chosen === 'openSample') await run('openSample');
      else if (chosen) await accounts.activate(chosen.key);
    },
    'docsPlatform.retryConnection': async () => {
      const account = accounts.active;
      if (!account) return;
      try {
        await servers.retry(account);
      } catch (error) {
        // A refusal is also an answer: the server is reachable again.
        if (reachability.unreachable(account.key)) throw error;
      }
    },
    'docsPlatform.copyDiagnostics': async () => (await import('./diagnostics.ts')).copyDiagnostics(parts),
    'docsPlatform.showRecentRequests': async () => (await import('./recentRequests.ts')).showRecentRequests(),
    'docsPlatform.openSample': async () => {
      await stores(sampleAccount()).library();
      await accounts.add(sampleAccount(), undefined);
      await run('library.focus');
    },
    'docsPlatform.openGuide': async () => (await import('./openGuide.ts')).openGuide(parts),
    'docsPlatform.resetSample': async () => {
      const reset = vscode.l10n.t('Reset');
      const answer = await prompts.choose({
        modal: true,
        severity: 'warning',
        message: vscode.l10n.t('Reset the sample workspace?'),
        detail: [
          vscode.l10n.t('All changes are lost, and the sample workspace starts over with its original pages.'),
          ...unsentInWords(await accountData.unsent(sampleAccount().key)),
        ].join('\n\n'),
        actions: [reset],
      });
      if (answer !== reset) return;
      await sample.reset();
      await accounts.add(sampleAccount(), undefined);
      accounts.renewed(sampleAccount().key);
      void showInformation(vscode.l10n.t('The sample workspace was reset.'));
    },
  } satisfies CommandTable;
}

/** Names the unsent work that a reset would delete. */
function unsentInWords(unsent: Unsent): string[] {
  const stored = storedInWords(unsent);
  return [
    ...(stored ? [vscode.l10n.t('You also lose your unsent changes: {0}.', stored)] : []),
    ...(hasUnsaved(sampleAccount().key)
      ? [vscode.l10n.t('Unsaved text stays in open editors, but you can no longer save it.')]
      : []),
  ];
}

function hasUnsaved(key: string): boolean {
  return vscode.workspace.textDocuments.some(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'docs-platform-edit' && uri.authority === key,
  );
}

type Unsent = Awaited<ReturnType<Services['accountData']['unsent']>>;

function storedInWords({ pages, comments }: Unsent): string {
  return [
    ...(pages > 0 ? [plural(vscode.l10n.t('{0} page|{0} pages'), pages)] : []),
    ...(comments > 0 ? [plural(vscode.l10n.t('{0} comment|{0} comments'), comments)] : []),
  ].join(', ');
}

async function confirmSignOut(
  { prompts, accountData }: Uses<'prompts' | 'accountData'>,
  account: Account,
): Promise<boolean> {
  if (account.kind === 'sample') return true;
  const stored = storedInWords(await accountData.unsent(account.key));
  const signOut = vscode.l10n.t('Sign Out');
  const answer = await prompts.choose({
    modal: true,
    message: vscode.l10n.t('Sign out of {0}?', account.label),
    detail: [
      ...(stored ? [vscode.l10n.t('You have unsent changes: {0}.', stored)] : []),
      ...(hasUnsaved(account.key) ? [vscode.l10n.t('Unsaved text stays in open editors.')] : []),
      vscode.l10n.t(
        "This removes its token from this machine. Open pages stay open, but can't be refreshed. Comment threads, rendered changes, your unsent changes, and what you have viewed and read are there when you sign in again.",
      ),
    ].join('\n\n'),
    actions: [signOut],
  });
  return answer === signOut;
}

async function pickAccount(accounts: Accounts, title: string, kind?: Account['kind']): Promise<Account | undefined> {
  const candidates = accounts.all().filter((account) => kind === undefined || account.kind === kind);
  if (candidates.length < 2) return candidates[0];
  const items = candidates.map((account) => ({ ...describe(account, undefined), account }));
  const isActive = (item: { readonly account: Account }) => item.account.key === accounts.active?.key;
  return (await pickValue(items, isActive, { title, matchOnDescription: true }))?.account;
}

async function chooseAccount({
  accounts,
  globalState,
}: Uses<'accounts' | 'globalState'>): Promise<Account | 'signIn' | 'openSample' | undefined> {
  const all = accounts.all().map((account) => ({ ...describe(account, accounts.active), choice: account }));
  // VS Code selects the first entry: the account used before, so that Enter switches back and forth.
  const previous = globalState.get('previousAccount');
  const place = ({ key }: Account) => (key === accounts.active?.key ? 2 : key === previous ? 0 : 1);
  const known = all.toSorted((one, other) => place(one.choice) - place(other.choice));
  const offered: (vscode.QuickPickItem & { choice?: Account | 'signIn' | 'openSample' })[] = [
    ...known,
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t('$(add) Sign In to Another Account…'), choice: 'signIn' },
  ];
  if (!accounts.byKey(sampleAccount().key)) {
    offered.push({ label: vscode.l10n.t('$(beaker) Open Sample Workspace'), choice: 'openSample' });
  }
  const title = vscode.l10n.t('Switch Account');
  return (await showQuickPick(offered, { title, matchOnDescription: true }))?.choice;
}

function describe(account: Account, active: Account | undefined): vscode.QuickPickItem {
  const where = account.kind === 'sample' ? vscode.l10n.t('on this machine') : undefined;
  const shown = account.key === active?.key ? vscode.l10n.t('current') : undefined;
  return {
    label: withoutIcons(account.label),
    iconPath: new vscode.ThemeIcon(account.kind === 'sample' ? 'beaker' : 'account'),
    description: [where, shown].filter(Boolean).join(' · '),
  };
}
