import { chown, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.js';

/** The user that Postgres runs as, because it refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** In order of preference; Postgres requires a user with a name. */
const ACCOUNTS = ['postgres', '_postgres', 'nobody', 'daemon'];

const isRoot = (): boolean => process.getuid?.() === 0;

/** Undefined unless this process is root. Existing data keeps its owner. */
export async function chooseUser(cluster: string): Promise<RunAs | undefined> {
  const owner = await stat(cluster).catch(() => undefined);
  if (!isRoot()) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new EmbeddedPostgresError(
        `The database in ${cluster} belongs to another user (number ${owner.uid}). Start as that user, or choose another folder with DATA_DIR.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const passwd = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ACCOUNTS) {
    const account = passwd.find((fields) => fields[0] === name);
    const [uid, gid] = [Number(account?.[2]), Number(account?.[3])];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new EmbeddedPostgresError(
    'Postgres refuses to run as root and this machine has no unprivileged user to run it as. Start as another user.',
  );
}

/** Whether the user may enter every folder on the path, and read the last element. */
export async function reachable(path: string, runAs: RunAs): Promise<boolean> {
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) return false;
  if (!(await allows(target, runAs, 0o5))) return false;
  for (let folder = dirname(target); ; folder = dirname(folder)) {
    if (!(await allows(folder, runAs, 0o1))) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function allows(path: string, { uid, gid }: RunAs, bits: number): Promise<boolean> {
  const { mode, uid: owner, gid: group } = await stat(path);
  const shift = owner === uid ? 6 : group === gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

export async function give(path: string, runAs: RunAs | undefined): Promise<void> {
  if (runAs) await chown(path, runAs.uid, runAs.gid);
}
