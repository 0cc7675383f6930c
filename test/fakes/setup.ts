import { afterEach, vi } from 'vitest';
import { patience } from '../patience.ts';
import { reset } from './vscode/index.ts';

// Files share their modules (`isolate: false`), and so the fake window.
afterEach(reset);

// By default, Vitest waits a second, which is too short on a busy computer.
const { waitFor } = vi;
const patiently: typeof waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patience, ...options });
if (!('isPatient' in vi)) Object.assign(vi, { isPatient: true, waitFor: patiently });
