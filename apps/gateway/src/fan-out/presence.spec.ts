import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { presenceSubject } from '@earworm/contracts';
import { type Bus, createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { Presence } from './presence.js';

const GAME = 'a-game-with-people';
let house: Bus;
let otherBus: Bus;
let presence: Presence;
let said: string[][];
let shown: { online: number }[];
let full: { delayed?: number }[];
let changes: ('all' | 'full')[];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const hub = createInProcessHub(createLog('bus', { level: 'silent' }));
  house = hub.connect();
  otherBus = hub.connect();
  said = [];
  shown = [];
  full = [];
  changes = [];
  house.subscribe(presenceSubject(GAME), ({ data }) => {
    said.push((JSON.parse(new TextDecoder().decode(data)) as { users: string[] }).users);
  });
  const options = { gateway: 'gateway-1', everyMs: 5_000, expiresMs: 12_000 };
  presence = new Presence(options, {
    bus: hub.connect(),
    gameId: GAME,
    onChange: (frames, changed) => {
      changes.push(changed);
      full.push(JSON.parse(frames.full) as { delayed?: number });
      if (changed === 'all') shown.push(JSON.parse(frames.all) as { online: number });
    },
  });
});
afterEach(() => {
  presence.stop();
  jest.useRealTimers();
});

const otherSays = (users: string[]) =>
  house.publish(
    presenceSubject(GAME),
    new TextEncoder().encode(JSON.stringify({ gateway: 'gateway-2', stages: 0, users })),
  );
const now = () => performance.now();

/** Longer than changes are gathered before they are said; then what was said has arrived. */
const gathered = async () => {
  await house.flush();
  jest.advanceTimersByTime(400);
  await house.flush();
};

describe('who is connected to a game', () => {
  it('is said in whole every five seconds, though nothing changes', async () => {
    const before = now();
    presence.enter('player', 'ann');
    await gathered();
    expect(said).toEqual([['ann']]);
    presence.tick(before + 5_000);
    await gathered();
    expect(said).toEqual([['ann']]);
    presence.tick(now() + 5_000);
    await gathered();
    expect(said).toEqual([['ann'], ['ann']]);
  });

  it('can go with events before it is due while only users have come, in games of up to 64', async () => {
    expect(presence.canGoWithEvents).toBe(false);
    for (let i = 1; i <= 64; i++) presence.enter('player', `user-${i}`);
    expect(presence.canGoWithEvents).toBe(true);
    presence.update();
    expect([shown, said]).toEqual([[{ type: 'presence', online: 64, moderator: false }], []]);
    presence.enter('player', 'user-65');
    expect(presence.canGoWithEvents).toBe(false);
    await gathered();
    expect([shown.length, said.length, presence.canGoWithEvents]).toEqual([2, 1, false]);
  });

  it('goes with events at most once in 250 ms', async () => {
    presence.enter('player', 'ann');
    presence.update();
    presence.enter('player', 'bob');
    expect(presence.canGoWithEvents).toBe(false);
    jest.advanceTimersByTime(249);
    expect(presence.canGoWithEvents).toBe(false);
    await gathered();
    await gathered();
    presence.enter('player', 'cem');
    expect(presence.canGoWithEvents).toBe(true);
  });

  it('waits until it is due when a user has left, who may be changing sockets', async () => {
    presence.enter('player', 'ann');
    await gathered();
    presence.leave('player', 'ann');
    presence.enter('player', 'bob');
    expect(presence.canGoWithEvents).toBe(false);
    await gathered();
    await gathered();
    presence.enter('player', 'cem');
    expect(presence.canGoWithEvents).toBe(true);
  });

  it('waits until it is due when another gateway reports other users', async () => {
    otherSays(['bob']);
    await gathered();
    await gathered();
    otherSays(['cem']);
    await house.flush();
    presence.enter('player', 'ann');
    expect(presence.canGoWithEvents).toBe(false);
  });

  it('tells the moderator how many joins wait at all gateways together', async () => {
    house.publish(
      presenceSubject(GAME),
      new TextEncoder().encode(JSON.stringify({ gateway: 'gateway-2', stages: 0, users: ['bob'], delayed: 5 })),
    );
    presence.addDelayed(2);
    await gathered();
    expect(full.at(-1)).toMatchObject({ online: 1, delayed: 7 });
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toHaveProperty('delayed');
    // Nothing has changed for anybody but the moderator.
    presence.addDelayed(-1);
    await gathered();
    expect(changes).toEqual(['all', 'full']);
    expect(full.at(-1)).toMatchObject({ delayed: 6 });
  });

  it('names the desks that are connected here, each as long as it has a socket', async () => {
    const desks: unknown[] = [];
    house.subscribe(presenceSubject(GAME), ({ data }) => {
      desks.push((JSON.parse(new TextDecoder().decode(data)) as { desks?: string[] }).desks);
    });
    presence.enter('moderator', 'mo', 'laptop');
    presence.enter('moderator', 'mo', 'laptop');
    presence.enter('moderator', 'mo', 'phone');
    await gathered();
    presence.leave('moderator', 'mo', 'laptop');
    presence.leave('moderator', 'mo', 'phone');
    await gathered();
    presence.leave('moderator', 'mo', 'laptop');
    await gathered();
    expect(desks).toEqual([['laptop', 'phone'], ['laptop'], undefined]);
  });

  it('is said to a gateway that is heard for the first time, and not again when it repeats itself', async () => {
    presence.enter('player', 'ann');
    await gathered();
    said = [];
    otherSays(['bob']);
    await gathered();
    expect(said).toEqual([['bob'], ['ann']]);
    otherSays(['bob']);
    otherSays(['bob', 'cem']);
    await gathered();
    expect(said).toEqual([['bob'], ['ann'], ['bob'], ['bob', 'cem']]);
    expect(shown.map(({ online }) => online)).toEqual([1, 2, 3]);
  });

  it('is published again to a gateway that had no users of the game', async () => {
    presence.enter('player', 'ann');
    otherSays(['bob']);
    await gathered();
    otherSays([]);
    await gathered();
    said = [];
    otherSays(['bob']);
    await gathered();
    expect(said).toEqual([['bob'], ['ann']]);
  });

  it('comes to rest between two gateways once each has said what the other did not know', async () => {
    const options = { gateway: 'gateway-2', everyMs: 5_000, expiresMs: 12_000 };
    const other = new Presence(options, { bus: otherBus, gameId: GAME, onChange: () => undefined });
    try {
      presence.enter('player', 'ann');
      other.enter('player', 'bob');
      for (let broadcast = 0; broadcast < 5; broadcast++) await gathered();
      said = [];
      for (let broadcast = 0; broadcast < 5; broadcast++) await gathered();
      expect(said).toEqual([]);
      expect(shown.at(-1)).toMatchObject({ online: 2 });
    } finally {
      other.stop();
    }
  });

  it('is forgotten when its gateway has not said it for twelve seconds', async () => {
    const before = now();
    otherSays(['bob', 'cem']);
    await gathered();
    expect(shown.at(-1)).toMatchObject({ online: 2 });
    presence.tick(before + 12_000);
    await gathered();
    expect(shown).toHaveLength(1);
    presence.tick(now() + 12_001);
    await gathered();
    expect(shown.at(-1)).toMatchObject({ online: 0 });
  });
});
