import { onTestFinished } from 'vitest';
import { listen } from '../../../src/server/listen.ts';
import { openSamplePlatform } from '../../server/samplePlatform.ts';

/** Contained in every text of this server. */
export const hostile = '[Sign in again](command:workbench.action.quit) $(trash)';

/** Keys whose values are text by people. Values that the client sends back arrive as they were. */
const words = new Set([
  ...['title', 'name', 'displayName', 'subject', 'description', 'label', 'message', 'summary', 'tagline', 'fullName'],
  ...['quote', 'error', 'hostname', 'heading', 'emailDomain', 'target', 'stage'],
]);
const asWords = ` ${hostile}`;
const asMarkdown = `\n\n## More ${hostile}\n\n${hostile}\n`;
const asAddress = '?$(trash)';

/** The site on which its spaces are published. */
export const site = 'https://docs.example/site';

/** The sample workspace over HTTP, with hostile titles, names, subjects, texts and errors. */
export async function serveHostilePlatform() {
  const platform = openSamplePlatform();
  const served = {
    token: platform.token,
    address: '',
    /** Refuses requests for which this returns true, with these statuses in turn. */
    refuses: (_: Request): boolean => false,
    requests: 0,
    refused: 0,
    reset: () => platform.reset(),
  };
  const statuses = [422, 400, 403, 409, 500, 503];
  const server = await listen(async (request) => {
    served.requests++;
    if (served.refuses(request)) {
      const status = statuses[served.refused++ % statuses.length] ?? 422;
      return Response.json({ error: { code: status, message: `No. ${hostile}` } }, { status });
    }
    const reply = await platform.handle(await withoutPoison(request));
    if (!reply.headers.get('content-type')?.includes('json')) return reply;
    const { status } = reply;
    return Response.json(poisoned(await reply.json(), ''), { status });
  }, 0);
  served.address = server.address;
  onTestFinished(async () => {
    await server.close();
    platform.close();
  });
  return served;
}

function poisoned(value: unknown, key: string): unknown {
  if (typeof value === 'string') {
    if (key === 'markdown' || key === 'body') return value + asMarkdown;
    if (['published', 'app'].includes(key)) return value + asAddress;
    return words.has(key) ? value + asWords : value;
  }
  if (Array.isArray(value)) return value.map((each) => poisoned(each, key));
  if (typeof value !== 'object' || value === null) return value;
  const reply = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poisoned(each, name)]));
  // Several are published at one address.
  if (reply['object'] === 'space')
    Object.assign(reply, { urls: { published: `${site}/${String(reply['id'])}${asAddress}` } });
  return reply;
}

async function withoutPoison(request: Request): Promise<Request> {
  const url =
    strip(decodeURIComponent(request.url)) === decodeURIComponent(request.url) ? request.url : clean(request.url);
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.text();
  return new Request(url, {
    method: request.method,
    headers: request.headers,
    ...(body && {
      body: request.headers.get('content-type')?.includes('json') ? JSON.stringify(stripAll(JSON.parse(body))) : body,
    }),
  });
}

function clean(address: string): string {
  const url = new URL(address);
  url.pathname = url.pathname
    .split('/')
    .map((segment) => encodeURIComponent(strip(decodeURIComponent(segment))))
    .join('/');
  for (const [name, value] of [...url.searchParams]) url.searchParams.set(name, strip(value));
  return url.href;
}

function strip(text: string): string {
  return text.replaceAll(asMarkdown, '').replaceAll(asWords, '').replaceAll(asAddress, '');
}

function stripAll(value: unknown): unknown {
  if (typeof value === 'string') return strip(value);
  if (Array.isArray(value)) return value.map(stripAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, stripAll(each)]));
}
