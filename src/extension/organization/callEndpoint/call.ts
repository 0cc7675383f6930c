import * as vscode from 'vscode';
import type { EndpointCalls, EndpointReply, EndpointRequest, EndpointSummary } from '../../../client/endpointCalls.ts';
import { mayHaveHappened } from '../../../model/shared/failure.ts';
import { parseRequest, requestText } from '../../../model/shared/requestDocument.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { showInformation, showProgress, showStatus } from '../../ground/messages/show.ts';
import type { CallEndpointContext } from './context.ts';
import { idsAtHand } from './idsAtHand.ts';
import { endpointOf } from './requestFiles.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/**
 * Asks for an endpoint and opens a request to it as a JSON document. The path parameters come from the current
 * selection.
 */
export async function writeRequest(parts: CallEndpointContext, given: unknown): Promise<void> {
  const { account, calls } = await callsOf(parts);
  const chosen = await choose(calls.all());
  if (!chosen) return;
  const known = await idsAtHand(parts, account, given);
  const request = calls.draftOf(chosen.id, known);
  const content = requestText(chosen, { schema: String(schemaUri(chosen.id)), request });
  const uri = (await parts.files()).add(chosen.id, content, account.key);
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** Sends the open request, after a question if it writes, and shows the response next to it. */
export async function sendRequest(parts: CallEndpointContext): Promise<void> {
  const open = openRequest();
  if (!open) return sayNone();
  const { account, calls } = await callsOf(parts);
  const endpoint = calls.all().find(({ id }) => id === open.id);
  const curl = calls.curlOf(open.id, open.request);
  if (endpoint && endpoint.method !== 'GET' && !(await confirm(parts, account, endpoint, open.request))) return;
  const outcome = await showProgress(
    { location: vscode.ProgressLocation.Notification, title: open.id, cancellable: true },
    (_, token) => outcomeOf(calls, open, token),
  );
  const shown = { request: curl, ...outcome };
  const uri = vscode.Uri.from({ scheme, path: `/replies/${++replyNumber}/${open.id}.reply.json` });
  replies.set(uri.path, `${JSON.stringify(shown, undefined, 2)}\n`);
  if (replies.size > 20) replies.delete(replies.keys().next().value ?? '');
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, 'json');
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

export async function copyAsCurl(parts: CallEndpointContext): Promise<void> {
  const open = openRequest();
  if (!open) return sayNone();
  const { calls } = await callsOf(parts);
  await vscode.env.clipboard.writeText(calls.curlOf(open.id, open.request));
  showStatus(vscode.l10n.t('Copied as cURL, with $TOKEN in place of your token.'), 5000);
}

/** The content of our documents: the schema of an endpoint, and the last responses. */
export async function contentOf(parts: CallEndpointContext, uri: vscode.Uri): Promise<string> {
  const reply = replies.get(uri.path);
  if (reply !== undefined) return reply;
  const id = /^\/schemas\/(.+)\.json$/.exec(uri.path)?.[1];
  if (id === undefined) return `${vscode.l10n.t('This response is no longer available. Send the request again.')}\n`;
  return JSON.stringify((await callsOf(parts)).calls.schemaOf(id));
}

const scheme = 'docs-platform-endpoint';
const replies = new Map<string, string>();
let replyNumber = 0;

function schemaUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/schemas/${id}.json` });
}

async function callsOf({ accounts, stores }: CallEndpointContext): Promise<{ account: Account; calls: EndpointCalls }> {
  const account = accounts.active;
  if (!account) throw new Error(vscode.l10n.t('Sign in or open the sample workspace first.'));
  return { account, calls: await stores(account).endpointCalls() };
}

async function choose(all: readonly EndpointSummary[]): Promise<EndpointSummary | undefined> {
  const items = all.map((endpoint) => ({
    label: `${endpoint.method} ${endpoint.path}`,
    description: [endpoint.id, ...remarksOn(endpoint)].join(' · '),
    detail: titleOf(endpoint),
    endpoint,
  }));
  const options = { title: vscode.l10n.t('Call API Endpoint'), matchOnDescription: true, matchOnDetail: true };
  return (await showQuickPick(items, options))?.endpoint;
}

/** Turns `changeRequestComments.list` into `List change request comments`, which is what people search for. */
function titleOf({ id }: EndpointSummary): string {
  const [group = '', name = ''] = id.split('.').map((part) => part.replace(/[A-Z]/g, (letter) => ` ${letter}`));
  const title = `${name} ${group}`.toLowerCase();
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function remarksOn({ isOptional, deprecated }: EndpointSummary): string[] {
  return [
    ...(isOptional ? [vscode.l10n.t('not on every server')] : []),
    ...(deprecated
      ? [
          deprecated.successor === undefined
            ? vscode.l10n.t('deprecated')
            : vscode.l10n.t('deprecated: use {0}', deprecated.successor),
        ]
      : []),
  ];
}

interface OpenRequest {
  readonly id: string;
  readonly request: EndpointRequest;
}

/** Throws a readable error when the document is not a request. */
function openRequest(): OpenRequest | undefined {
  const document = vscode.window.activeTextEditor?.document;
  const id = document && endpointOf(document.uri);
  return id === undefined ? undefined : { id, request: parseRequest(document?.getText() ?? '') };
}

async function sayNone(): Promise<void> {
  await showInformation(vscode.l10n.t('Open a request first: run Call API Endpoint.'));
}

async function confirm(
  { prompts }: CallEndpointContext,
  account: Account,
  { method, path }: EndpointSummary,
  request: EndpointRequest,
): Promise<boolean> {
  const send = vscode.l10n.t('Send');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => request.path?.[name] ?? `{${name}}`);
  const message = vscode.l10n.t('Send {0} {1} as {2}?', method, filled, account.label);
  const detail = vscode.l10n.t('This changes content on the server and may be irreversible.');
  const actions = [send] as const;
  return (await prompts.choose({ message, detail, modal: true, severity: 'warning', actions })) === send;
}

/** The content of the response document. It has neither status nor size if the server didn't respond. */
interface Outcome {
  readonly status?: string;
  readonly time: string;
  readonly size?: string;
  readonly reply?: unknown;
  readonly error?: string;
  readonly note?: string;
}

async function outcomeOf(
  calls: EndpointCalls,
  { id, request }: OpenRequest,
  token: vscode.CancellationToken,
): Promise<Outcome> {
  const cancel = new AbortController();
  const listening = token.onCancellationRequested(() => cancel.abort());
  const started = performance.now();
  let received: EndpointReply | undefined;
  const facts = (): Pick<Outcome, 'status' | 'time' | 'size'> => ({
    ...(received && { status: received.status }),
    time: `${Math.round(performance.now() - started)} ms`,
    ...(received && { size: `${received.size.toLocaleString('en')} bytes` }),
  });
  try {
    const onReply = (reply: EndpointReply): void => void (received = reply);
    const reply = await calls.call(id, request, { signal: cancel.signal, onReply });
    return { ...facts(), reply: reply ?? null };
  } catch (error) {
    // This also applies to a cancelled request: it may already have been sent.
    const note = vscode.l10n.t(
      'The request may still have taken effect. Check the content on the server before you send it again.',
    );
    const isOutcomeUnknown = mayHaveHappened(error);
    return { ...facts(), error: sentenceOf(error), ...(isOutcomeUnknown && { note }) };
  } finally {
    listening.dispose();
  }
}
