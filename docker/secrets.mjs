// Makes the passwords of docker/compose.yaml at the first start and hands each service its own, as files in its volume;
// `show` prints those that people need, and `rotate [NAME…]` makes new ones, which the next start hands on. Everything is
// kept in the volume mounted at /secrets/all.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const KEPT = '/secrets/all/passwords.json';
const DATABASES = ['game', 'identity', 'library', 'feedback', 'telemetry', 'shows'];
const SERVICES = ['gateway', 'rate-limit', ...DATABASES];

/** Letters and digits that begin with a letter, as nats-server wants them. */
const newPassword = () => `p${randomBytes(24).toString('hex')}`;

const KEYCLOAK_ADMIN = '/secrets/keycloak-sync/KEYCLOAK_ADMIN_PASSWORD';

/** Left by a restore; of the installation that was backed up. */
const RESTORED = `${KEPT}.restored`;
/** Passwords that are in the data itself. The others are those of this installation's servers. */
const IN_THE_DATA = ['admin', 'keycloak-admin', 'keycloak-admin-former', 'keycloak-client'];

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const restored = Object.entries(read(RESTORED)).filter(([name]) => IN_THE_DATA.includes(name));
const stored = { ...read(KEPT), ...Object.fromEntries(restored) };
const password = (name) => (stored[name] ??= newPassword());

const variable = (service) => service.toUpperCase().replaceAll('-', '_');
const databaseUrl = (user, name, database = 'earworm') =>
  `postgres://${user}:${password(name)}@postgres:5432/${database}`;
const fileOf = (entries, separator) =>
  Object.entries(entries)
    .map(([name, value]) => `${name}${separator}${value}\n`)
    .join('');

/** By container: the files in its /run/secrets. */
function secrets() {
  const services = Object.fromEntries(
    SERVICES.map((service) => [
      service,
      {
        NATS_URL: `nats://${service}:${password(`nats-${service}`)}@nats:4222`,
        ...(DATABASES.includes(service) ? { DATABASE_URL: databaseUrl(service, `postgres-${service}`) } : {}),
      },
    ]),
  );
  const objects = { MINIO_ACCESS_KEY: 'earworm', MINIO_SECRET_KEY: password('minio') };
  Object.assign(services.library, objects);
  Object.assign(services.feedback, objects);
  Object.assign(services.shows, objects);
  Object.assign(services.identity, {
    KEYCLOAK_CLIENT_SECRET: password('keycloak-client'),
    ADMIN_PASSWORD: password('admin'),
  });
  services['rate-limit'].REDIS_URL = `redis://:${password('redis')}@redis:6379`;
  const natsPasswords = SERVICES.map((service) => [`NATS_${variable(service)}_PASSWORD`, password(`nats-${service}`)]);
  const databasePasswords = DATABASES.map((service) => [
    `${variable(service)}_DB_PASSWORD`,
    password(`postgres-${service}`),
  ]);
  return {
    ...services,
    // Variables of a configuration file hold within the same file alone.
    nats: {
      'nats.conf': `${fileOf(Object.fromEntries(natsPasswords), ': ')}${readFileSync('/services.conf', 'utf8')}`,
    },
    postgres: { POSTGRES_PASSWORD: password('postgres'), KEYCLOAK_DB_PASSWORD: password('postgres-keycloak') },
    'prepare-database': {
      DATABASE_URL: databaseUrl('postgres', 'postgres'),
      ...Object.fromEntries(databasePasswords),
    },
    backup: {
      DATABASE_URL: databaseUrl('postgres', 'postgres'),
      KEYCLOAK_DATABASE_URL: databaseUrl('postgres', 'postgres', 'keycloak'),
      ...objects,
      ...Object.fromEntries(databasePasswords),
    },
    redis: { 'redis.conf': `requirepass ${password('redis')}\nsave ""\nappendonly no\n` },
    minio: { MINIO_ROOT_USER: 'earworm', MINIO_ROOT_PASSWORD: password('minio') },
    keycloak: {
      'keycloak.conf': fileOf(
        {
          'db-password': password('postgres-keycloak'),
          'bootstrap-admin-username': 'admin',
          'bootstrap-admin-password': password('keycloak-admin'),
        },
        '=',
      ),
    },
    'keycloak-sync': {
      KEYCLOAK_ADMIN_PASSWORD: password('keycloak-admin'),
      // Keycloak keeps the password of its first start until it is replaced with the help of this one.
      KEYCLOAK_FORMER_ADMIN_PASSWORD: stored['keycloak-admin-former'] ?? '',
      KEYCLOAK_CLIENT_SECRET: password('keycloak-client'),
    },
  };
}

function show() {
  console.log(`Earworm    ${process.env.ADMIN_EMAIL}  ${password('admin')}`);
  console.log(`Keycloak   admin  ${password('keycloak-admin')}`);
}

/** What Keycloak was last started with, however often its password was rotated since. */
const handedOn = () => (existsSync(KEYCLOAK_ADMIN) ? readFileSync(KEYCLOAK_ADMIN, 'utf8') : undefined);

function rotate(chosen) {
  const names = Object.keys(stored).filter((name) => name !== 'keycloak-admin-former');
  const unknown = chosen.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Trouble(`There is no password of ${unknown.join(', ')}; there are: ${names.toSorted().join(', ')}.`);
  const rotated = chosen.length > 0 ? chosen : names;
  if (rotated.includes('keycloak-admin')) stored['keycloak-admin-former'] = handedOn() ?? stored['keycloak-admin'];
  for (const name of rotated) stored[name] = newPassword();
  keep();
  console.log(`New passwords: ${rotated.toSorted().join(', ')}. Stop and start everything: they hold from then on.`);
}

/** Without capabilities not even root writes to a file that is read-only. */
function replaceFile(path, content, mode) {
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, content, { mode });
  renameSync(`${path}.new`, path);
}

const keep = () => replaceFile(KEPT, JSON.stringify(stored, null, 2), 0o400);

function writeAll() {
  const all = secrets();
  // Kept before they are handed on: some servers take the password of their first start.
  keep();
  rmSync(RESTORED, { force: true });
  for (const [container, files] of Object.entries(all)) {
    mkdirSync(`/secrets/${container}`, { recursive: true });
    // Only its container mounts the folder, whatever user it runs as.
    for (const [name, content] of Object.entries(files)) replaceFile(`/secrets/${container}/${name}`, content, 0o444);
  }
}

/** What is wrong, for people. */
class Trouble extends Error {}

function main([command, ...names]) {
  if (command === undefined) return writeAll();
  if (command !== 'show' && command !== 'rotate') throw new Trouble('The commands are show and rotate.');
  if (!existsSync(KEPT)) throw new Trouble('There are no passwords yet: they are made at the first start.');
  if (command === 'show') show();
  else rotate(names);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error);
  process.exitCode = 1;
}
