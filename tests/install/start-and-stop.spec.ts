import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { newId } from '@earworm/client';
import { PATHS } from '@earworm/contracts';
import { atBest } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import { signInGuest } from '../load/guests.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { processesOn, start, stopAll } from './npm-start.js';

let dataDir = '';
let port = 0;
const env = (more: NodeJS.ProcessEnv = {}) => ({ DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: '', ...more });

beforeAll(async () => {
  dataDir = await temporaryFolder('start');
  port = await lastingPort();
});
afterEach(stopAll);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('npm start', () => {
  it('says where the game is, shows the phones a code, and tells the first admin once', async () => {
    const first = start(env());
    expect(await first.ready()).toBe(`http://localhost:${port}`);
    expect(first.said()).toMatch(/For the phones in the room: http:\/\/[\d.]+:\d+\n[\s\S]*[▀▄█]{5}/);
    expect(first.said()).toMatch(/e-mail +\S+@\S+\n +password +\S{8,}/);
    process.kill(first.pid, 'SIGTERM');
    expect(await first.ended).toBe(0);

    const second = start(env({ PUBLIC_URL: 'https://quiz.example' }));
    await second.ready();
    expect(second.said()).toContain('For the phones in the room: https://quiz.example\n');
    expect(second.said()).not.toMatch(/password/);
    process.kill(second.pid, 'SIGTERM');
    expect(await second.ended).toBe(0);
  }, 240_000);

  it('serves the screens and plays on every interface', async () => {
    const running = start(env());
    const url = await running.ready();
    const inTheRoom = /^For the phones in the room: (http:\S+)$/m.exec(running.said())?.[1];
    for (const address of [url, `http://127.0.0.1:${port}`, ...(inTheRoom === undefined ? [] : [inTheRoom])]) {
      const page = await fetch(`${address}/`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<div id="root"');
    }
    const moderator = await signInGuest(url);
    const game = await moderator.http.call('createGame', {
      body: { requestId: 'start-spec-1', moderatorName: 'Ada', quiz: 'starter' },
    });
    expect(game.gameCode).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    process.kill(running.pid, 'SIGTERM');
    await running.ended;
  }, 120_000);

  it('tells the first admin also when the start fails afterwards: nobody can tell again', async () => {
    const own = await temporaryFolder('start-fails');
    const failed = start(env({ DATA_DIR: own, HOST: '192.0.2.1' }));
    expect(await failed.ended).toBe(1);
    expect(failed.said()).toContain('This machine has no address 192.0.2.1');
    const [, email, password] = /e-mail +(\S+@\S+)\n +password +(\S{8,})/.exec(failed.said()) ?? [];
    const running = start(env({ DATA_DIR: own }));
    const url = await running.ready();
    expect(running.said()).not.toMatch(/password/);
    const answer = await fetch(`${url}${PATHS.signIn.path}`, {
      method: PATHS.signIn.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(answer.status).toBe(200);
    process.kill(running.pid, 'SIGTERM');
    await running.ended;
    await rm(own, { recursive: true, force: true });
  }, 240_000);

  /** How long it takes after Ctrl-C, ms. */
  const stopped = async (): Promise<number> => {
    const running = start(env());
    const asleep = connect(Number(new URL(await running.ready()).port), '127.0.0.1');
    asleep.on('error', () => undefined);
    asleep.write(`POST ${PATHS.guest.path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{`);
    // Whoever follows the log has just been woken.
    const moderator = await signInGuest(`http://localhost:${port}`);
    await moderator.http.call('createGame', { body: { requestId: newId(), moderatorName: 'Ada' } });
    expect((await processesOn(dataDir)).length).toBeGreaterThan(2);
    const pressedAt = performance.now();
    process.kill(running.pid, 'SIGINT');
    expect(await running.ended).toBe(0);
    const tookMs = performance.now() - pressedAt;
    expect(await processesOn(dataDir)).toEqual([]);
    asleep.destroy();
    return tookMs;
  };
  it('stops everything within three seconds of Ctrl-C and leaves no process, also while a phone sleeps in a request', async () => {
    await atBest(stopped, (ms) => {
      process.stderr.write(`stopped ${Math.round(ms)} ms after Ctrl-C\n`);
      expect(ms).toBeLessThan(3_000);
    });
  }, 240_000);

  it('leaves nothing running when its launcher is killed', async () => {
    const running = start(env());
    await running.ready();
    process.kill(running.pid, 'SIGKILL');
    const until = performance.now() + 30_000;
    while ((await processesOn(dataDir)).length > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await processesOn(dataDir)).toEqual([]);
  }, 150_000);
});
