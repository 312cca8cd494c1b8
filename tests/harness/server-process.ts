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
  /** Open files that it may have; default: as many as this process. */
  readonly descriptors?: number;
}

/** Replaces the shell by what follows. */
const LIMITED = 'ulimit -n "$0" && exec "$@"';

/** A built server with the flags and environment that `npm start` gives it. It has not been started. */
export function serverProcess({
  main,
  args = [],
  root = ROOT,
  env,
  descriptors,
  ...more
}: ServerProcessOptions): Child {
  const nodeArgs = [...SERVER_FLAGS, join(root, main), ...args];
  return new Child({
    ...more,
    ...(descriptors === undefined
      ? { program: process.execPath, args: nodeArgs }
      : { program: '/bin/sh', args: ['-c', LIMITED, String(descriptors), process.execPath, ...nodeArgs] }),
    env: { ...process.env, ...COMPILE_CACHE, ...SERVER_ENV, ...env },
  });
}
