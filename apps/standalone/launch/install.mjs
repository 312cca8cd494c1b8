import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { MODULES, pinnedNode, ROOT, Trouble } from './places.mjs';

const STAMP = join(MODULES, '.earworm-installed');
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT/;

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** Packages that run on this machine only, of the many that are made for others, say so in the lock. */
function isForHere({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false;
  return !libc || libc.includes(process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl');
}

/** Whether npm's own record of node_modules lacks a package of the lock that this machine needs. */
function lacks(lock) {
  const record = read(join(MODULES, '.package-lock.json'));
  if (!record) return true;
  const present = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).some(
    ([path, wanted]) =>
      path.startsWith('node_modules/') &&
      !wanted.link &&
      (!wanted.optional || isForHere(wanted)) &&
      present[path]?.version !== wanted.version,
  );
}

/** Installs the dependencies when they are not those of the lock. Runs no install script of any package. */
export async function install() {
  const lock = read(join(ROOT, 'package-lock.json'));
  if (!lock) throw new Trouble('package-lock.json is missing: this is not a whole copy of Earworm.');
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${lock}`).digest('hex');
  if (read(STAMP) === hash) return;
  if (lacks(lock)) {
    console.log('Installing what Earworm is built from (only when it has changed; about a minute) …');
    await npm('ci', process.execPath);
    // On an old Node npm leaves out, without a word, optional packages that want a newer one: what builds the screens is among them.
    if (lacks(lock)) await npm('install', pinnedNode());
  }
  try {
    writeFileSync(STAMP, hash);
  } catch {
    // A read-only node_modules of another user works too; it is only compared again next time.
  }
}

async function npm(command, node) {
  const args = [
    command,
    ...(command === 'install' ? ['--no-save'] : []),
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--loglevel=error',
  ];
  // npm tells its scripts where it stands, so that the same npm is used again.
  const script = process.env.npm_execpath;
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
  const child = script?.endsWith('.js')
    ? spawn(node, [script, ...args], { cwd: ROOT, env })
    : spawn('npm', args, { cwd: ROOT, env, shell: process.platform === 'win32' });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve('missing'));
    child.on('close', resolve);
  });
  if (code === 0) return;
  if (code === 'missing') throw new Trouble('Earworm needs npm to install what is missing, and there is none here.');
  if (/EACCES|EPERM|EROFS/.test(output))
    throw new Trouble(`Earworm may not write into ${MODULES}: give this user the folder, or start as its owner.`);
  if (/ENOSPC/.test(output)) throw new Trouble('The disk is full: npm could not install what Earworm is built from.');
  if (OFFLINE.test(output))
    throw new Trouble('npm could not reach its registry: the first start needs the internet once, later ones do not.');
  throw new Trouble(`npm could not install what Earworm is built from:\n${output.trim().slice(-2_000)}`);
}
