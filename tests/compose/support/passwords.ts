import { compose } from './product.js';

/** By name, as docker/secrets.mjs keeps them. */
export type Passwords = Readonly<Record<string, string>>;

export async function keptPasswords(): Promise<Passwords> {
  const text = await compose('run', '--rm', '--no-deps', 'secrets', 'cat', '/secrets/all/passwords.json');
  return JSON.parse(text) as Passwords;
}

/** Runs in a container of the product, which reaches every server and has the client libraries. Prints names. */
const TRY = `
  const passwords = JSON.parse(process.argv[1]);
  const { Client } = (await import('pg')).default;
  const { connect } = await import('@nats-io/transport-node');
  const { createClient } = await import('redis');
  const { Client: Minio } = await import('minio');
  const postgres = async (user, password) => {
    const client = new Client({ host: 'postgres', user, password, database: user === 'keycloak' ? user : 'earworm' });
    await client.connect();
    await client.end();
  };
  const nats = async (user, pass) => (await connect({ servers: 'nats:4222', user, pass, reconnect: false })).close();
  const redis = async (password) => {
    const client = createClient({ url: 'redis://redis:6379', password, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    await client.connect();
    client.destroy();
  };
  const minio = (secretKey) =>
    new Minio({ endPoint: 'minio', port: 9000, useSSL: false, accessKey: 'earworm', secretKey }).listBuckets();
  const posted = async (url, init) => {
    const { ok, status } = await fetch(url, { method: 'POST', ...init });
    if (!ok) throw new Error('refused with ' + status);
  };
  const keycloak = (realm, body) =>
    posted('http://keycloak:8080/realms/' + realm + '/protocol/openid-connect/token', { body: new URLSearchParams(body) });
  const attempts = {
    admin: () =>
      posted('http://gateway:3000/api/identity/sign-in', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@earworm.local', password: passwords.admin }),
      }),
    minio: () => minio(passwords.minio),
    redis: () => redis(passwords.redis),
    'keycloak-admin': () =>
      keycloak('master', {
        ...{ grant_type: 'password', client_id: 'admin-cli' },
        ...{ username: 'admin', password: passwords['keycloak-admin'] },
      }),
    'keycloak-client': () =>
      keycloak('earworm', {
        ...{ grant_type: 'client_credentials', client_id: 'earworm-identity' },
        client_secret: passwords['keycloak-client'],
      }),
  };
  for (const [name, password] of Object.entries(passwords)) {
    const [kind, user = 'postgres'] = name.split('-');
    const attempt = attempts[name] ?? (() => (kind === 'nats' ? nats(name.slice(5), password) : postgres(user, password)));
    if (await attempt().then(() => true, () => false)) console.log(name);
  }
`;

/** The names of those that the servers of the running product accept. */
export async function acceptedPasswords(passwords: Passwords): Promise<string[]> {
  const args = ['node', '--input-type=module', '--eval', TRY, JSON.stringify(passwords)];
  return (await compose('exec', '-T', 'library', ...args)).split('\n').filter(Boolean);
}
