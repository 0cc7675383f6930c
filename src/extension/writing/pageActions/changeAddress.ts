import * as vscode from 'vscode';
import { failureOf } from '../../../model/shared/failure.ts';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import type { PageMove } from '../../../model/pages/treeAfterMove.ts';
import type { PageLinks } from '../../../store/content/content.ts';
import type { PageEdit } from '../../../store/editing/edits.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { plural } from '../../ground/words/plural.ts';
import type { Uses } from '../../ground/services/services.ts';
import { say, send, type PageSession, type SessionOrPlan } from '../../ground/sessions/pageSession.ts';
import { areSameFixes, fixingEdits, linksInWords, reviewLinks } from '../../ground/sessions/reviewLinks.ts';
import { brokenByMoves, elsewhereInWords, type BrokenByMoves } from './brokenByMoves.ts';
import { showLinks } from '../../ground/sessions/showLinks.ts';
import { offerUndo } from '../../ground/sessions/undo.ts';
import { undoAddressChange } from './undo.ts';
import { saveBeforeFixing } from './unsentChanges.ts';

/** A page gets another path, which may break links. */
export interface AddressChange {
  readonly node: PageNode;
  /** Undefined if the path stays. */
  readonly move: PageMove | undefined;
  readonly edit: (now: PageTree) => PageEdit;
  /** Rejects with a sentence if someone else has changed the same in the meantime. */
  readonly check: (now: PageNode | undefined, session: PageSession) => void;
  readonly question: (links: number) => string;
  /** The buttons: to change the page if no link can be fixed, to leave links as they are, or to fix them with it. */
  readonly anyway: string;
  readonly without: string;
  readonly together: (links: number) => string;
  /** Asks for it while the diff is shown; `links` is in words. */
  readonly review: (links: string) => string;
  readonly done: (links: string, number: number) => string;
}

/** What the user wants to happen to the links. */
export interface Decision {
  readonly fixes: boolean;
  readonly broken: BrokenByMoves | undefined;
}

/** Asks before links break. Undefined if the user keeps the page as it is. */
export async function decide(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  plan: SessionOrPlan,
  { move, question, anyway, without }: AddressChange,
): Promise<Decision | undefined> {
  if (!move) return { fixes: false, broken: undefined };
  const broken = await brokenByMoves(parts, plan, [move]);
  const { links, pages, elsewhere, sentences, unchecked } = broken;
  if (links + elsewhere.length === 0) return { fixes: false, broken };
  const fix = vscode.l10n.t('Fix Links');
  const show = vscode.l10n.t('Show Links');
  const isFixable = pages.some(({ fixed }) => fixed > 0);
  const left =
    elsewhere.length > 0
      ? vscode.l10n.t('Update links from other spaces yourself once the change request is merged.')
      : undefined;
  for (;;) {
    const answer = await parts.prompts.choose({
      message: question(links + elsewhere.length),
      detail: [...sentences, left, unchecked].filter(Boolean).join('\n'),
      modal: true,
      severity: 'warning',
      actions: [...(isFixable ? [fix, without] : [anyway]), show],
    });
    if (answer !== show) return answer === undefined ? undefined : { fixes: answer === fix, broken };
    if (await showLinks(plan, broken)) return undefined;
  }
}

/** A change that was sent. */
export interface Changed {
  readonly session: PageSession;
  /** Undefined if they can't be read. Then it can't be undone here, either. */
  readonly after: PageTree | undefined;
  readonly undo: (() => Promise<void>) | undefined;
}

/** Sends the change, with fixed links once the user has reviewed them. Undefined if they refuse. */
export async function change(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  plan: SessionOrPlan,
  wanted: AddressChange,
  { fixes, broken }: Decision,
): Promise<Changed | undefined> {
  if (fixes && broken) return changeWithLinks(parts, plan, wanted, broken);
  const session = await begin(plan, wanted);
  const before = await session.pages();
  await send(parts, session, wanted.edit(before));
  return sent(parts, session, wanted, before, []);
}

/** What was sent is a success, even if the pages can't be read afterwards. */
async function sent(
  parts: Uses<'prompts' | 'edge'>,
  session: PageSession,
  { node }: AddressChange,
  before: PageTree,
  fixed: readonly PageLinks[],
): Promise<Changed> {
  const after = await session.pages().catch((error: unknown) => {
    parts.edge.note('docsPlatform.editing.undo', error);
    return undefined;
  });
  return { session, after, undo: after && undoAddressChange(parts, session, node, { before, after }, fixed) };
}

async function changeWithLinks(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  plan: SessionOrPlan,
  wanted: AddressChange,
  found: BrokenByMoves,
): Promise<Changed | undefined> {
  const look = (at: SessionOrPlan) => brokenByMoves(parts, at, wanted.move ? [wanted.move] : [], found.elsewhere);
  const nothing = () => say(vscode.l10n.t('Nothing was changed.'));
  const saved = await saveBeforeFixing(parts, plan, found.pages);
  if (saved === undefined) return void nothing();
  let broken = saved ? await look(plan) : found;
  for (;;) {
    const pages = broken.pages.filter(({ fixed }) => fixed > 0);
    const links = pages.reduce((sum, { fixed }) => sum + fixed, 0);
    const words = { question: wanted.review(linksInWords(pages)), action: wanted.together(links) };
    if (pages.length > 0 && !(await reviewLinks(parts, plan, pages, words))) return void nothing();
    const session = await begin(plan, wanted);
    broken = await look(session);
    if (broken.links === 0 && broken.unchecked !== undefined) throw new Error(broken.unchecked);
    const fresh = broken.pages.filter(({ fixed }) => fixed > 0);
    const before = await session.pages();
    const edits = [wanted.edit(before), ...fixingEdits(fresh)];
    if (areSameFixes(fresh, pages) && (await isSent(parts, session, edits))) {
      const changed = await sent(parts, session, wanted, before, fresh);
      report(parts, changed, wanted, broken);
      return changed;
    }
    await session.content.refresh(session.space, session.number);
    broken = await look(session);
    void showInformation(
      vscode.l10n.t('Someone else changed pages with these links in #{0}. Review the links again.', session.number),
    );
  }
}

/** The change request at its newest revision, unless someone else has changed the same. */
async function begin(plan: SessionOrPlan, { node, check }: AddressChange): Promise<PageSession> {
  const session = await plan.begin();
  await session.content.refresh(session.space, session.number);
  check((await session.pages()).byId.get(node.id), session);
  return session;
}

/** False if someone else changed a page with links just now: then nothing was sent. */
async function isSent(
  parts: Uses<'prompts' | 'edge'>,
  session: PageSession,
  edits: readonly PageEdit[],
): Promise<boolean> {
  try {
    await send(parts, session, ...edits);
    return true;
  } catch (error) {
    if (failureOf(error)?.reason.code === 'changedOnServer') return false;
    throw error;
  }
}

/** Says what was fixed, and what can't be fixed here. */
function report(
  parts: Uses<'prompts' | 'edge'>,
  { session, undo }: Changed,
  { done }: AddressChange,
  broken: BrokenByMoves,
): void {
  const { pages, elsewhere, links, unchecked } = broken;
  const left = pages.filter((page) => page.fixed < page.links);
  const fixed = pages.filter((page) => page.fixed > 0);
  const sentences = [
    done(linksInWords(fixed), session.number),
    left.length > 0
      ? plural(
          vscode.l10n.t("{0} link couldn't be fixed.|{0} links couldn't be fixed."),
          links - pages.reduce((sum, page) => sum + page.fixed, 0),
        )
      : undefined,
    elsewhere.length > 0 ? elsewhereInWords(elsewhere) : undefined,
    unchecked,
  ].filter((sentence) => sentence !== undefined);
  const show = { action: vscode.l10n.t('Show Links'), run: () => showLinks(session, { pages: left, elsewhere }) };
  offerUndo(parts, sentences.join(' '), { undo, other: left.length + elsewhere.length > 0 ? show : undefined });
}
