import { chmod } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@earworm/postgres-server';
import { connectNatsBus } from '@earworm/service-kit/bus/nats';
import { loadConfig } from '@earworm/service-kit/config';
import { createLog } from '@earworm/service-kit/log';
import { type ObjectStore, objectsVariables, openObjectStore } from '@earworm/service-kit/objects';
import { describeDatabaseError, withClient } from '@earworm/service-kit/postgres';
import { connectRedis, describeRedisError, RedisClusterError } from '@earworm/service-kit/redis';
import { eventually, PRIVATE_AUTHORITY } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { dockerVersion } from '../harness/docker-run.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { startContainer, type TestServer } from '../harness/test-servers.js';

const { authority, cert, key } = PRIVATE_AUTHORITY;
const standard = getCACertificates('default');
/** As NODE_EXTRA_CA_CERTS, which Node reads at its start. */
const trustAuthority = () => setDefaultCACertificates([...standard, authority]);

const NOT_TRUSTED = expect.stringMatching(/^its certificate is not trusted: .* NODE_EXTRA_CA_CERTS$/);
const OTHER_HOST = expect.stringMatching(/^its certificate is for another host/);
const NO_TLS = expect.stringMatching(/^it does not speak TLS/);

afterEach(() => setDefaultCACertificates(standard));

describe('a Postgres whose certificate a private authority signed', () => {
  let server: EmbeddedPostgres;
  const url = ({ host = 'localhost', user = 'postgres', query = '' } = {}) => {
    const other = new URL(server.url);
    other.hostname = host;
    other.username = user;
    return `${other.href}${query}`;
  };
  /** `TLS`, `no TLS`, or the sentence for an operator. */
  const tried = (address: string) =>
    withClient(address, async (client) => {
      const { rows } = await client.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      return rows[0]?.ssl ? 'TLS' : 'no TLS';
    }).catch((error: unknown) => describeDatabaseError(error));
  /** By the server: its folder belongs to its own user. */
  const write = (file: string, text: string) =>
    withClient(server.url, (client) =>
      client.query(
        `copy (select unnest(string_to_array('${text.trim()}', E'\\n'))) to program 'umask 077 && cat > ${file}'`,
      ),
    );

  beforeAll(async () => {
    const dir = await temporaryFolder('tls');
    await chmod(dir, 0o755);
    server = await startEmbeddedPostgres({ dir, durable: false });
    expect(await tried(url({ query: '?sslmode=verify-full' }))).toEqual(NO_TLS);
    await write('server.crt', cert);
    await write('server.key', key);
    await write('authority.crt', authority);
    await write('pg_hba.conf', 'hostssl all tls_only all scram-sha-256\nhost all postgres all scram-sha-256');
    await withClient(server.url, async (client) => {
      await client.query('alter system set ssl = on');
      await client.query('select pg_reload_conf()');
    });
    await eventually(async () => expect(await tried(url({ query: '?sslmode=no-verify' }))).toBe('TLS'));
  });
  afterAll(() => server?.stop());

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'accepts sslmode=%s only once the authority is trusted',
    async (mode) => {
      const query = `?sslmode=${mode}`;
      expect(await tried(url({ query }))).toEqual(NOT_TRUSTED);
      trustAuthority();
      expect(await tried(url({ query }))).toBe('TLS');
      expect(await tried(url({ query, host: '127.0.0.1' }))).toEqual(OTHER_HOST);
    },
  );

  it('accepts sslmode=no-verify without a check of the certificate, and sslmode=disable without TLS', async () => {
    expect(await tried(url({ query: '?sslmode=no-verify' }))).toBe('TLS');
    expect(await tried(url({ query: '?sslmode=disable' }))).toBe('no TLS');
    expect(await tried(url())).toBe('no TLS');
  });

  it('tells a user who may not connect without TLS what to add to the URL', async () => {
    expect(await tried(url({ user: 'tls_only' }))).toMatch(/without TLS: add sslmode=verify-full/);
    const query = '?sslmode=no-verify';
    expect(await tried(url({ user: 'stranger', query }))).toMatch(/pg_hba\.conf does not let this user connect/);
  });
});

const docker = await dockerVersion();
const withDocker = (title: string, body: () => void) =>
  describe(title, () => {
    if (docker !== undefined) body();
    else it.skip('DID NOT RUN: no Docker engine answers', () => undefined);
  });

/** The sentence for an operator, or null for a connection. */
async function redisProblem(url: string): Promise<string | null> {
  const ended = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const fail = (error: unknown) => resolve(describeRedisError(error));
  const connecting = connectRedis(url, fail, ended.signal).then((redis) => {
    redis.destroy();
    resolve(null);
  }, fail);
  const problem = await promise;
  ended.abort();
  await connecting;
  return problem;
}

withDocker('a Redis with TLS', () => {
  let server: TestServer;
  let port: string;
  beforeAll(async () => {
    const tls = ['--tls-cert-file', '/tls/server.crt', '--tls-key-file', '/tls/server.key', '--tls-auth-clients', 'no'];
    server = await startContainer('redis', {
      command: ['redis-server', '--port', '0', '--tls-port', '6379', '--requirepass', 'word', ...tls],
      files: { '/tls/server.crt': cert, '/tls/server.key': key },
    });
    port = new URL(server.url).port;
  });
  afterAll(() => server?.stop());

  it('connects once the authority is trusted, and each failure names its remedy', async () => {
    expect(await redisProblem(`rediss://:word@localhost:${port}`)).toEqual(NOT_TRUSTED);
    expect(await redisProblem(`redis://:word@localhost:${port}`)).toMatch(
      /^it cannot be reached: .* rediss:.* if it expects TLS/,
    );
    trustAuthority();
    expect(await redisProblem(`rediss://:word@localhost:${port}`)).toBeNull();
    expect(await redisProblem(`rediss://:word@127.0.0.1:${port}`)).toEqual(OTHER_HOST);
    expect(await redisProblem(`rediss://:other@localhost:${port}`)).toMatch(/user or the password of REDIS_URL/);
  });
});

/** A port that leads to another one, which can be changed. */
async function switchable(target: number) {
  const state = { target, connections: 0 };
  const server = createServer((near) => {
    state.connections++;
    const far = connect({ port: state.target, host: '127.0.0.1' });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { state, port: (server.address() as AddressInfo).port, close: () => server.close() };
}

withDocker('NATS servers at a tls:// address', () => {
  const user = ['--user', 'game', '--pass', 'word'];
  const servers: TestServer[] = [];
  const start = async (options: readonly string[], files: Record<string, string> = {}) => {
    const server = await startContainer('nats', { command: [...user, ...options], files });
    servers.push(server);
    return Number(new URL(server.url).port);
  };
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('get no password without TLS, nor before the authority of their certificate is trusted', async () => {
    const plain = await start([]);
    const withTls = await start(['--tls', '--tlscert', '/tls/server.crt', '--tlskey', '/tls/server.key'], {
      '/tls/server.crt': cert,
      '/tls/server.key': key,
    });
    const line = await switchable(plain);
    let isConnected = false;
    const log = createLog('spec', { level: 'silent' });
    const connecting = connectNatsBus({ url: `tls://game:word@localhost:${line.port}`, log });
    void connecting.then(() => (isConnected = true));
    const triedThreeTimes = (from: number) =>
      eventually(() => expect(line.state.connections).toBeGreaterThanOrEqual(from + 3));
    await triedThreeTimes(0);
    expect(isConnected).toBe(false);
    line.state.target = withTls;
    await triedThreeTimes(line.state.connections);
    expect(isConnected).toBe(false);
    trustAuthority();
    const bus = await connecting;
    expect(bus.connected).toBe(true);
    await bus.drain();
    line.close();
  });
});

withDocker('a Redis Cluster', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startContainer('redis', { command: ['redis-server', '--cluster-enabled', 'yes'] });
  });
  afterAll(() => server?.stop());

  it('refuses to connect with a sentence, also with a database in the URL', async () => {
    await expect(connectRedis(server.url)).rejects.toThrow(RedisClusterError);
    expect(await redisProblem(server.url)).toMatch(/^it is a Redis Cluster/);
    expect(await redisProblem(`${server.url}/3`)).toMatch(/^it is a Redis Cluster/);
  });
});

withDocker('an object store with TLS', () => {
  let server: TestServer;
  const problem = async (endpoint: string, secret = 'minioadmin'): Promise<string | null> => {
    const env = { MINIO_ENDPOINT: endpoint, MINIO_ACCESS_KEY: 'minioadmin', MINIO_SECRET_KEY: secret };
    const store: ObjectStore = await openObjectStore(loadConfig(z.object(objectsVariables), env));
    return store.check().then(
      () => null,
      (error: Error) => error.message,
    );
  };
  beforeAll(async () => {
    server = await startContainer('minio', {
      command: ['server', '--certs-dir', '/tls', '/data'],
      files: { '/tls/public.crt': cert, '/tls/private.key': key },
    });
  });
  afterAll(() => server?.stop());

  it('connects once the authority is trusted, and each failure names its remedy', async () => {
    const { port } = new URL(server.url);
    await eventually(async () => expect(await problem(`https://localhost:${port}`)).toEqual(NOT_TRUSTED));
    expect(await problem(`http://localhost:${port}`)).toMatch(/the scheme of MINIO_ENDPOINT/);
    trustAuthority();
    await eventually(async () => expect(await problem(`https://localhost:${port}`)).toBeNull());
    expect(await problem(`https://127.0.0.1:${port}`)).toEqual(OTHER_HOST);
    expect(await problem(`https://localhost:${port}`, 'not-the-secret')).toMatch(/MINIO_SECRET_KEY/);
  });
});
