import fc from 'fast-check';
import { afterEach, vi } from 'vitest';
import { patience } from '../patience.ts';
import { reset } from './vscode/index.ts';

// Files share their modules (`isolate: false`), and so the fake window.
afterEach(reset);

// The same texts in each run, so that a run fails only because of what was changed. `SEED=random` looks for others.
const { SEED = '1' } = process.env;
if (SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) });

// By default, Vitest waits a second, which is too short on a busy computer.
const { waitFor } = vi;
const patiently: typeof waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patience, ...options });
if (!('isPatient' in vi)) Object.assign(vi, { isPatient: true, waitFor: patiently });
