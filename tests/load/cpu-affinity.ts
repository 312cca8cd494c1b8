import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { processTree } from '../harness/process-tree.js';

const run = promisify(execFile);

/**
 * Puts a server with its database on one core and this process, with what it starts from now on, on another, so that
 * sending takes no time from answering. Does nothing where there is no `taskset`.
 */
export async function takeOwnCores(serverPid: number): Promise<void> {
  const pin = (core: number, pid: number) =>
    run('taskset', ['--all-tasks', '--pid', '--cpu-list', `${core}`, `${pid}`]);
  try {
    for (const pid of await processTree(serverPid)) await pin(0, pid);
    await pin(1, process.pid);
  } catch (error) {
    console.error(`The server and the generator share their cores: ${String(error)}`);
  }
}
