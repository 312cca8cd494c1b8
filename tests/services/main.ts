import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { banner, lanUrl } from '@earworm/standalone/banner';
import { checkPort, startupMessage } from '@earworm/standalone/startup-error';
import { KEYCLOAK_PASSWORD_FILE, type ServerSource } from '../harness/backing-servers.js';
import { dockerVersion } from '../harness/docker-run.js';
import { findNats, type NatsSource, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';

/** Something that has to be there and is not. */
class Missing extends Error {}

const { env } = process;
const host = env['HOST'] || undefined;
const port = Number(env['PORT'] || 3000);
const dataDir = resolve(env['DATA_DIR'] || '.data/services');
const forPhones = lanUrl(port, host);
const where = { port, dataDir, host };

/** `npm run services [-- --keycloak]`; a Keycloak that a variable names is used as it is. */
function wantsKeycloak(): boolean {
  try {
    const { values } = parseArgs({ options: { keycloak: { type: 'boolean', default: false } } });
    return values.keycloak && !env['KEYCLOAK_URL'];
  } catch (error) {
    console.error(`${(error as Error).message}; the only option is --keycloak.`);
    return process.exit(2);
  }
}
const startsKeycloak = wantsKeycloak();
const further = [env['LAN_URL'] || forPhones, `http://localhost:${port}`, `http://127.0.0.1:${port}`];
const origins: readonly [string, ...string[]] = [
  new URL(env['PUBLIC_URL'] || `http://localhost:${port}`).origin,
  ...further.filter((each) => each !== undefined),
];

interface Servers {
  readonly nats: NatsSource;
  readonly redis: ServerSource;
  readonly minio: ServerSource;
}

/** Servers that a variable names are used; the others are containers. */
async function findServers(): Promise<Servers> {
  const hasDocker = (await dockerVersion()) !== undefined;
  const nats = await findNats(env);
  const missing = [
    ...(nats === null ? [NO_NATS] : []),
    ...(hasDocker || env['REDIS_URL']
      ? []
      : ['There is no Redis here: set REDIS_URL to one, or start a Docker engine.']),
    ...(hasDocker || env['MINIO_ENDPOINT']
      ? []
      : ['There is no MinIO here: set MINIO_ENDPOINT to one, or start a Docker engine.']),
    ...(hasDocker || !startsKeycloak
      ? []
      : ['There is no Keycloak here: set KEYCLOAK_URL to one, or start a Docker engine.']),
  ];
  if (nats === null || missing.length > 0) throw new Missing(missing.join('\n'));
  const source = (given: string | undefined): ServerSource => ({ kind: given ? 'given' : 'container' });
  return { nats, redis: source(env['REDIS_URL']), minio: source(env['MINIO_ENDPOINT']) };
}

async function main(): Promise<void> {
  await checkPort(port);
  const servers = await findServers();
  await mkdir(dataDir, { recursive: true });
  console.log(`Starting NATS, Redis, Postgres, MinIO${startsKeycloak ? ', Keycloak' : ''} and the services …`);
  const starting = Services.start({
    ...servers,
    ...{ everything: true, dataDir, limits: 'standard', databaseUrl: env['DATABASE_URL'] || undefined },
    listen: { port, host },
    keycloak: startsKeycloak ? origins : undefined,
    publicHost: forPhones === undefined ? undefined : new URL(forPhones).hostname,
    env: { LAN_URL: env['LAN_URL'] || forPhones },
    onOutput: (text) => void process.stdout.write(text),
  });
  let isStopping = false;
  let started: Services | null = null;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await started?.stopServices();
    await started?.database.stop();
    await started?.close();
    // What has not started yet is ended by its guard, which outlives this process.
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  // The launcher is gone.
  process.once('disconnect', () => void stop(0));
  const services = (started = await starting);
  process.stdout.write(await banner({ port, host, publicUrl: env['PUBLIC_URL'] || undefined, firstAdmin: null }));
  for (const [name, url] of services.healthUrls) console.log(`${name.padEnd(12)} ${url}/health/ready`);
  if (services.keycloakUrl !== undefined)
    console.log(
      `\nKeycloak     ${services.keycloakUrl}/admin  admin, password in ${join(dataDir, KEYCLOAK_PASSWORD_FILE)}`,
    );
  console.log('\nCtrl-C stops all of them.');
  const name = await services.ended;
  if (isStopping) return;
  console.error(`${name} has ended by itself, so the others are stopped.`);
  await stop(1);
}

function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return 'code' in error ? (startupMessage(error, where) ?? error) : error.message;
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(error instanceof Missing ? 2 : 1);
});
