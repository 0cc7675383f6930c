import { listen } from '../../src/server/listen.ts';
import { openLocalPlatform, type LocalPlatform, type LocalPlatformOptions } from '../../src/server/localPlatform.ts';

type Handle = LocalPlatform['handle'];

/** A local platform behind HTTP, on a free port. */
export interface RunningPlatform extends Pick<LocalPlatform, 'token' | 'tokenOf' | 'edit' | 'fail'> {
  readonly base: string;
  /** Answers instead of the platform, which it may call itself; undefined removes it. */
  instead: ((request: Request, platform: Handle) => Promise<Response> | Response) | undefined;
  /** The response to `GET /v1<path>`, requested by the first user without the extension. */
  get<Body>(path: string): Promise<Body>;
  /** Sends a request without the extension, as the first user or another one. */
  send(method: string, path: string, body?: object, user?: string): Promise<void>;
  /** Stops listening; `comeBack` starts again at the same address with the same data. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  dispose(): Promise<void>;
}

/** Starts one with the sample workspace, or with the given content. */
export async function startPlatform(options: Partial<LocalPlatformOptions> = {}): Promise<RunningPlatform> {
  const platform = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder: 'media/sample', ...options });
  const handle: Handle = async (request) =>
    running.instead ? running.instead(request, platform.handle) : platform.handle(request);
  let server = await listen(handle, 0, platform.refuse);
  const base = server.address;
  let isAway = false;

  async function ask(method: string, path: string, body?: object, user?: string): Promise<Response> {
    const token = user === undefined ? platform.token : platform.tokenOf(user);
    const reply = await platform.handle(
      new Request(`${base}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      }),
    );
    if (!reply.ok) throw new Error(`${method} ${path} was answered with ${reply.status}.`);
    return reply;
  }

  const running: RunningPlatform = {
    base,
    token: platform.token,
    tokenOf: (user) => platform.tokenOf(user),
    edit: (space, changes, by) => platform.edit(space, changes, by),
    fail: (...faults) => platform.fail(...faults),
    instead: undefined,
    get: async <Body>(path: string) => (await (await ask('GET', path)).json()) as Body,
    async send(...request) {
      await ask(...request);
    },
    async goAway() {
      isAway = true;
      await server.close();
    },
    async comeBack() {
      server = await listen(handle, Number(new URL(base).port), platform.refuse);
      isAway = false;
    },
    async dispose() {
      if (!isAway) await server.close();
      platform.close();
    },
  };
  return running;
}
