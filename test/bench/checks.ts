import { createApi } from '../../src/client/createApi.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import { checkText } from '../../src/composition/checkText.ts';
import { createParseAhead } from '../../src/composition/parseAhead.ts';
import { pageFacts } from '../../src/model/checks/pageFacts.ts';
import { usualRules } from '../../src/model/checks/rules.ts';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';
import type { Contents } from '../../src/store/content/content.ts';
import { createContents } from '../../src/store/content/createContents.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import type { Figure } from './figure.ts';
import { longestHold } from './longestHold.ts';

const changed = 100;
const others = 20;
/** So many pages have one with problems among them. */
const every = 5;

/**
 * Checking a change request of 100 pages with some 4 kB of text each, including reading both sides of them. A page that
 * it deletes is linked to by 20 others. What is counted doesn't need the threads, which may end a text on a busy
 * computer. For what is timed, the server's answers were recorded, so that only our own work is measured.
 */
export async function* checks({ timed }: { readonly timed: boolean }): AsyncGenerator<Figure> {
  const local = openLocalPlatform({ data: ':memory:' });
  const space = await filled(local);
  const requests: string[] = [];
  const recorded = new Map<string, { readonly body: string; readonly init: ResponseInit }>();
  const recording: Platform = async (request) => {
    requests.push(request.url);
    const response = await local.handle(request);
    const { status, headers } = response;
    recorded.set(`${request.method} ${request.url}`, { body: await response.text(), init: { status, headers } });
    return answerOf(request);
  };
  const answerOf = (request: Request): Response => {
    const { body, init } = recorded.get(`${request.method} ${request.url}`) ?? {};
    if (body === undefined) throw new Error(`Not recorded: ${request.url}`);
    return new Response(body, init);
  };
  const found = await check(contentOf(local, recording), space, async (text, linksOnly) =>
    pageFacts(text, { rules: usualRules, linksOnly }),
  );
  local.close();
  const reads = requests.filter((url) => /\/page\/[^/]+$/.test(new URL(url).pathname)).length;
  yield {
    name: 'checks: texts read for 100 pages and 20 that link to them',
    value: reads,
    unit: 'texts',
    limit: 2 * changed + others,
  };
  yield { name: 'checks: requests besides them', value: requests.length - reads, unit: 'requests', limit: 8 };
  yield { name: 'checks: problems not found', value: changed / every + others - found, unit: 'problems', limit: 0 };
  if (!timed) return;
  yield largePage();

  const replaying: Platform = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return answerOf(request);
  };
  // The first check starts the threads.
  await check(contentOf(local, replaying), space, inThreads(''));
  let time = Infinity;
  let held = Infinity;
  for (let round = 0; round < 3; round++) {
    const content = contentOf(local, replaying);
    const start = performance.now();
    held = Math.min(held, await longestHold(() => check(content, space, inThreads(`${round}`))));
    time = Math.min(time, performance.now() - start);
  }
  yield { name: 'checks: 100 pages', value: time, unit: 'ms', limit: 2000 };
  yield { name: 'checks: longest time that the editor waits', value: held, unit: 'ms of one thread', limit: 50 };
}

/** Checking a page of 300 kB, on a thread that has checked others. */
function largePage(): Figure {
  const parts = Array.from({ length: 80 }, (_, index) => textOf(index, '').replace('# Part', '## Part'));
  const text = `# Everything\n\n${parts.join('\n')}`.slice(0, 300_000);
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    pageFacts(text, { rules: usualRules });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return { name: 'checks: a page of 300 kB', value: Math.min(...times), unit: 'ms of processor time', limit: 500 };
}

type FactsOf = (text: string, linksOnly: boolean, signal?: AbortSignal) => ReturnType<typeof checkText>;

/** How many problems there are. */
async function check(content: Contents, space: string, factsOf: FactsOf): Promise<number> {
  const { pages } = await content.check(space, 1, { shows: 'introduced', factsOf });
  return pages.reduce((sum, { problems }) => sum + problems.length, 0);
}

/** Without a rule of the round's name, the texts of the last round would still be known. */
function inThreads(round: string): FactsOf {
  const rules = { ...usualRules, [`round${round}`]: false };
  return (text, linksOnly, signal) => checkText(text, { rules, linksOnly }, signal);
}

function contentOf(local: LocalPlatform, platform: Platform): Contents {
  const api = createApi({ base: 'http://127.0.0.1', platform, token: async () => local.token });
  const log = { warn: (message: string) => console.warn(message) };
  const parts = {
    api,
    download: async () => new Uint8Array(),
    account: 'local',
    now: Date.now,
    storage: { read: async () => undefined, write: async () => undefined },
    log,
    parseAhead: createParseAhead(log),
  };
  return createContents({ ...parts, library: createLibrary(parts) });
}

/** A space, and a change request that edits 100 pages and deletes the one that all others link to. */
async function filled(local: LocalPlatform): Promise<string> {
  const api = createApi({ base: 'http://127.0.0.1', platform: local.handle, token: async () => local.token });
  const [organization] = (await api.organizations.list({})).items;
  const { id: space } = await api.spaces.create({ organizationId: organization?.id ?? '', body: { title: 'Guide' } });
  const ids = Array.from({ length: changed + others }, (_, index) => `page${index}`);
  local.edit(space, [
    { operation: 'insert_page', id: 'old', title: 'Old', markdown: '# Old\n' },
    ...ids.map((id, index) => ({
      operation: 'insert_page' as const,
      id,
      title: `Part ${index}`,
      markdown: textOf(index, index < changed ? '' : '[Old](old.md)'),
    })),
  ]);
  const { id } = await api.changeRequests.create({ spaceId: space, body: { subject: 'Everything' } });
  local.editChangeRequest(id, [
    { operation: 'delete_page', page: 'old' },
    ...ids.slice(0, changed).map((page, index) => ({
      operation: 'update_page' as const,
      page,
      markdown: textOf(index, index % every === 0 ? '#New' : 'New.'),
    })),
  ]);
  return space;
}

/** With old problems, if it is one of those pages. */
function textOf(index: number, more: string): string {
  const isPoor = index % every === 0;
  const alt = isPoor ? '' : 'The dial';
  const next = `part-${(index + 1) % changed}.md`;
  const steps = Array.from(
    { length: 10 },
    (_, step) => `## Step ${step}

Turn the *dial* until it says **${step}**, then wait for the light. See [the next part](${next}#step-${step}) and
[its end](${next}), and press \`Start\` on the panel. Nothing else has to be done before the morning, unless it rains.

- Take the key from the box on the left of the door
- Bring it back, and write your name into the list

![${alt}](https://example.com/step-${step}.png)
`,
  );
  const hint = '{% hint style="info" %}\nThe dial is *warm*.\n{% endhint %}\n';
  const rest = isPoor ? '[gone](gone.md)\n\n#### Deep\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n' : '';
  return `# Part ${index}\n\n${steps.join('\n')}\n${hint}\n${rest}\n${more}\n`;
}
