import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface RunningPlatform {
  readonly base: string;
  readonly token: string;
  /** The response to `GET /v1<path>`, requested by the first user without the extension. */
  get<Body>(path: string): Promise<Body>;
  dispose(): Promise<void>;
}

/** `npm run platform -- …`: a local platform in a process of its own, on a free port. */
export async function startPlatform(...options: string[]): Promise<RunningPlatform> {
  const child = spawn(process.execPath, ['src/server/main.ts', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const found: { base?: string; token?: string } = {};
  for await (const line of createInterface({ input: child.stdout })) {
    found.base ??= /^listening on (http:\S+)$/.exec(line)?.[1];
    found.token ??= /token:? (\S+)$/i.exec(line)?.[1];
    if (found.base && found.token) break;
  }
  const { base, token } = found;
  if (!base || !token) throw new Error('The platform ended before it listened.');
  // Later output has to be read, or the pipe would fill.
  child.stdout.resume();
  return {
    base,
    token,
    async get<Body>(place: string) {
      const reply = await fetch(`${base}/v1${place}`, { headers: { authorization: `Bearer ${token}` } });
      if (!reply.ok) throw new Error(`GET ${place} was answered with ${reply.status}.`);
      return (await reply.json()) as Body;
    },
    async dispose() {
      child.kill();
      await ended;
    },
  };
}
