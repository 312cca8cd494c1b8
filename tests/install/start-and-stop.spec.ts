import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { newId } from '@earworm/client';
import { PATHS } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import { copyPreparedData } from '../harness/prepared-data.js';
import { processesOn, processIdsOn } from '../harness/processes-on.js';
import { launchByCommand, type LaunchedByCommand } from '../harness/product.js';
import { signInGuest } from '../load/guests.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

let dataDir = '';
let port = 0;
const launched: LaunchedByCommand[] = [];
/** On an empty folder, unless it was started on it before. */
const start = (env: NodeJS.ProcessEnv = {}, command: 'start' | 'services' = 'start', ...args: string[]) => {
  const product = launchByCommand({
    command,
    args,
    env: { DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: '', ...env },
  });
  launched.push(product);
  return product;
};
/** On data that an earlier start has left. */
const startAgain = async () => {
  await copyPreparedData(dataDir);
  return start();
};

/** Resolves when a request whose connection was made now is answered; rejects when the connection is refused. */
async function waitsForServer(at: number): Promise<void> {
  const socket = connect(at, '127.0.0.1');
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
}

const DATABASE = /bin\/postgres -D/;
const SERVER = /dist\/main\.js/;
const processOf = async (program: RegExp) =>
  (await processIdsOn(dataDir)).find(({ commandLine }) => program.test(commandLine))?.pid ?? NaN;

beforeEach(async () => {
  dataDir = await temporaryFolder('start');
  port = await lastingPort();
});
afterEach(async () => {
  for (const product of launched.splice(0)) await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('npm start', () => {
  it('prints the address, a code for phones and the first admin; the admin at the first start only', async () => {
    const first = start();
    expect(await first.url()).toBe(`http://localhost:${port}`);
    expect(first.output).toMatch(/For the phones in the room: http:\/\/[\d.]+:\d+\n[\s\S]*[▀▄█]{5}/);
    expect(first.output).toMatch(/e-mail +\S+@\S+\n +password +\S{8,}/);
    expect(await first.stop()).toBe(0);

    const second = start({ PUBLIC_URL: 'https://quiz.example' });
    await second.url();
    expect(second.output).toContain('For the phones in the room: https://quiz.example\n');
    expect(second.output).not.toMatch(/password/);
    expect(await second.stop()).toBe(0);
  });

  it('serves the web app and a game on every interface', async () => {
    const running = await startAgain();
    const url = await running.url();
    const inTheNetwork = /^For the phones in the room: (http:\S+)$/m.exec(running.output)?.[1];
    for (const address of [url, `http://127.0.0.1:${port}`, ...(inTheNetwork === undefined ? [] : [inTheNetwork])]) {
      const page = await fetch(`${address}/`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<div id="root"');
    }
    const moderator = await signInGuest(url);
    const game = await moderator.http.call('createGame', {
      body: { requestId: newId(), moderatorName: 'Ada', quiz: 'starter' },
    });
    expect(game.gameCode).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
  });

  it('prints the first admin also when the start fails afterwards', async () => {
    const failed = start({ HOST: '192.0.2.1' });
    expect(await failed.exited).toBe(1);
    expect(failed.output).toContain('This machine has no address 192.0.2.1');
    const [, email, password] = /e-mail +(\S+@\S+)\n +password +(\S{8,})/.exec(failed.output) ?? [];
    const running = start();
    const url = await running.url();
    expect(running.output).not.toMatch(/password/);
    const answer = await fetch(`${url}${PATHS.signIn.path}`, {
      method: PATHS.signIn.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(answer.status).toBe(200);
  });

  it('ends every process at Ctrl-C, also while a phone stalls in the middle of a request', async () => {
    const running = await startAgain();
    const url = await running.url();
    const stalled = connect(port, '127.0.0.1');
    stalled.on('error', () => undefined);
    stalled.write(`POST ${PATHS.guest.path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{`);
    const moderator = await signInGuest(url);
    await moderator.http.call('createGame', { body: { requestId: newId(), moderatorName: 'Ada' } });
    expect((await processesOn(dataDir)).length).toBeGreaterThan(2);
    running.signal('SIGINT');
    expect(await running.exited).toBe(0);
    expect(await processesOn(dataDir)).toEqual([]);
    stalled.destroy();
  });

  it('restarts on the same data when it crashes, and ends at the next signal', async () => {
    const running = await startAgain();
    const url = await running.url();
    const moderator = await signInGuest(url);
    const { gameCode } = await moderator.http.call('createGame', {
      body: { requestId: newId(), moderatorName: 'Ada', quiz: 'starter' },
    });
    const database = await processOf(DATABASE);
    const server = await processOf(SERVER);
    process.kill(server, 'SIGABRT');
    await eventually(async () => expect(await processOf(SERVER)).not.toBe(server));
    // Until the new server accepts it, a connection waits instead of being refused.
    await waitsForServer(port);
    await eventually(async () => {
      const { moderatorName } = await moderator.http.call('joinInfoByCode', { params: { gameCode } });
      expect(moderatorName).toBe('Ada');
      expect(running.output.match(/^Earworm is ready/gm)).toHaveLength(2);
    });
    expect(await processOf(DATABASE)).toBe(database);
    expect(running.output).toMatch(/"name":"launcher".*"signal":"SIGABRT".*"restarts":1,"afterMs":0/);
    running.signal('SIGINT');
    expect(await running.exited).toBe(0);
    expect(await processesOn(dataDir)).toEqual([]);
  });

  it('leaves no process behind when its launcher is killed', async () => {
    const running = await startAgain();
    await running.url();
    await running.kill();
    await eventually(async () => expect(await processesOn(dataDir)).toEqual([]));
  });

  it.each(['during the start', 'before it has taken a copy of the listening socket'])(
    'leaves no process behind when its launcher is killed %s',
    async (when) => {
      const running = await startAgain();
      await eventually(async () => expect(await processOf(DATABASE)).not.toBeNaN());
      running.freeze();
      if (when !== 'during the start') await running.url();
      await running.kill();
      await eventually(async () => expect(await processesOn(dataDir)).toEqual([]));
    },
  );
});

describe('npm run services', () => {
  it('names in one line each what is missing where there is neither a server nor a Docker engine', async () => {
    // Nothing is on this PATH.
    const none = { NATS_URL: '', REDIS_URL: '', MINIO_ENDPOINT: '', KEYCLOAK_URL: '' };
    const running = start({ PATH: import.meta.dirname, ...none }, 'services', '--keycloak');
    expect(await running.exited).toBe(2);
    for (const variable of ['NATS_URL', 'REDIS_URL', 'MINIO_ENDPOINT', 'KEYCLOAK_URL'])
      expect(running.output.split('\n').filter((line) => line.includes(`set ${variable} to one`))).toHaveLength(1);
  });

  it('names an option that it does not know in one line', async () => {
    const running = start({}, 'services', '--keyclock');
    expect(await running.exited).toBe(2);
    expect(running.output).toMatch(/^Unknown option '--keyclock'; the only option is --keycloak\.\n$/);
  });
});
