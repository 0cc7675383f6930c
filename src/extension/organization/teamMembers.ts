import * as vscode from 'vscode';
import { mostPeople, pastedPeople } from '../../model/organizations/pastedMembers.ts';
import { isKind } from '../../model/shared/failure.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { TeamChange, TeamPerson } from '../../store/organizations/organizations.ts';
import { showProgress } from '../ground/messages/show.ts';
import { pickValue } from '../ground/prompts/pickValue.ts';
import type { OrganizationRow } from './rows.ts';
import {
  changedSince,
  confirm,
  confirmTwice,
  memberEntry,
  membersLike,
  mention,
  offerUndo,
  say,
  shown,
  type PickedTeam,
} from './picking.ts';
import { pickTeam } from './teamCommands.ts';
import { nameOf } from './words.ts';
import type { Uses } from '../ground/services/services.ts';
import { plural } from '../ground/words/plural.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

type TeamRole = 'owner' | 'member';

/** Adds people whom the user picks, types or has on the clipboard, all in one request. */
export async function addToTeam(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: OrganizationRow | undefined,
): Promise<void> {
  const picked = await pickTeam(parts, row, vscode.l10n.t('Select a team to add members to'));
  if (!picked) return;
  const role = await pickTeamRole(vscode.l10n.t('Select a role in “{0}”', titleOf(picked)));
  if (!role) return;
  const sent = await changePeople(parts, picked, {
    title: vscode.l10n.t('Add to “{0}”', titleOf(picked)),
    candidates: () => candidatesFor(parts, picked),
    nobody: vscode.l10n.t('All matching members are already in “{0}”.', titleOf(picked)),
    change: (add) => ({ add: [...add], role }),
    isSure: async (_, who) => role === 'owner' || sureToDemote(parts, picked, who),
  });
  if (!sent) return;
  const done = vscode.l10n.t('Added {0} to “{1}”.', countInWords(sent.who.length), titleOf(picked));
  const demoted = role === 'owner' ? [] : sent.before.filter(({ team }) => team?.role === 'owner');
  await reportPeople(parts, picked, sent, { done, losing: demoted, isAdded: true });
}

/** Removes the row's member, else several at once. */
export async function removeFromTeam(
  parts: Uses<'prompts' | 'stores'>,
  picked: PickedTeam,
  member: TeamPerson | undefined,
): Promise<void> {
  const { organizations, at } = picked;
  const title = titleOf(picked);
  const action = vscode.l10n.t('Remove');
  const detail = vscode.l10n.t('They stay in the organization.');
  if (member) {
    const message = vscode.l10n.t('Remove “{0}” from the team “{1}”?', nameOf(member.organization), title);
    const isSure = (await isCurrentUser(parts, picked, member))
      ? await confirmCurrentUser(parts, vscode.l10n.t('Remove yourself from the team “{0}”?', title), action, title)
      : await confirm(parts, { message, detail, action });
    if (!isSure) return;
    await organizations.removeFromTeam(at, member.id);
    const done = vscode.l10n.t('Removed “{0}” from the team “{1}”.', nameOf(member.organization), title);
    const before = [member];
    await reportPeople(parts, picked, { who: [member.id], before }, { done, losing: before, isAdded: false });
    return;
  }
  const sent = await changePeople(parts, picked, {
    title: vscode.l10n.t('Remove from “{0}”', title),
    candidates: async () => (await organizations.teamMembers(at).all()).map(({ organization }) => organization),
    nobody: vscode.l10n.t('“{0}” has no members yet.', title),
    change: (remove) => ({ remove: [...remove] }),
    isSure: async (people, who) => {
      const question = {
        message: vscode.l10n.t('Remove {0} from the team “{1}”?', countInWords(people.length), title),
        detail: `${people.slice(0, 10).join('\n')}${people.length > 10 ? '\n…' : ''}\n\n${detail}`,
        action,
      };
      const isCurrentUser = (await namedIn(parts, picked, who)).some((person) => person.isCurrentUser);
      if (!isCurrentUser) return confirm(parts, question);
      return confirmTwice(parts, { ...question, again: reallyCurrentUser(title) });
    },
  });
  if (!sent) return;
  const done = vscode.l10n.t('Removed {0} from “{1}”.', countInWords(sent.who.length), title);
  await reportPeople(parts, picked, sent, { done, losing: sent.before, isAdded: false });
}

export async function changeTeamRole(
  parts: Uses<'prompts' | 'stores'>,
  picked: PickedTeam,
  person: TeamPerson,
): Promise<void> {
  const { organizations, at } = picked;
  const role = await pickTeamRole(
    vscode.l10n.t('Role of “{0}” in “{1}”', nameOf(person.organization), titleOf(picked)),
    person.team?.role ?? undefined,
  );
  if (!role || role === person.team?.role) return;
  const isOwn = await mayBeCurrentUser(parts, picked, person);
  if (role === 'member' && isOwn && !(await sureToDemote(parts, picked, [person.id]))) return;
  await organizations.putInTeam(at, person.id, role);
  const [name, title] = [nameOf(person.organization), titleOf(picked)];
  const done =
    role === 'owner'
      ? vscode.l10n.t('“{0}” is now an owner of the team “{1}”.', name, title)
      : vscode.l10n.t('“{0}” is no longer an owner of the team “{1}”, but still a member.', name, title);
  // Who is no longer an owner may not change it back.
  if (isOwn) return mention(done);
  const before = role === 'owner' ? 'member' : 'owner';
  await offerUndo(parts, done, async () => {
    const people = organizations.teamMembers(at);
    await people.refresh();
    const present = (await people.all()).find(({ id }) => id === person.id)?.team;
    if (present && (present.role === 'owner') === (role === 'owner'))
      return organizations.putInTeam(at, person.id, before);
    return say(changedSince(name));
  });
}

/** People whose membership was changed. */
interface SentPeople {
  /** As they were sent: by email address or id. */
  readonly who: readonly string[];
  /** Those of them who were in the team. */
  readonly before: readonly TeamPerson[];
}

/** Says what changed, and offers to undo it unless the user may have lost the right to. */
async function reportPeople(
  parts: Uses<'prompts' | 'stores'>,
  picked: PickedTeam,
  { who, before }: SentPeople,
  {
    done,
    losing,
    isAdded,
  }: { readonly done: string; readonly losing: readonly TeamPerson[]; readonly isAdded: boolean },
): Promise<void> {
  const { organizations, at } = picked;
  for (const person of losing) if (await mayBeCurrentUser(parts, picked, person)) return mention(done);
  const known = new Set(before.flatMap(namesOf));
  const added = isAdded ? who.filter((one) => !known.has(one.toLowerCase())) : [];
  const withRole = (role: TeamRole) => before.filter(({ team }) => (team?.role === 'owner') === (role === 'owner'));
  await offerUndo(parts, done, async () => {
    if (added.length > 0) await organizations.changeTeam(at, { remove: added });
    for (const role of ['owner', 'member'] as const) {
      const ids = withRole(role).map(({ id }) => id);
      if (ids.length > 0) await organizations.changeTeam(at, { add: ids, role });
    }
  });
}

/** The names under which a person can be sent, in lower case. */
function namesOf({ id, organization }: TeamPerson): string[] {
  return [id, organization.user?.email ?? id].map((name) => name.toLowerCase());
}

/** Asks twice before the user removes their own permissions. */
async function confirmCurrentUser(
  parts: Uses<'prompts'>,
  message: string,
  action: string,
  title: string,
): Promise<boolean> {
  const detail = vscode.l10n.t('You may not be able to change it back: only team owners and administrators can.');
  return confirmTwice(parts, { message, detail, action, again: reallyCurrentUser(title) });
}

function reallyCurrentUser(title: string): string {
  return vscode.l10n.t('Remove your own permissions in “{0}”?', title);
}

async function isCurrentUser(
  { stores }: Uses<'stores'>,
  { account }: PickedTeam,
  { id }: TeamPerson,
): Promise<boolean> {
  return id === (await (await stores(account).currentUser()).load());
}

/** Also true if the server doesn't report the current user. */
async function mayBeCurrentUser(
  { stores }: Uses<'stores'>,
  { account }: PickedTeam,
  { id }: TeamPerson,
): Promise<boolean> {
  const currentUserId = await (await stores(account).currentUser()).load();
  return currentUserId === undefined || currentUserId === id;
}

/** Adding a current owner as a plain member demotes them, so the user is asked first. */
async function sureToDemote(
  parts: Uses<'prompts' | 'stores'>,
  picked: PickedTeam,
  who: readonly string[],
): Promise<boolean> {
  const owners = (await namedIn(parts, picked, who)).filter(({ person }) => person.team?.role === 'owner');
  if (owners.length === 0) return true;
  const title = titleOf(picked);
  if (owners.some(({ isCurrentUser }) => isCurrentUser)) {
    const message = vscode.l10n.t('Change your own role in the team “{0}” to Member?', title);
    return confirmCurrentUser(parts, message, vscode.l10n.t('Change Your Role'), title);
  }
  return confirm(parts, {
    message: vscode.l10n.t('Change owners of the team “{0}” to members?', title),
    detail: someOf(owners.map(({ person }) => nameOf(person.organization))),
    action: vscode.l10n.t('Change to Member'),
  });
}

/** The members of the team that are named by email address or id. */
async function namedIn(
  { stores }: Uses<'stores'>,
  { organizations, at, account }: PickedTeam,
  who: readonly string[],
): Promise<readonly { readonly person: TeamPerson; readonly isCurrentUser: boolean }[]> {
  const currentUserId = await (await stores(account).currentUser()).load();
  const named = new Set(who.map((one) => one.toLowerCase()));
  return (await organizations.teamMembers(at).all())
    .filter((person) => namesOf(person).some((name) => named.has(name)))
    .map((person) => ({ person, isCurrentUser: person.id === currentUserId }));
}

async function pickTeamRole(title: string, present?: string): Promise<TeamRole | undefined> {
  const items = [
    { label: vscode.l10n.t('Member'), role: 'member' as const },
    {
      label: vscode.l10n.t('Owner'),
      role: 'owner' as const,
      detail: vscode.l10n.t('Owners can manage the members of the team'),
    },
  ];
  return (await pickValue(items, ({ role }) => role === present, { title }))?.role;
}

interface MembersAction {
  readonly title: string;
  /** Undefined if the user dismisses the question. */
  candidates(): Promise<readonly TeamPerson['organization'][] | undefined>;
  /** The message when there is nobody to choose. */
  readonly nobody: string;
  change(people: readonly string[]): TeamChange;
  /** `people` as the user knows them, `who` as they are sent. */
  isSure(people: readonly string[], who: readonly string[]): Promise<boolean>;
}

/** Undefined if nothing was changed. */
async function changePeople(
  parts: Uses<'prompts' | 'stores'>,
  picked: PickedTeam,
  action: MembersAction,
): Promise<SentPeople | undefined> {
  const { organizations, at } = picked;
  let sent: SentPeople | undefined;
  const copied = pastedPeople(await vscode.env.clipboard.readText());
  const ways = [
    { label: vscode.l10n.t('$(person) Choose from Members…'), way: 'choose' as const },
    { label: vscode.l10n.t('$(edit) Enter Email Addresses or IDs…'), way: 'type' as const },
    ...(copied.people.some((person) => person.includes('@'))
      ? [
          {
            label: vscode.l10n.t('$(clippy) Paste from Clipboard'),
            description: countInWords(copied.people.length),
            way: 'paste' as const,
          },
        ]
      : []),
  ];
  const chosen = await showQuickPick(ways, { title: action.title });
  switch (chosen?.way) {
    case undefined:
      break;
    case 'choose': {
      const items = (await action.candidates())?.map((member) => shown({ ...memberEntry(member), value: member.id }));
      if (!items) break;
      if (items.length === 0) {
        await say(action.nobody);
        break;
      }
      const title = action.title;
      const taken = await showQuickPick(items, { title, canPickMany: true, matchOnDetail: true });
      if (taken?.length) await sendChosen(taken);
      break;
    }
    case 'paste':
      await sendCopied();
      break;
    case 'type':
      await typePeople();
  }
  return sent;

  async function sendChosen(taken: readonly { readonly label: string; readonly value: string }[]): Promise<void> {
    if (
      !(await action.isSure(
        taken.map(({ label }) => label),
        taken.map(({ value }) => value),
      ))
    )
      return;
    await send(taken.map(({ value }) => value));
  }

  async function send(who: readonly string[]): Promise<void> {
    const before = (await namedIn(parts, picked, who)).map(({ person }) => person);
    await organizations.changeTeam(at, action.change(who));
    sent = { who, before };
  }

  /** The copied list stays on the clipboard, whatever the result is. */
  async function sendCopied(): Promise<void> {
    const problem = problemIn(copied.people, []);
    if (problem !== undefined) throw new Error(problem);
    if (copied.wrong.length > 0 && !(await sureToLeaveOut(wrongInWords(copied.wrong), copied.people))) return;
    if (!(await action.isSure(copied.people, copied.people))) return;
    const nonMembers = await sendAll(copied.people);
    if (nonMembers.length === 0) return;
    const others = copied.people.filter((person) => !nonMembers.includes(person));
    if (!(await sureToLeaveOut(nonMembersInWords(nonMembers), others))) return;
    const still = await sendAll(others);
    if (still.length > 0) throw new Error(nonMembersInWords(still));
  }

  async function sureToLeaveOut(message: string, others: readonly string[]): Promise<boolean> {
    const leaveOut = vscode.l10n.t('Skip Them');
    const answer = await parts.prompts.choose({
      modal: true,
      severity: 'warning',
      message,
      detail:
        others.length > 0
          ? vscode.l10n.t('Nothing has changed yet. Without them, the list has {0}.', countInWords(others.length))
          : vscode.l10n.t('Nothing was changed: no one on the list is a member.'),
      actions: others.length > 0 ? [leaveOut] : [],
    });
    return answer === leaveOut;
  }

  /** The input box with the list stays open until the platform has accepted everyone. */
  async function typePeople(): Promise<void> {
    await parts.prompts.ask({
      title: action.title,
      prompt: vscode.l10n.t('Email addresses or user IDs, separated by commas or spaces (up to {0})', mostPeople),
      placeholder: 'ada@example.com, bo@example.com',
      isAction: true,
      async accept(text) {
        const { people, wrong } = pastedPeople(text);
        const problem = problemIn(people, wrong);
        if (problem !== undefined) return { problem };
        if (!(await action.isSure(people, people))) return { problem: vscode.l10n.t('Nothing was changed.') };
        const nonMembers = await sendAll(people);
        return nonMembers.length === 0 ? { value: true } : { problem: nonMembersInWords(nonMembers) };
      },
    });
  }

  /** Returns the people who aren't members of the organization. If there are any, nobody was added. */
  async function sendAll(people: readonly string[]): Promise<readonly string[]> {
    const progress = { location: vscode.ProgressLocation.Window, title: action.title };
    return showProgress(progress, async () => {
      try {
        await send(people);
      } catch (error) {
        if (!isKind(error, 'invalid')) throw error;
        const nonMembers = await organizations.nonMembersAmong(at.organizationId, people);
        if (nonMembers.length === 0) throw error;
        return nonMembers;
      }
      return [];
    });
  }
}

/** All members of the organization who aren't in the team yet. */
async function candidatesFor(
  parts: Uses<'prompts'>,
  picked: PickedTeam,
): Promise<readonly TeamPerson['organization'][] | undefined> {
  const { organizations, at } = picked;
  const found = await membersLike(parts, picked, vscode.l10n.t('Add to “{0}”', titleOf(picked)));
  if (!found) return undefined;
  const [members, inTeam] = await Promise.all([found.all(), organizations.teamMembers(at).all()]);
  const ids = new Set(inTeam.map(({ id }) => id));
  return members.filter(({ id }) => !ids.has(id));
}

function problemIn(people: readonly string[], wrong: readonly string[]): string | undefined {
  if (wrong.length > 0) return vscode.l10n.t('{0}. Correct or remove it.', wrongInWords(wrong));
  if (people.length === 0) return vscode.l10n.t('Enter at least one email address or ID.');
  if (people.length <= mostPeople) return undefined;
  return plural(
    vscode.l10n.t('You entered {0}, but at most {1} are allowed at once. Add them in several steps.'),
    people.length,
    mostPeople,
  );
}

function wrongInWords(wrong: readonly string[]): string {
  return vscode.l10n.t('Not an email address or ID: {0}', someOf(wrong));
}

function nonMembersInWords(nonMembers: readonly string[]): string {
  return vscode.l10n.t('Not members of the organization: {0}', someOf(nonMembers));
}

function someOf(people: readonly string[]): string {
  const some = people
    .slice(0, 5)
    .map((person) => titleText(person))
    .join(', ');
  return people.length > 5 ? plural(vscode.l10n.t('{1} and {0} more'), people.length - 5, some) : some;
}

function countInWords(count: number): string {
  return plural(vscode.l10n.t('{0} person|{0} people'), count);
}

function titleOf({ team }: PickedTeam): string {
  return titleText(team.title, team.id);
}
