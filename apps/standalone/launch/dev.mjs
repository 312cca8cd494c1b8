import { fork, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { nx } from './build.mjs';
import { MODULES, ROOT } from './places.mjs';

/** Changes come in bursts: an editor's save, a branch change. */
const QUIET_MS = 150;

const env = { ...process.env, DATA_DIR: process.env.DATA_DIR || '.data', PORT: process.env.PORT || '3000' };
let server = null;
let stopping = false;
let timer = null;
let building = Promise.resolve();

const gone = (child) => new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve()));

function startServer() {
  server = fork(join(ROOT, 'apps/standalone/dist/main.js'), ['--cores', '1'], { env });
}

async function restart() {
  try {
    await nx(['run-many', '-t', 'build', '--exclude=@earworm/web', '--output-style=static']);
  } catch (trouble) {
    // The running server stays: a half-typed line is no reason to lose the game on the screen.
    console.error(trouble.message);
    return;
  }
  server.kill('SIGTERM');
  await gone(server);
  if (!stopping) startServer();
}

const isSource = (name) => name && /(^|[/\\])src[/\\]/.test(name) && !/(^|[/\\])web[/\\]|\.spec\./.test(name);
for (const room of ['apps', 'libs']) {
  watch(join(ROOT, room), { recursive: true }, (_, name) => {
    if (!isSource(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => (building = building.then(restart)), QUIET_MS);
  });
}

startServer();
// The screens come from Vite, which replaces modules in place and passes everything else on to the server.
const web = spawn(process.execPath, [join(MODULES, 'vite/bin/vite.js')], {
  cwd: join(ROOT, 'apps/web'),
  stdio: 'inherit',
  env: { ...env, EARWORM_SERVER: `http://localhost:${env.PORT}` },
});

async function stop() {
  if (stopping) return;
  stopping = true;
  web.kill('SIGTERM');
  server.kill('SIGTERM');
  await Promise.all([gone(web), gone(server)]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop);
