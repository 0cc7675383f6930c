import * as vscode from 'vscode';
import { allTabs } from '../../ground/services/openDocuments.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { PlannedChange } from '../../../store/settings/documents.ts';
import type { Prompts } from '../../ground/services/prompts.ts';
import { shownText } from '../../ground/services/shownText.ts';

/** Asks about far-reaching changes with a diff between the platform's settings and those to be applied. */
export interface Confirmation extends vscode.Disposable {
  confirm(title: string, change: PlannedChange): Promise<boolean>;
  /** Answers the active diff. Does nothing if it isn't one of ours. */
  answer(isSure: boolean): void;
}

/**
 * The question appears over the diff. Users who want to review the diff dismiss the question and answer with the diff's
 * title buttons; closing the diff means no. If users would remove their own permissions, they are asked again.
 */
export function createConfirmation(prompts: Prompts): Confirmation {
  const looking = new Map<string, (isSure: boolean) => void>();
  /** If several documents are saved at once, their questions appear one after the other. */
  let questions: Promise<unknown> = Promise.resolve();

  const disposable = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    for (const tab of closed) looking.get(keyOf(tab) ?? '')?.(false);
  });

  async function ask(title: string, change: PlannedChange): Promise<'apply' | 'look' | undefined> {
    const apply = vscode.l10n.t('Apply');
    const look = vscode.l10n.t('Review Changes');
    const question = {
      message: vscode.l10n.t('Apply these settings to “{0}”?', title),
      detail: [
        vscode.l10n.t('Changes: {0}.', change.fields.join(', ')),
        ...change.fields.flatMap((field) => consequences()[field] ?? []),
        ...(makesAdministrator(change)
          ? [
              vscode.l10n.t(
                'This grants the role of an administrator, who can change and delete everything in the organization, and manage its members.',
              ),
            ]
          : []),
        vscode.l10n.t('The editor behind this dialog compares the current settings with yours.'),
        ...(change.takesFromCurrentUser === undefined
          ? [vscode.l10n.t('If this removes your own permissions, you may not be able to change it back.')]
          : []),
      ].join('\n'),
      modal: true,
      severity: 'warning',
      actions: [apply, look],
    } as const;
    const answer = await prompts.choose(question);
    if (answer === look) return 'look';
    return answer === apply ? 'apply' : undefined;
  }

  /** Waits until the user presses a title button or closes the diff. */
  async function lookCloser(key: string): Promise<boolean> {
    if (tabsOf(key).length === 0) return false;
    return new Promise((resolve) => looking.set(key, resolve));
  }

  /** Asks twice before the user removes their own permissions. */
  async function askAgain(title: string): Promise<boolean> {
    const apply = vscode.l10n.t('Apply');
    const answer = await prompts.choose({
      message: vscode.l10n.t('Remove your own permissions in “{0}”?', title),
      detail: vscode.l10n.t('You may not be able to change it back.'),
      modal: true,
      severity: 'warning',
      actions: [apply],
    });
    return answer === apply;
  }

  return {
    async confirm(name, change) {
      const title = titleIn(change) ?? name;
      const side = (name: string, text: string) => shownText(vscode.Uri.file(name), text, changeScheme);
      const [before, after] = [side('/Current.json', change.before), side('/Yours.json', change.after)];
      const key = after.toString();
      try {
        const asked = questions.then(async () => {
          const heading = vscode.l10n.t('{0} (current ↔ yours)', title);
          await vscode.commands.executeCommand('vscode.diff', before, after, heading, { preview: false });
          return ask(title, change);
        });
        questions = asked.catch(() => undefined);
        const answer = await asked;
        const isSure = answer === 'look' ? await lookCloser(key) : answer === 'apply';
        return isSure && (change.takesFromCurrentUser !== true || (await askAgain(title)));
      } finally {
        looking.delete(key);
        await vscode.window.tabGroups.close(tabsOf(key));
      }
    },

    answer(isSure) {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      if (tab) looking.get(keyOf(tab) ?? '')?.(isSure);
    },

    dispose: () => void disposable.dispose(),
  };
}

/** The consequences of changing far-reaching fields, by field name. */
function consequences(): Readonly<Partial<Record<string, string>>> {
  const { l10n } = vscode;
  return {
    emailDomains: l10n.t('This affects who can join with an email address at these domains.'),
    hostname: l10n.t('Published content moves to another URL, and links to the old one may break.'),
    basename: l10n.t('The site moves to another URL, and links to the old one may break.'),
    proxy: l10n.t('The site moves to another URL, and links to the old one may break.'),
    defaultRole: l10n.t('This affects what members without a role of their own can do.'),
    defaultLevel: l10n.t('This affects what members without a role of their own can do.'),
    sso: l10n.t('This affects how members sign in, and members without SSO may be locked out.'),
    inviteLinks: l10n.t('This affects whether people can join with an invite link.'),
    visibility: l10n.t('This affects who can see it.'),
    condition: l10n.t('This affects which visitors can see it.'),
    spaceId: l10n.t('Visitors see the content of another space.'),
    role: l10n.t('This affects what the member can see and do.'),
    scopes: l10n.t('This affects what the integration can read and change.'),
    secrets: l10n.t('The integration will use different secrets.'),
  };
}

function makesAdministrator({ fields, after }: PlannedChange): boolean {
  if (!fields.some((field) => /^(?:role|defaultRole|defaultLevel)$/.test(field))) return false;
  const { role, defaultRole, defaultLevel } = JSON.parse(after) as Readonly<Partial<Record<string, unknown>>>;
  return [role, defaultRole, defaultLevel].includes('admin');
}

/** The title as users know it. In a document's name, characters that a path can't contain are hyphens. */
function titleIn({ before }: PlannedChange): string | undefined {
  const { title } = JSON.parse(before) as { readonly title?: unknown };
  return typeof title === 'string' && title.trim() !== '' ? titleText(title) : undefined;
}

const changeScheme = 'docs-platform-settings-change';

function tabsOf(key: string): vscode.Tab[] {
  return allTabs().filter((tab) => keyOf(tab) === key);
}

/** The right side of our diff in a tab; undefined if there is none. */
function keyOf({ input }: vscode.Tab): string | undefined {
  if (!(input instanceof vscode.TabInputTextDiff) || input.modified.scheme !== changeScheme) return undefined;
  return input.modified.toString();
}
