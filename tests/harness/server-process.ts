import { join } from 'node:path';
import { Child, type ChildOptions } from './child.js';
import { COMPILE_CACHE } from './compile-cache.js';
import { SERVER_ENV, SERVER_FLAGS } from './node-flags.js';
import { ROOT } from './root.js';

interface ServerProcessOptions extends Omit<ChildOptions, 'program' | 'args'> {
  /** What Node runs, below the checkout. */
  readonly main: string;
  readonly args?: readonly string[];
  /** The checkout whose build runs; default: this one. */
  readonly root?: string;
}

/** A built server with the flags and environment that `npm start` gives it. It has not been started. */
export const serverProcess = ({ main, args = [], root = ROOT, env, ...more }: ServerProcessOptions): Child =>
  new Child({
    ...more,
    program: process.execPath,
    args: [...SERVER_FLAGS, join(root, main), ...args],
    env: { ...process.env, ...COMPILE_CACHE, ...SERVER_ENV, ...env },
  });
