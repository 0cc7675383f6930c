import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'vitest';
import { faultKinds } from '../../src/server/http/faults.ts';
import { clientOf, folderWith, temporaryFolder } from './serve.ts';
import { patience } from '../patience.ts';

const main = join(import.meta.dirname, '../../src/server/main.ts');

test.each(['SIGINT', 'SIGTERM'] as const)('the command serves folders until %s, and ends cleanly', async (signal) => {
  const folders = [folderWith({ 'a.md': '# A' }), folderWith({ 'b.md': '# B' })];
  const args = [
    '--port',
    '0',
    '--data',
    temporaryFolder(),
    '--token',
    'chosen',
    ...folders.flatMap((folder) => ['--import', folder]),
  ];
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === 2) break;
  }
  assert.match(lines[0] ?? '', /^listening on http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(lines[1], 'token chosen');
  const { get } = clientOf(lines[0]?.split(' ').at(-1) ?? '', 'chosen');
  const organization = (await get('/v1/orgs')).body.items[0].id;
  assert.equal((await get(`/v1/orgs/${organization}/spaces`)).body.count, 2);

  child.kill(signal);

  const [code] = (await once(child, 'exit')) as [number];
  assert.equal(code, 0);
});

test('the command reports what an import left out', async () => {
  const folder = folderWith({
    'SUMMARY.md': '* [A](a.md)',
    'a.md': '---\ntags: [x]\n---\n# A\n\n![](gone.png)',
    'b.md': '# B',
  });
  const child = spawn(process.execPath, [main, '--port', '0', '--import', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const line of createInterface(child.stdout)) {
    output += `${line}\n`;
    if (line.startsWith('data in memory')) break;
  }

  assert.match(output, /# Import of platform.*\n\nPages: 2\. Files: 0\.\n/);
  assert.match(output, /## Pages that the table of contents leaves out: .* \(1\)\n\n- `b\.md`\n/);
  assert.match(output, /- `a\.md`: tags\n/);
  assert.match(output, /- `a\.md`: gone\\\.png\n/);

  child.kill('SIGTERM');
  await once(child, 'exit');
});

test('the command takes the token from the environment, where other users of the machine do not see it', async () => {
  const child = spawn(process.execPath, [main, '--port', '0', '--seed', 'empty'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DOCS_PLATFORM_TOKEN: 'hidden' },
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === 2) break;
  }

  assert.equal(lines[1], 'token hidden');

  child.kill('SIGTERM');
  await once(child, 'exit');
});

test('the command refuses a token in the environment that no header could contain', () => {
  const env = { ...process.env, DOCS_PLATFORM_TOKEN: 'a b' };
  const { status, stderr } = spawnSync(process.execPath, [main, '--port', '0'], { encoding: 'utf8', env });

  assert.equal(status, 1);
  assert.match(stderr, /^DOCS_PLATFORM_TOKEN must be ASCII/);
});

test.each([
  [['--generate', 'pages=10'], /--generate needs --data/],
  [['--generate', 'cats=10', '--data', 'x'], /--generate takes pages, comments and spaces/],
  [['--generate', 'pages=many', '--data', 'x'], /--generate pages must be a whole number/],
])('the command refuses %j with the reason', (args, reason) => {
  const { status, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });

  assert.equal(status, 1);
  assert.match(stderr, reason);
});

test.each(['--help', '-h'])('%s shows the options and the kinds of faults, and starts nothing', (option) => {
  const { status, stdout } = spawnSync(process.execPath, [main, option], { encoding: 'utf8', timeout: patience });

  assert.equal(status, 0);
  assert.match(stdout, /^Usage: npm run platform -- \[options\]/);
  for (const kind of faultKinds) assert.match(stdout, new RegExp(`\\b${kind}\\b`));
  assert.doesNotMatch(stdout, /listening on/);
});

test.skipIf(process.platform === 'win32').each([
  ['a file', main, /^.*main\.ts is a file\. Choose a folder for the data\.\n$/],
  ['below a file', join(main, 'data'), /^.*main\.ts is a file\. Choose a folder for the data\.\n$/],
  [
    'where nothing can be made',
    '/proc/data',
    /^Couldn't create the folder \/proc.* \(E\w+\)\. Choose a folder that you can write to/,
  ],
])('the command refuses data in %s with a suggestion', (_, data, reason) => {
  const { status, stderr } = spawnSync(process.execPath, [main, '--port', '0', '--data', data], {
    encoding: 'utf8',
    timeout: patience,
  });

  assert.equal(status, 1);
  assert.match(stderr, reason);
});

test('the command refuses an occupied port with a suggestion', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const { status, stderr } = spawnSync(process.execPath, [main, '--seed', 'empty', '--port', String(port)], {
    encoding: 'utf8',
    timeout: patience,
  });

  server.close();
  assert.equal(status, 1);
  assert.match(stderr, /^Port \d+ is in use\. Choose another with --port/);
});
