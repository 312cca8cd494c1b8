import { rm } from 'node:fs/promises';
import { createHttp, newId } from '@earworm/client';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';
import { leanEntrance } from '../load/entrance.js';
import { signInGuest } from '../load/guests.js';
import { LoadGame } from '../load/load-game.js';
import { startLocalServer } from '../load/local-server.js';
import { Tally } from '../load/tally.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

type Line = Readonly<Record<string, unknown>>;

/** What never is to be read in a log. */
const PERSONAL = {
  name: 'Rosa Quittenbaum',
  nickname: 'Quittchen-77',
  email: 'rosamunde@quittenbaum.example',
  password: 'nine-lives-of-a-cat-42',
};

interface House {
  /** Where the moderator and the players connect; two in a house with two gateways. */
  readonly urls: readonly string[];
  /** Every whole line printed so far. */
  lines(): readonly string[];
  stop(): Promise<unknown>;
}

const EVERYTHING = { LOG_LEVEL: 'debug' };

async function oneProcess(): Promise<House> {
  const dataDir = await temporaryFolder('logs');
  const server = await startLocalServer({ dataDir, env: EVERYTHING });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { urls: [server.url], lines: () => server.said().split('\n').slice(0, -1), stop };
}

const nats = await findNats();
if (nats === null) console.warn(`not run with a process for each service: ${NO_NATS}`);
const houses: [string, () => Promise<House>][] = [['one process', oneProcess]];
if (nats !== null)
  houses.push([
    'a process for each service',
    async () => {
      const services = await Services.start({ nats, gateways: 2, gameReplicas: 1, everything: true, env: EVERYTHING });
      return { urls: services.urls, lines: () => services.lines, stop: () => services.close() };
    },
  ]);

describe.each(houses)('the logs of a house of %s, everything told', (_, open) => {
  let house: House;
  let url: string;

  /** Lines are JSON objects; what is said to people at the start is not. */
  const lines = (): Line[] =>
    house
      .lines()
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
  const ofRequest = (requestId: string) => lines().filter((line) => line['requestId'] === requestId);
  const namesOf = (some: readonly Line[]) => [...new Set(some.map((line) => line['name']))].toSorted();

  beforeAll(async () => {
    house = await open();
    url = house.urls[0] ?? '';
  }, 120_000);
  afterAll(() => house?.stop(), 30_000);

  it('lead through a request by one id, from the door to every service that worked on it', async () => {
    const { token, userId } = await signInGuest(url);
    const post = (path: string, body: object) =>
      token().then((bearer) =>
        fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
          body: JSON.stringify(body),
        }),
      );
    const game = { requestId: newId(), moderatorName: PERSONAL.name, quiz: 'starter' };
    const [first, second] = [await post('/api/games', game), await post('/api/games', { ...game, requestId: newId() })];
    const [requestId, other] = [first, second].map((response) => response.headers.get('x-request-id') ?? '');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(requestId).toMatch(/^[0-9a-f]{32}$/);
    expect(other).not.toBe(requestId);
    const found = await eventually(() => {
      const some = ofRequest(requestId ?? '');
      expect(namesOf(some)).toEqual(expect.arrayContaining(['game', 'gateway', 'library', 'rate-limit']));
      return some;
    });
    const door = found.find((line) => line['name'] === 'gateway');
    expect(door).toMatchObject({ userId, method: 'POST', path: '/api/games', status: 200 });
    for (const line of found.filter((each) => 'userId' in each)) expect(line['userId']).toBe(userId);
    expect(found.find((line) => line['subject'] === 'game.create')).toMatchObject({ name: 'game', userId });
  }, 90_000);

  it('lead through a press by its own id, with the game and who pressed', async () => {
    const tally = new Tally();
    const game = new LoadGame(tally, leanEntrance(), () => undefined);
    try {
      await game.create(await signInGuest(house.urls.at(-1) ?? ''), 5);
      const presser = await signInGuest(url);
      await game.join(presser, PERSONAL.nickname);
      await game.start();
      game.press(performance.now());
      await game.finish();
      const [press] = tally.acknowledged;
      const found = await eventually(() => {
        const some = ofRequest(press?.commandId ?? '');
        expect(namesOf(some)).toEqual(['game', 'gateway']);
        return some;
      });
      for (const line of found) expect(line).toMatchObject({ gameId: game.gameId, userId: presser.userId });
      expect(found.find((line) => line['name'] === 'gateway')).toMatchObject({ command: 'buzz' });
    } finally {
      game.close();
    }
  }, 90_000);

  it('name nobody: no names, no addresses, no passwords, no tokens', async () => {
    const http = createHttp({ baseUrl: url });
    const { email, password, name } = PERSONAL;
    const { access_token: accessToken } = await http.call('signUp', { body: { email, password, displayName: name } });
    const refused = { email, password: `${password}!` };
    await http.call('signIn', { body: refused }).catch(() => undefined);
    await fetch(`${url}/api/games/by-code/AAAAAA?name=${encodeURIComponent(PERSONAL.nickname)}`);
    await eventually(() => expect(lines().some((line) => line['path'] === '/api/identity/sign-in')).toBe(true));
    const all = lines()
      .map((line) => JSON.stringify(line))
      .join('\n');
    for (const secret of [...Object.values(PERSONAL), 'Quittenbaum', 'Quittchen', accessToken])
      expect(all).not.toContain(secret);
    expect(all).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  }, 90_000);
});
