import * as vscode from 'vscode';
import type { Way } from '../../client/network/trace.ts';
import { showInformation } from '../ground/messages/show.ts';
import { wayOf } from '../ground/services/network.ts';
import type { Uses } from '../ground/services/services.ts';
import { requestTable } from './recentRequests.ts';

type Parts = Uses<'accounts' | 'reachability' | 'globalState' | 'recentRequests'>;

/** Copies what a bug report needs, as Markdown. */
export async function copyDiagnostics(parts: Parts): Promise<void> {
  await vscode.env.clipboard.writeText(await diagnosticsOf(parts));
  void showInformation(
    vscode.l10n.t(
      'Copied diagnostics. They contain no tokens, addresses, names, or content. Paste them into your report.',
    ),
  );
}

/**
 * Contains no token, address, name or content: accounts are counted, settings are named without their values, and
 * endpoints are templates. It is always in English, because those who read bug reports may not speak the user's
 * language.
 */
async function diagnosticsOf({ accounts, reachability, globalState, recentRequests }: Parts): Promise<string> {
  const rows: readonly (readonly [string, string])[] = [
    ['Extension', extensionVersion()],
    ['VS Code', `${vscode.version} (${kindOfHost()})`],
    ['Node', process.versions.node],
    ['Operating system', `${process.platform} ${process.arch}`],
    ['Language', vscode.env.language],
    ['Workspace', vscode.workspace.isTrusted ? 'trusted' : 'restricted'],
    ['Network settings', networkSettings().join(', ') || 'none'],
    ...accounts.all().map((account, index): readonly [string, string] => {
      const facts = [
        account.kind === 'sample' ? 'sample workspace' : 'server',
        ...(account.key === accounts.active?.key ? ['active'] : []),
        ...(reachability.unreachable(account.key) ? ['unreachable'] : []),
        ...wayInWords(wayOf(globalState, account.key)?.way),
        ...missingEndpoints(globalState.get(`lacking/${account.key}`)),
      ];
      return [`Account ${index + 1}`, facts.join(', ')];
    }),
  ];
  const lines = rows.map(([name, value]) => `| ${name} | ${value} |`);
  const facts = ['| Docs Platform | |', '| --- | --- |', ...lines, ''].join('\n');
  return `${facts}\n${await requestsIn(recentRequests)}`;
}

/** A part of the extension that can't be loaded is what may have to be reported. */
async function requestsIn(recentRequests: Parts['recentRequests']): Promise<string> {
  try {
    return requestTable(await recentRequests());
  } catch {
    return 'The recent requests are not available.\n';
  }
}

function wayInWords(way: Way | undefined): string[] {
  if (way === undefined) return [];
  return [way === 'vscode' ? 'reached through VS Code' : 'reached directly'];
}

function extensionVersion(): string {
  const extension = vscode.extensions.getExtension('docs-platform.docs-platform');
  return (extension?.packageJSON as { readonly version: string } | undefined)?.version ?? 'unknown';
}

function kindOfHost(): string {
  const { uiKind, remoteName } = vscode.env;
  const where = uiKind === vscode.UIKind.Web ? 'web' : 'desktop';
  if (remoteName === undefined) return where;
  // A VS Code served by its own host has the host's address as its remote name.
  return `${where}, remote: ${/^[a-z-]+$/.test(remoteName) ? remoteName : 'other'}`;
}

/** Names of the settings and environment variables that change how servers are reached. */
function networkSettings(): string[] {
  const settings = [
    ...['proxy', 'proxySupport', 'noProxy', 'proxyStrictSSL', 'proxyAuthorization', 'systemCertificates'],
    ...['systemCertificatesNode', 'fetchAdditionalSupport', 'useLocalProxyConfiguration'],
  ];
  const http = vscode.workspace.getConfiguration('http');
  const choice = vscode.workspace.getConfiguration('docsPlatform').inspect('network')?.globalValue;
  const variables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];
  return [
    ...(choice === 'vscode' || choice === 'direct' ? [`docsPlatform.network: ${choice}`] : []),
    ...settings.filter((name) => http.inspect(name)?.globalValue !== undefined).map((name) => `http.${name}`),
    ...variables.filter((name) => process.env[name] ?? process.env[name.toLowerCase()]),
  ];
}

/** Endpoints that the server turned out to lack, as templates such as `GET /v1/spaces/{spaceId}/comments`. */
function missingEndpoints(stored: unknown): string[] {
  const names = Object.keys(stored ?? {}).filter((name) => /^[A-Z]+ \/[a-zA-Z0-9/{}_-]*$/.test(name));
  return names.length === 0 ? [] : [`lacks ${names.map((name) => `\`${name}\``).join(', ')}`];
}
