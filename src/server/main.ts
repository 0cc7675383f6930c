import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseError } from './database/database.ts';
import { faultKinds, parseFault, type Fault } from './http/faults.ts';
import type { Amounts } from './sample/generate.ts';
import { listen } from './listen.ts';
import { importReport } from '../model/pages/importReport.ts';
import { reportWords } from './reportWords.ts';
import { openLocalPlatform, type LocalPlatformOptions } from './localPlatform.ts';

const usage = `Usage: npm run platform -- [options]

  --port N            listens on this port of 127.0.0.1 (default 4010; 0 picks a free one)
  --data DIR          stores the data in this folder, and creates it if needed; without it, data is in memory and lost at the end
  --token T           sets the token of the first user; without it, a token is generated. Other users of this machine may
                      see the command: set the environment variable DOCS_PLATFORM_TOKEN instead
  --import FOLDER     imports a folder of Markdown as a space, and reports what it left out; can be repeated
  --seed sample|empty fills a new database (default sample; empty with --import)
  --generate AMOUNTS  generates data for measurements: pages=100000,comments=1000000,spaces=2000, or some of them; needs --data
  --spec-only         serves only the endpoints of the API document
  --app-url URL       sets the base of links for a browser; without it, there are none
  --allow-private-fetch  lets imports and specifications come from this machine and private networks
  --rate-limit N      allows this many calls per token and minute, then answers 429
  --fault FAULT       fails on purpose: KIND[=AMOUNT] [METHOD] [/PATH] [xTIMES], for example "503",
                      "latency=2000 GET /v1/orgs" or "drop-after POST /comments x1"; can be repeated. KIND is a
                      status from 400 to 599, or one of ${faultKinds.slice(0, 5).join(', ')},
                      ${faultKinds.slice(5).join(', ')}
  --help              shows this help
`;

const sampleFolder = join(import.meta.dirname, '../../media/sample');

await main();

interface MainOptions extends LocalPlatformOptions {
  readonly port: number;
  readonly generate: Amounts | undefined;
}

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  try {
    if (options.generate) await fillData(options, options.generate);
    const platform = openLocalPlatform({ ...options, sampleFolder });
    const server = await listen(platform.handle, options.port, platform.refuse);
    console.log(`listening on ${server.address}`);
    console.log(`token ${platform.token}`);
    for (const summary of platform.imported) console.log(`\n${importReport(summary, reportWords)}`);
    if (options.data === ':memory:') console.log('data in memory, lost at the end');
    const end = () => void server.close().then(() => platform.close());
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  } catch (error) {
    fail(error instanceof DatabaseError ? error.message : (portProblem(error, options.port) ?? wordsOf(error)));
  }
}

function optionsFrom(args: string[]): MainOptions {
  const values = parsed(args);
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const seed = values.seed ?? (values.import || !existsSync(sampleFolder) ? 'empty' : 'sample');
  if (seed !== 'sample' && seed !== 'empty') fail(`--seed must be sample or empty\n\n${usage}`);
  const missing = values.import?.find((folder) => !existsSync(folder));
  if (missing !== undefined) fail(`The folder ${missing} doesn't exist`);
  if (values['app-url'] !== undefined && !URL.canParse(values['app-url'])) fail(`--app-url must be a URL\n\n${usage}`);
  const token = values.token ?? (process.env['DOCS_PLATFORM_TOKEN'] || undefined);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    fail(`${values.token === undefined ? 'DOCS_PLATFORM_TOKEN' : '--token'} must be ASCII characters without spaces`);
  const generate = values.generate === undefined ? undefined : amountsIn(values.generate);
  if (generate && values.data === undefined) fail(`--generate needs --data\n\n${usage}`);
  return {
    generate,
    port: whole(values.port ?? '4010', '--port', 65535),
    data: values.data ?? ':memory:',
    seed,
    imports: values.import,
    token,
    specOnly: values['spec-only'],
    appUrl: values['app-url'],
    allowPrivateFetch: values['allow-private-fetch'],
    rateLimit: values['rate-limit'] === undefined ? undefined : whole(values['rate-limit'], '--rate-limit', 1e9),
    faults: values.fault?.map(faultFrom),
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        token: { type: 'string' },
        import: { type: 'string', multiple: true },
        seed: { type: 'string' },
        generate: { type: 'string' },
        'spec-only': { type: 'boolean' },
        'app-url': { type: 'string' },
        'allow-private-fetch': { type: 'boolean' },
        'rate-limit': { type: 'string' },
        fault: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function amountsIn(text: string): Amounts {
  const amounts = { pages: 0, comments: 0, spaces: 0 };
  for (const part of text.split(',')) {
    const [name = '', amount = ''] = part.split('=');
    if (!Object.hasOwn(amounts, name)) fail(`--generate takes pages, comments and spaces\n\n${usage}`);
    amounts[name as keyof Amounts] = whole(amount, `--generate ${name}`, 10_000_000);
  }
  return amounts;
}

async function fillData(options: MainOptions, amounts: Amounts): Promise<void> {
  openLocalPlatform({ ...options, sampleFolder }).close();
  const { generateInto } = await import('./sample/generate.ts');
  const start = performance.now();
  const space = generateInto(options.data, amounts, Date.now());
  if (space !== undefined) console.log(`generated space ${space} in ${Math.round(performance.now() - start)} ms`);
}

function faultFrom(text: string): Fault {
  return parseFault(text) ?? fail(`${text} is not a known fault\n\n${usage}`);
}

function whole(text: string, name: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value <= most ? value : fail(`${name} must be a whole number up to ${most}\n\n${usage}`);
}

function portProblem(error: unknown, port: number): string | undefined {
  if (!isSystemError(error) || error.syscall !== 'listen') return undefined;
  const what = error.code === 'EADDRINUSE' ? 'is in use' : "can't be used";
  return `Port ${port} ${what}. Choose another with --port, or 0 for a free one.`;
}

function wordsOf(error: unknown): string {
  return isSystemError(error) ? error.message : String(error);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
