import { spawn } from 'node:child_process';
import path from 'node:path';
import { installVsCode } from './install.ts';

// Installs what tests in a browser need, VS Code and Chromium side by side, and says which browser it is.

const chromium = spawn(process.execPath, [path.join(import.meta.dirname, 'chromium.ts')], { stdio: 'inherit' });
const code = new Promise<number>((resolve) => chromium.on('exit', (exitCode) => resolve(exitCode ?? 1)));
await installVsCode();
process.exitCode = await code;
