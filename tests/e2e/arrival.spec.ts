import { describe, expect } from '@jest/globals';
import { type Step, framesOf } from './support/frames-of-phone.js';
import type { Person } from './support/person.js';
import { type Player, playerOf } from './support/player.js';
import type { PreparedGame } from './support/prepared-game.js';
import { test } from './support/test.js';

const JOIN = /^(Join|Rejoin) Game$/;

const withoutStorage = ({ context }: Person) =>
  context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });

/** Opens the link of the QR code and types the name, as on every visit. */
async function scan({ person }: Player, { code }: PreparedGame): Promise<void> {
  await person.page.goto(`/?code=${code}`);
  await typeName(person);
}
async function typeName({ page, name }: Person): Promise<void> {
  await page.getByRole('heading', { name: 'Ruth’s game' }).waitFor();
  await page.getByLabel('Your Name').fill(name);
}
const tap = ({ person }: Player) => person.button(JOIN).click();

/** How often the name is looked up depends on the speed of typing. */
const afterArrival = (types: readonly string[]) => types.filter((type) => type !== 'arrive' && type !== 'ping');

/** Of all who have ever joined, and of those who play. */
async function expectOneSeat(game: PreparedGame): Promise<void> {
  const { playerCount, activeCount } = await game.view();
  expect([playerCount, activeCount]).toEqual([1, 1]);
}

describe('a phone that scans the code', () => {
  test('finds the game, takes a seat and plays over one socket, without a request of the API from the tap on', async ({
    game,
    arrive,
  }) => {
    const played = await game();
    const ada = playerOf(await arrive('Ada'));
    const frames = await framesOf(ada.person);
    await scan(ada, played);
    expect(frames.requests.filter((request) => /games|guest/.test(request))).toEqual([]);
    const before = frames.requests.length;
    await tap(ada);
    await ada.becomes('wait');
    await played.pick();
    await ada.becomes('armed');
    expect(frames.requests.slice(before).filter((request) => !request.includes('/telemetry/'))).toEqual([]);
    expect([frames.sockets(), afterArrival(frames.sent())]).toEqual([1, ['enter']]);
    expect(frames.textOf('enter')[0]).not.toContain('"token"');
    await ada.buzz();
    await ada.becomes('first');
    await expectOneSeat(played);
  });

  test('gets one seat for two taps', async ({ game, arrive }) => {
    const played = await game();
    const ada = playerOf(await arrive('Ada'));
    const frames = await framesOf(ada.person);
    await scan(ada, played);
    await ada.person.button(JOIN).dblclick();
    await ada.becomes('wait');
    expect(frames.textOf('enter')).toHaveLength(1);
    await expectOneSeat(played);
  });

  test('joins as the user who is signed in', async ({ game, registered }) => {
    const played = await game();
    const ada = playerOf(await registered('Ada'));
    const frames = await framesOf(ada.person);
    await scan(ada, played);
    await tap(ada);
    await ada.becomes('wait');
    expect(frames.textOf('enter')[0]).toContain('"token"');
    expect(frames.sockets()).toBe(1);
  });

  test('shows another name at once when its name is taken', async ({ game, arrive }) => {
    const played = await game({ players: ['Ada'] });
    const ada = playerOf(await arrive('Ada'));
    const frames = await framesOf(ada.person);
    await scan(ada, played);
    await tap(ada);
    await ada.person.button('Join as Ada 2').click();
    await ada.becomes('wait');
    expect([...frames.byes(), ...frames.textOf('hello')]).toEqual([]);
    expect([frames.sockets(), afterArrival(frames.sent())]).toEqual([1, ['enter', 'command']]);
  });

  test('gets the seat back that its player left, by the secret that it keeps', async ({ game, arrive }) => {
    const played = await game();
    const ada = playerOf(await arrive('Ada'));
    await scan(ada, played);
    await tap(ada);
    await ada.becomes('wait');
    await ada.leave();
    await ada.person.page.getByLabel('Game Code').waitFor();
    await scan(ada, played);
    await ada.person.sees('You left this game as Ada. Your score has been kept.');
    await ada.person.button('Rejoin Game').click();
    await ada.becomes('wait');
    await expectOneSeat(played);
  });
});

const STEPS: readonly (readonly [when: string, step: Step])[] = [
  ['while it waits in line', { sent: 'enter' }],
  ['between its seat and the answer', { received: 'entered' }],
  ['between the answer and the game', { received: 'snapshot' }],
];

describe.each([
  ['keeps what a page stores', undefined],
  ['stores nothing', withoutStorage],
] as const)('a phone that %s', (_, prepare) => {
  for (const [when, step] of STEPS) {
    test(`gets one seat when it is reloaded ${when}`, async ({ game, arrive }) => {
      const played = await game();
      const ada = playerOf(await arrive('Ada', prepare && { prepare }));
      const frames = await framesOf(ada.person);
      await scan(ada, played);
      const reached = frames.keepBack(step);
      await tap(ada);
      await reached;
      frames.release();
      await ada.person.page.reload();
      await typeName(ada.person);
      await tap(ada);
      await ada.becomes('wait');
      await expectOneSeat(played);
    });

    test(`gets one seat when its socket is lost ${when}`, async ({ game, arrive }) => {
      const played = await game();
      const ada = playerOf(await arrive('Ada', prepare && { prepare }));
      const frames = await framesOf(ada.person);
      await scan(ada, played);
      const reached = frames.keepBack(step);
      await tap(ada);
      await reached;
      frames.release();
      await frames.cut();
      await ada.becomes('wait');
      const enters = frames.textOf('enter').map((text) => (JSON.parse(text) as { id: string }).id);
      expect(enters).toEqual([enters[0], enters[0]]);
      await expectOneSeat(played);
    });
  }
});

describe('a phone that is reloaded', () => {
  test('finds the game again before the tap', async ({ game, arrive }) => {
    const played = await game();
    const ada = playerOf(await arrive('Ada'));
    await scan(ada, played);
    await ada.person.page.reload();
    await typeName(ada.person);
    await tap(ada);
    await ada.becomes('wait');
    await expectOneSeat(played);
  });

  test('shows its seat again as soon as it has one', async ({ game, arrive }) => {
    const played = await game();
    const ada = playerOf(await arrive('Ada'));
    await scan(ada, played);
    await tap(ada);
    await ada.becomes('wait');
    await ada.person.page.reload();
    await ada.becomes('wait');
    await expectOneSeat(played);
  });
});

describe('tokens of a phone that joins', () => {
  test('stand in no address', async ({ game, arrive }) => {
    const played = await game();
    const ada = playerOf(await arrive('Ada'));
    const addresses: string[] = [];
    ada.person.page.on('request', (request) => addresses.push(request.url()));
    ada.person.page.on('websocket', (socket) => addresses.push(socket.url()));
    await scan(ada, played);
    await tap(ada);
    await ada.becomes('wait');
    const kept = await ada.person.page.evaluate(() => localStorage.getItem('earworm.tokens'));
    const { access, refresh } = JSON.parse(kept ?? '{}') as { access: string; refresh: string };
    expect(access.split('.')).toHaveLength(3);
    expect(addresses.filter((address) => address.includes(access) || address.includes(refresh))).toEqual([]);
    expect(addresses.some((address) => address.endsWith('/ws'))).toBe(true);
  });
});
