import path from 'node:path';
import * as vscode from 'vscode';
import { listen } from '../../src/server/listen.ts';
import type { LocalPlatform, LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import { noteRequest } from './calledEndpoints.ts';
import { openSamplePlatform } from '../server/samplePlatform.ts';

type Handle = LocalPlatform['handle'];

/** The sample workspace over HTTP, in memory, on a free port of this computer. */
export interface ServedPlatform extends Pick<LocalPlatform, 'token' | 'tokenOf' | 'edit'> {
  readonly address: string;
  /** `METHOD /path` of the requests since the last call, without the daily visit, which is recorded automatically. */
  taken(): string[];
  /** How often a visit of an organization was recorded. */
  signsOfLife(): number;
  /** Answers instead of the platform, which it may call itself; undefined removes it. */
  instead: ((request: Request, platform: Handle) => Promise<Response> | Response) | undefined;
  /** Sends a request without the extension, as the first user or another one. */
  call(method: string, path: string, body?: object, by?: string): Promise<Response>;
  /** Stops the server; `comeBack` starts it again at the same address with the same data. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export async function servePlatform(options: Partial<LocalPlatformOptions> = {}): Promise<ServedPlatform> {
  const platform = openSamplePlatform({ sampleFolder, ...options });
  const requests: string[] = [];
  let signsOfLife = 0;
  const handle: Handle = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/ping')) signsOfLife += 1;
    else requests.push(`${request.method} ${pathname}`);
    noteRequest(request.method, pathname);
    return served.instead ? served.instead(request, platform.handle) : platform.handle(request);
  };
  let server = await listen(handle, 0);
  const { address } = server;
  let isOpen = true;
  let isAway = false;
  const served: ServedPlatform = {
    token: platform.token,
    tokenOf: (user) => platform.tokenOf(user),
    edit: (space, changes, by) => platform.edit(space, changes, by),
    address,
    taken: () => requests.splice(0),
    signsOfLife: () => signsOfLife,
    instead: undefined,
    call: (method, path, body, by) =>
      platform.handle(
        new Request(`${address}/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${by ? platform.tokenOf(by) : platform.token}`,
            'content-type': 'application/json',
          },
          body: body ? JSON.stringify(body) : null,
        }),
      ),
    async goAway() {
      isAway = true;
      await server.close();
    },
    async comeBack() {
      server = await listen(handle, Number(new URL(address).port));
      isAway = false;
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      if (!isAway) await server.close();
      platform.close();
    },
  };
  return served;
}

const sampleFolder = path.join(
  vscode.extensions.getExtension('docs-platform.docs-platform')?.extensionPath ?? '',
  'media/sample',
);
