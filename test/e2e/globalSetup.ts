import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { installChromium } from '../vscode/chromium.ts';
import { installVsCode } from '../vscode/install.ts';

/** What every end-to-end test needs: VS Code, Chromium, and the extension packaged as it is now. */
export async function setup(): Promise<void> {
  await installVsCode();
  installChromium();
  if (!process.env.DOCS_PLATFORM_VSIX) {
    execFileSync('npm', ['run', '--silent', 'package'], {
      cwd: path.join(import.meta.dirname, '../..'),
      stdio: 'inherit',
    });
  }
}
