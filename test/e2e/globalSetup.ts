import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describeBrowser, installChromium } from '../vscode/chromium.ts';
import { installVsCode } from '../vscode/install.ts';
import { warmUp } from './warmStart.ts';

/** What every end-to-end test needs: VS Code, Chromium, and the extension packaged from the current code. */
export async function setup(): Promise<() => void> {
  await installVsCode();
  console.log(describeBrowser(installChromium()));
  if (!process.env.DOCS_PLATFORM_VSIX) {
    execFileSync('npm', ['run', '--silent', 'package'], {
      cwd: repository,
      stdio: 'inherit',
    });
  }
  return warmUp(process.env.DOCS_PLATFORM_VSIX ?? path.join(repository, 'docs-platform.vsix'));
}

const repository = path.join(import.meta.dirname, '../..');
