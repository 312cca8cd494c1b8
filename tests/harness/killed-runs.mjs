import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const LABEL = 'com.docker.compose.project';
const NAME = /^earworm-spec-(\d+)-/;

/** A name for a compose project that the given process removes at its end. */
export const composeProjectOf = (pid) => `earworm-spec-${pid}-${randomBytes(4).toString('hex')}`;

/** Its lines, none where it fails. */
async function docker(...args) {
  const { stdout } = await promisify(execFile)('docker', args).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Removes compose projects whose run was killed before it could. Their containers are started again with the engine, and
 * a second product takes half of a machine with two cores. Returns their names.
 */
export async function removeProjectsOfKilledRuns() {
  const shown = await docker('ps', '--all', '--filter', `label=${LABEL}`, '--format', `{{.Label "${LABEL}"}}`);
  const killed = [...new Set(shown)].filter((name) => NAME.test(name) && !isRunning(Number(NAME.exec(name)[1])));
  for (const project of killed) {
    const ofProject = ['--quiet', '--filter', `label=${LABEL}=${project}`];
    const containers = await docker('ps', '--all', ...ofProject);
    await docker('rm', '--force', '--volumes', ...containers);
    for (const kind of ['volume', 'network']) {
      const ids = await docker(kind, 'ls', ...ofProject);
      if (ids.length > 0) await docker(kind, 'rm', ...ids);
    }
  }
  return killed;
}
