import * as vscode from 'vscode';
import { OvertakenError, SettingsTextError } from '../../../model/settings/errors.ts';
import { placeOfRefusal } from '../../../model/settings/placeOfRefusal.ts';
import { reasonFor } from '../../../model/shared/failure.ts';
import type { Reason } from '../../../model/shared/reasons.ts';
import { violationInWords } from '../../ground/words/violation.ts';
import type { PlannedChange } from '../../../store/settings/documents.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { failedSave } from '../../ground/messages/fileSystem.ts';
import { showError, showStatus } from '../../ground/messages/show.ts';
import type { Confirmation } from './confirmation.ts';
import type {
  Done,
  OpenSettings,
  OpenSettingsDocuments,
  SettingsFilesContext,
  SettingsSource,
} from './openSettings.ts';

export interface ApplySettings {
  /**
   * Called before a save. Resolves to true if the document should be saved now; otherwise the user has seen the
   * reason.
   */
  beforeSave(document: vscode.TextDocument): Promise<boolean>;
  /**
   * Called in a save that VS Code runs without `beforeSave`, such as Save All. Rejects with an error for VS Code to
   * show.
   */
  inSave(settings: OpenSettings, source: SettingsSource, text: string): Promise<Done>;
}

/** Applies settings, with a question if they reach far. Refused settings are marked in the document. */
export function createApplySettings(
  { edge, problems }: Pick<SettingsFilesContext, 'edge' | 'problems'>,
  open: OpenSettingsDocuments,
  confirmation: Confirmation,
): ApplySettings {
  async function beforeSave(document: vscode.TextDocument): Promise<boolean> {
    const settings = open.at(document.uri);
    const text = document.getText();
    if (settings.applying === text) {
      showStatus(vscode.l10n.t('These changes are already being applied.'), 5000);
      return false;
    }
    settings.applying = text;
    try {
      const source = await open.sourceOf(document.uri);
      const isToBeSaved = await (isUpToDate(settings, source)
        ? apply(settings, source, text)
        : approve(settings, source, text));
      if (!isToBeSaved) showStatus(vscode.l10n.t('Nothing was applied. Your changes are still in the editor.'), 5000);
      return isToBeSaved;
    } catch (error) {
      edge.note(`Applying ${document.uri.path}`, error);
      // VS Code's own dialog reports it.
      if (error instanceof OvertakenError) return true;
      mark(document.uri, error, text);
      const message = vscode.l10n.t("Couldn't apply settings: {0}", refusalOf(error));
      void showError(message);
      return false;
    } finally {
      if (settings.applying === text) settings.applying = undefined;
    }
  }

  async function apply(settings: OpenSettings, { address, documents }: SettingsSource, text: string): Promise<boolean> {
    const outcome = await documents.apply(address, text, async (change) => confirmation.confirm(address.title, change));
    if (outcome.outcome === 'declined') return false;
    settings.applied = { text, outcome };
    return true;
  }

  /** Used if VS Code has to compare first: the save itself then reports problems. */
  async function approve(settings: OpenSettings, { address, documents }: SettingsSource, text: string) {
    const change = await documents.plannedChange(address, text).catch((error: unknown) => {
      edge.note(`Comparing ${settings.uri.path}`, error);
      return undefined;
    });
    if (!change) return true;
    if (!(await confirmation.confirm(address.title, change))) return false;
    settings.approved = change;
    return true;
  }

  async function inSave(settings: OpenSettings, { address, documents }: SettingsSource, text: string): Promise<Done> {
    const confirm = async (change: PlannedChange) =>
      isApproved(settings, change) || confirmation.confirm(address.title, change);
    const outcome = await documents.apply(address, text, confirm).catch((error: unknown) => {
      edge.note(`Applying ${settings.uri.path}`, error);
      mark(settings.uri, error, text);
      throw notApplied(refusalOf(error));
    });
    if (outcome.outcome !== 'declined') return outcome;
    throw notApplied(vscode.l10n.t("You haven't confirmed the changes. They are still in the editor."));
  }

  /** VS Code's own language service marks text that isn't JSON. */
  function mark(uri: vscode.Uri, error: unknown, text: string): void {
    if (isBroken(error)) return;
    const { start, end } = placeOfRefusal(namedBy(error), text);
    const range = new vscode.Range(positionAt(text, start), positionAt(text, end));
    const problem = new vscode.Diagnostic(range, refusalOf(error), vscode.DiagnosticSeverity.Error);
    problem.source = vscode.l10n.t('Docs Platform');
    problems.set(uri, [problem]);
  }

  return { beforeSave, inSave };
}

/**
 * Whether the editor's text is based on the platform's last known text. Otherwise VS Code itself asks when it saves.
 */
function isUpToDate({ given }: OpenSettings, { address, documents }: SettingsSource): boolean {
  const known = documents.cached(address);
  return known !== undefined && known.size === given?.size;
}

/** An approval counts once: the next save asks again. */
function isApproved(settings: OpenSettings, { before, after }: PlannedChange): boolean {
  const { approved } = settings;
  settings.approved = undefined;
  return approved?.before === before && approved.after === after;
}

/** Without “Nothing was sent”, since it says that the settings weren't applied. */
function refusalOf(error: unknown): string {
  const reason = reasonFor(error);
  return reason.code === 'notSent' ? `${violationInWords(reason.violation)}.` : sentenceOf(error);
}

/** The field that an error names; or the words of the server, which may name one. */
function namedBy(error: unknown): string {
  return fieldIn(reasonFor(error));
}

function fieldIn(reason: Reason): string {
  if (reason.code === 'notSent') return reason.violation.field ?? '';
  if ('field' in reason) return reason.field;
  if ('words' in reason && reason.words) return reason.words;
  return 'cause' in reason ? fieldIn(reason.cause) : '';
}

/** Whether the text is no JSON at all. */
function isBroken(error: unknown): boolean {
  return error instanceof SettingsTextError && error.cause !== undefined;
}

function positionAt(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset).split('\n');
  return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
}

export function notApplied(message: string): Error {
  return failedSave(vscode.l10n.t('Not applied'), message);
}
