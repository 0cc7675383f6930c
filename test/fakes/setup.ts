import { afterEach } from 'vitest';
import { reset } from './vscode/index.ts';

// Files share their modules (`isolate: false`), and so the fake window.
afterEach(reset);
