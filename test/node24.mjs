// `node test/node24.mjs FILE.ts …`: runs a TypeScript file directly, or says what is missing. On Linux x64, npm puts
// the Node.js that npm ci installs first in the path; elsewhere it is the computer's own.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `This needs Node 24 or newer, and here runs Node ${process.versions.node}. On Linux x64, npm ci brings it along ` +
      '(run npm ci without --omit=optional); elsewhere install it first.\n' +
      'To try the extension without it, open this folder in VS Code 1.125 or newer and press F5.',
  );
  process.exit(1);
}
process.argv.splice(1, 1);
const [, file = ''] = process.argv;
await import(pathToFileURL(path.resolve(file)).href);
