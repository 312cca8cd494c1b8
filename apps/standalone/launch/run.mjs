import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { clearTimeout, setInterval, setTimeout } from 'node:timers';
import { delimiter, dirname, join } from 'node:path';
import { keepListener } from './kept-listener.mjs';
import { keepRunning } from './keep-running.mjs';
import { JEST_FLAGS, MODULES, pinnedNode, ROOT } from './places.mjs';

/** Also read by what starts servers for tests. */
const SERVER_FLAGS = JSON.parse(readFileSync(new URL('server-flags.json', import.meta.url), 'utf8'));
/** Where Node keeps compiled code, so that a restart need not compile it again. */
const COMPILED = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(MODULES, '.cache', 'earworm-compile') };
/** By default glibc keeps memory for each thread that ever allocated, here 10 MB. Read when a process starts. */
const MALLOC = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2' };
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a program on the pinned Node with this terminal, hands signals through and resolves with its exit code. */
export async function runPinned(program, args) {
  let child;
  onSignals((signal) => child?.kill(signal));
  return (await ended((child = spawnPinned(program, args)))).code;
}

/** As `runPinned`, for a server that is started again when it crashes. `policy`: see `keepRunning`. */
export function runServer(program, args, policy = {}) {
  let child;
  let isStopping = false;
  let wake = () => undefined;
  const listener = keepListener();
  onSignals((signal) => {
    isStopping = true;
    listener.end();
    child?.kill(signal);
    wake();
  });
  const run = async (readyWithinMs) => {
    let readyAt = null;
    let reason = null;
    child = spawnPinned(program, args, { ...COMPILED, ...MALLOC, SHARED_LISTENER: 'yes' });
    const late = afterAtMost(readyWithinMs, () => {
      reason = `it was not ready within ${readyWithinMs} ms`;
      child.kill('SIGKILL');
    });
    listener.share(child);
    child.on('message', (message) => {
      if (message === 'ready') {
        readyAt = performance.now();
        clearTimeout(late);
      } else if (message?.failed !== undefined) reason = message.failed;
    });
    const how = await ended(child);
    clearTimeout(late);
    return { ...how, readyAt, reason, wasStopped: isStopping };
  };
  const pause = (ms) =>
    new Promise((resolve) => {
      // Players must not be left waiting by a server that is not even being started.
      if (ms > 0) listener.close();
      const end = () => resolve(!isStopping);
      const timer = setTimeout(end, ms);
      wake = () => {
        clearTimeout(timer);
        end();
      };
    });
  return keepRunning({ ...policy, run, log, pause }).finally(() => listener.end());
}

const afterAtMost = (ms, then) => (ms === Infinity ? undefined : setTimeout(then, ms));

/** In the form of the server's own lines. */
const log = (fields, msg) =>
  console.error(JSON.stringify({ level: 'error', time: new Date().toISOString(), name: 'launcher', ...fields, msg }));

/** The channel between the two tells the program when this process is gone, however it went. */
function spawnPinned(program, args, further = {}) {
  const node = pinnedNode();
  return spawn(node, [...nodeOptions(program), join(ROOT, program), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // In a separate process group, so that Ctrl-C reaches it once, through us.
    detached: process.platform !== 'win32',
    env: { ...process.env, ...further, PATH: [join(MODULES, '.bin'), dirname(node), process.env.PATH].join(delimiter) },
  });
}

/** Once its messages have been read, too. */
const ended = (child) =>
  new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`Node 24 could not be started: ${error.message}`);
      resolve({ code: 1, signal: null });
    });
    child.on('close', (code, signal) => resolve({ code: code ?? 128 + constants.signals[signal], signal }));
  });

/**
 * A terminal signals the whole process group and npm forwards its own signal: a second one right after the first is the
 * same.
 */
const SAME_WITHIN_MS = 1_000;
const ORPHANED_EVERY_MS = 250;

function onSignals(hand) {
  let last = -Infinity;
  const pass = (signal) => {
    if (Date.now() - last < SAME_WITHIN_MS) return;
    last = Date.now();
    hand(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  // npm ends without signalling its script's shell; then no parent is left to stop us.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || pass('SIGTERM'), ORPHANED_EVERY_MS).unref();
}

/**
 * Source maps turn a stack into lines of the source; they cost start-up time, so only the tests have them, of which Jest
 * reads its own.
 */
const nodeOptions = (program) => {
  if (program.startsWith('node_modules/jest/')) return JEST_FLAGS;
  return program.startsWith('tests/') ? ['--enable-source-maps'] : SERVER_FLAGS;
};
