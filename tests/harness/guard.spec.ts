import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.js';
import { Guard } from './guard.js';

const sleeper = (...ignoring: string[]) =>
  spawn('/bin/sh', ['-c', `${ignoring.map((signal) => `trap '' ${signal};`).join('')} while :; do sleep 0.05; done`]);

describe('guard of a test run', () => {
  it('ends every process of a run that is over, also one that ignores signals or is frozen, and removes its folder', async () => {
    const folder = await temporaryFolder('guard');
    await writeFile(join(folder, 'data'), 'left behind');
    const guard = new Guard(folder);
    const children = [sleeper(), sleeper('TERM'), sleeper()];
    const gone = children.map((child) => once(child, 'exit'));
    for (const { pid } of children) guard.watch(pid!);
    children[2]!.kill('SIGSTOP');

    await guard.cleanUp();

    expect(existsSync(folder)).toBe(false);
    expect((await Promise.all(gone)).map(([, signal]) => signal as string)).toEqual(['SIGTERM', 'SIGKILL', 'SIGTERM']);
  }, 20_000);

  it('leaves processes that are no longer watched', async () => {
    const guard = new Guard(await temporaryFolder('guard'));
    const child = sleeper();
    guard.watch(child.pid!);
    guard.forget(child.pid!);
    await guard.cleanUp();
    expect(child.exitCode ?? child.signalCode).toBeNull();
    child.kill('SIGKILL');
  }, 20_000);
});
