import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { MODULES, pinnedNode, ROOT } from './places.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program on the pinned Node with this terminal, hands signals through and resolves with its exit code. The
 * channel between the two tells the program when this process is gone, however it went.
 */
export async function runPinned(program, args) {
  const node = pinnedNode();
  const child = spawn(node, [...nodeOptions(program), join(ROOT, program), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: [join(MODULES, '.bin'), dirname(node), process.env.PATH].join(delimiter) },
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`Node 24 could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Source maps turn a stack into lines of the source; they cost start-up time, so only the tests have them. */
const nodeOptions = (program) => (program.startsWith('tests/') ? ['--enable-source-maps'] : []);
