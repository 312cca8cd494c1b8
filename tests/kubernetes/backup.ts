import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttp, newId } from '@earworm/client';
import { CategoryId, type ClipId, QuestionId } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing/eventually';
import pg from 'pg';
import { uploadClip } from '../e2e/support/clips.js';
import { tone } from '../e2e/support/tone.js';
import { guestWith } from '../load/guests.js';
import type { Forwarded } from './cluster.js';
import { RELEASE, type Release } from './release.js';
import { checkRotation } from './rotation.js';

const JOB = 'before-the-event';
const BACKED_UP_WITHIN_S = 120;
const REACHED_WITHIN_MS = 30_000;
const MINIO = { service: `service/${RELEASE}-minio`, port: 9000 };

/** What a backup has to bring back. */
interface Data {
  readonly account: { readonly email: string; readonly password: string };
  readonly clipId: ClipId;
  readonly audio: Buffer;
  readonly events: number;
}

/**
 * Turns backups on, takes one with the release's CronJob, removes the release with its Secret, and restores it from the claim of
 * backups alone, with volumes, as docs/runbooks/backup.md says. Then gives everything new passwords. Resolves with what is wrong.
 */
export async function checkBackup(release: Release, say: (what: string) => void): Promise<string[]> {
  const { cluster } = release;
  const timed = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    const result = await act();
    say(`${what}: took ${((performance.now() - since) / 1_000).toFixed(1)} s`);
    return result;
  };
  let minio: Forwarded | null = await cluster.forward(MINIO.service, MINIO.port);
  const files = minio.port;
  try {
    const values = [
      ...['backup.enabled=true', 'backup.storage.fixPermissions=true'],
      `minio.publicEndpoint=http://127.0.0.1:${files}`,
    ];
    await timed('an upgrade that turns backups on', () => release.upgrade(values));
    const data = await createData(release);
    const name = await timed('a backup by the CronJob', () => takeBackup(release));
    const secrets = await timed('copying the secrets out of the backup', () => copySecrets(release, name));
    minio.close();
    minio = null;
    await release.uninstall();
    await cluster.kubectl(['delete', 'secret', RELEASE]);
    await cluster.kubectl(['create', 'secret', 'generic', RELEASE, `--from-file=${secrets}`]);

    values.push('allInOne.storage.enabled=true', 'allInOne.storage.fixPermissions=true');
    await timed('an installation that restores the backup', () =>
      release.install([...values, `backup.restore=${name}`], ['--take-ownership']),
    );
    await timed('starting what was restored', () => release.upgrade(values));
    minio = await cluster.forward(MINIO.service, MINIO.port, files);
    const found = await missing(release, data);
    minio.close();
    minio = null;
    found.push(...(await checkRotation(release, values, say)));
    // The data of the accounts is as it was, and what opens it is new.
    minio = await cluster.forward(MINIO.service, MINIO.port, files);
    return [...found, ...(await missing(release, data))];
  } catch (error) {
    return [`backup: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    minio?.close();
  }
}

async function createData(release: Release): Promise<Data> {
  const baseUrl = await release.url();
  const account = { email: `${randomBytes(4).toString('hex')}@backup.example`, password: 'a-long-password' };
  const { access_token: token } = await createHttp({ baseUrl }).call('signUp', {
    body: { displayName: 'Ada', ...account },
  });
  const { http, serverUrl } = guestWith(baseUrl, token, {});
  const audio = tone(1);
  const clipId = await uploadClip({ http, serverUrl }, audio);
  const question = { questionId: QuestionId.parse(newId()), clipId, answer: 'A tune', points: 100 };
  const categories = [{ categoryId: CategoryId.parse(newId()), name: 'Songs', questions: [question] }];
  await http.call('createGame', {
    body: { requestId: newId(), moderatorName: 'Ada', quiz: 'empty', categories },
  });
  return { account, clipId, audio, events: await release.withDatabase(eventsIn) };
}

/** Resolves with its name. */
async function takeBackup({ cluster }: Release): Promise<string> {
  await cluster.kubectl(['create', 'job', `--from=cronjob/${RELEASE}-backup`, JOB]);
  const wait = ['wait', '--for=condition=complete', `job/${JOB}`, `--timeout=${BACKED_UP_WITHIN_S}s`];
  await cluster.kubectl(wait, { withinMs: (BACKED_UP_WITHIN_S + 10) * 1_000 });
  const log = await cluster.kubectl(['logs', `job/${JOB}`]);
  const name = /\/backups\/(\d{4}-[\dT-]+)/.exec(log)?.[1];
  if (name === undefined) throw new Error(`the Job does not print the name of its backup:\n${log}`);
  return name;
}

/** Resolves with the folder that they are in. */
async function copySecrets({ cluster, tag, folder }: Release, name: string): Promise<string> {
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: `${RELEASE}-backup` } }];
  const image = `earworm/standalone:${tag}`;
  const volumeMounts = [{ name: 'data', mountPath: '/backups' }];
  const containers = [{ name: 'backups', image, command: ['sleep', '600'], volumeMounts }];
  const overrides = `--overrides=${JSON.stringify({ spec: { volumes, containers } })}`;
  await cluster.kubectl(['run', 'backups', `--image=${image}`, overrides]);
  await cluster.kubectl(['wait', '--for=condition=ready', 'pod/backups', '--timeout=50s']);
  const secrets = join(folder, 'secrets');
  await cluster.kubectl(['cp', `backups:/backups/${name}/secrets`, secrets]);
  await cluster.kubectl(['delete', 'pod', 'backups', '--grace-period=0', '--force']);
  if ((await readdir(secrets)).length === 0) throw new Error('the backup has no secrets');
  return secrets;
}

async function missing(release: Release, { account, clipId, audio, events }: Data): Promise<string[]> {
  const baseUrl = await release.url();
  const found: string[] = [];
  const now = await release.withDatabase(eventsIn);
  if (now < events) found.push(`backup: ${events} events became ${now}`);
  const { access_token: token } = await createHttp({ baseUrl }).call('signIn', { body: account });
  const { http } = guestWith(baseUrl, token, {});
  const bytes = await eventually(async () => {
    const { url } = await http.call('clipAddress', { params: { clipId } });
    return Buffer.from(await (await fetch(new URL(url, baseUrl))).arrayBuffer());
  }, REACHED_WITHIN_MS);
  if (!bytes.equals(audio)) found.push('backup: the clip is not what was uploaded');
  await release.test().catch((error: unknown) => found.push(`backup: ${String(error)}`));
  return found;
}

async function eventsIn(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ events: number }>('select count(*)::int as events from game.event');
    return rows[0]?.events ?? 0;
  } finally {
    await client.end();
  }
}
