import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installVsCode } from './install.ts';
import { startVsCode } from './server.ts';
import { buildForStart, removeUnusedBuilds, useBuild } from './startBuild.ts';

// Starts a VS Code in the browser with this working copy as its extension, for a person to try.

const repository = path.join(import.meta.dirname, '../..');

if (process.platform !== 'linux') {
  console.error(
    'npm start needs Linux. Here, open this folder in your VS Code and press F5: that starts one with the extension in it.',
  );
  process.exit(1);
}

const { port, data } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    data: { type: 'string', default: path.join(repository, 'out/start') },
  },
}).values;
if (!/^\d+$/.test(port) || Number(port) > 65535) {
  console.error(`--port takes a number up to 65535, not “${port}”.`);
  process.exit(1);
}

console.log('Building the extension …');
const builds = path.join(repository, 'out/builds');
const build = await buildForStart(repository, builds).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
await installVsCode();
const vsCode = await startVsCode({
  port: await freePort(Number(port)),
  userDataDir: path.resolve(data),
  extensions: { link: [build] },
});
await useBuild(build, vsCode.pid);
await removeUnusedBuilds(builds);
console.log(`\nDocs Platform is in VS Code at ${vsCode.url}\n\nCtrl+C ends it.`);

/** The wished one, or the next that nobody listens on. */
async function freePort(wished: number): Promise<number> {
  const server = createServer();
  const taken = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(true)).listen(wished, '127.0.0.1', () => resolve(false));
  });
  if (taken) {
    return freePort(wished + 1);
  }
  await new Promise((resolve) => server.close(resolve));
  return wished;
}
