import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { presenceSubject } from '@earworm/contracts';
import { type Bus, createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { Presence } from './presence.js';

const GAME = 'a-game-with-people';
let services: Bus;
let otherBus: Bus;
let presence: Presence;
let reports: string[][];
let sent: { online: number }[];
let full: { delayed?: number }[];
let changes: ('all' | 'full')[];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const hub = createInProcessHub(createLog('bus', { level: 'silent' }));
  services = hub.connect();
  otherBus = hub.connect();
  reports = [];
  sent = [];
  full = [];
  changes = [];
  services.subscribe(presenceSubject(GAME), ({ data }) => {
    reports.push((JSON.parse(new TextDecoder().decode(data)) as { users: string[] }).users);
  });
  const options = { gateway: 'gateway-1', everyMs: 5_000, expiresMs: 12_000 };
  presence = new Presence(options, {
    bus: hub.connect(),
    gameId: GAME,
    onChange: (frames, changed) => {
      changes.push(changed);
      full.push(JSON.parse(frames.full) as { delayed?: number });
      if (changed === 'all') sent.push(JSON.parse(frames.all) as { online: number });
    },
  });
});
afterEach(() => {
  presence.stop();
  jest.useRealTimers();
});

const otherSays = (users: string[]) =>
  services.publish(
    presenceSubject(GAME),
    new TextEncoder().encode(JSON.stringify({ gateway: 'gateway-2', stages: 0, users })),
  );
const now = () => performance.now();

/** Longer than changes are collected before they are published; afterwards the messages have arrived. */
const gathered = async () => {
  await services.flush();
  jest.advanceTimersByTime(400);
  await services.flush();
};

describe('presence of a game', () => {
  it('publishes the whole set every five seconds without changes', async () => {
    const before = now();
    presence.enter('player', 'ann');
    await gathered();
    expect(reports).toEqual([['ann']]);
    presence.tick(before + 5_000);
    await gathered();
    expect(reports).toEqual([['ann']]);
    presence.tick(now() + 5_000);
    await gathered();
    expect(reports).toEqual([['ann'], ['ann']]);
  });

  it('travels with events before it is due while only users have come, in games of up to 64', async () => {
    expect(presence.canGoWithEvents).toBe(false);
    for (let i = 1; i <= 64; i++) presence.enter('player', `user-${i}`);
    expect(presence.canGoWithEvents).toBe(true);
    presence.update();
    expect([sent, reports]).toEqual([[{ type: 'presence', online: 64, moderator: false }], []]);
    presence.enter('player', 'user-65');
    expect(presence.canGoWithEvents).toBe(false);
    await gathered();
    expect([sent.length, reports.length, presence.canGoWithEvents]).toEqual([2, 1, false]);
  });

  it('travels with events at most once in 250 ms', async () => {
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
    await services.flush();
    presence.enter('player', 'ann');
    expect(presence.canGoWithEvents).toBe(false);
  });

  it('tells the moderator how many joins wait at all gateways together', async () => {
    services.publish(
      presenceSubject(GAME),
      new TextEncoder().encode(JSON.stringify({ gateway: 'gateway-2', stages: 0, users: ['bob'], delayed: 5 })),
    );
    presence.addDelayed(2);
    await gathered();
    expect(full.at(-1)).toMatchObject({ online: 1, delayed: 7 });
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toHaveProperty('delayed');
    // Nothing has changed for anyone but the moderator.
    presence.addDelayed(-1);
    await gathered();
    expect(changes).toEqual(['all', 'full']);
    expect(full.at(-1)).toMatchObject({ delayed: 6 });
  });

  it('names each connected desk as long as it has a socket', async () => {
    const desks: unknown[] = [];
    services.subscribe(presenceSubject(GAME), ({ data }) => {
      desks.push((JSON.parse(new TextDecoder().decode(data)) as { desks?: string[] }).desks);
    });
    presence.enter('moderator', 'mo', { desk: 'laptop' });
    presence.enter('moderator', 'mo', { desk: 'laptop' });
    presence.enter('moderator', 'mo', { desk: 'phone' });
    await gathered();
    presence.leave('moderator', 'mo', { desk: 'laptop' });
    presence.leave('moderator', 'mo', { desk: 'phone' });
    await gathered();
    presence.leave('moderator', 'mo', { desk: 'laptop' });
    await gathered();
    expect(desks).toEqual([['laptop', 'phone'], ['laptop'], undefined]);
  });

  it('names the networks of events that its sockets come from, with how many', async () => {
    const networks: unknown[] = [];
    services.subscribe(presenceSubject(GAME), ({ data }) => {
      networks.push((JSON.parse(new TextDecoder().decode(data)) as { networks?: unknown }).networks);
    });
    for (const user of ['ann', 'bob']) presence.enter('player', user, { network: '8.8.8.0/24' });
    presence.enter('player', 'cem', { network: null });
    await gathered();
    presence.leave('player', 'ann', { network: '8.8.8.0/24' });
    await gathered();
    presence.leave('player', 'bob', { network: '8.8.8.0/24' });
    await gathered();
    expect(networks).toEqual([[['8.8.8.0/24', 2]], [['8.8.8.0/24', 1]], undefined]);
  });

  it('reaches a gateway that appears for the first time, but not when it repeats itself', async () => {
    presence.enter('player', 'ann');
    await gathered();
    reports = [];
    otherSays(['bob']);
    await gathered();
    expect(reports).toEqual([['bob'], ['ann']]);
    otherSays(['bob']);
    otherSays(['bob', 'cem']);
    await gathered();
    expect(reports).toEqual([['bob'], ['ann'], ['bob'], ['bob', 'cem']]);
    expect(sent.map(({ online }) => online)).toEqual([1, 2, 3]);
  });

  it('reaches again a gateway that had no users of the game', async () => {
    presence.enter('player', 'ann');
    otherSays(['bob']);
    await gathered();
    otherSays([]);
    await gathered();
    reports = [];
    otherSays(['bob']);
    await gathered();
    expect(reports).toEqual([['bob'], ['ann']]);
  });

  it('converges between two gateways once each has published what the other lacked', async () => {
    const options = { gateway: 'gateway-2', everyMs: 5_000, expiresMs: 12_000 };
    const other = new Presence(options, { bus: otherBus, gameId: GAME, onChange: () => undefined });
    try {
      presence.enter('player', 'ann');
      other.enter('player', 'bob');
      for (let broadcast = 0; broadcast < 5; broadcast++) await gathered();
      reports = [];
      for (let broadcast = 0; broadcast < 5; broadcast++) await gathered();
      expect(reports).toEqual([]);
      expect(sent.at(-1)).toMatchObject({ online: 2 });
    } finally {
      other.stop();
    }
  });

  describe('of measured players', () => {
    const options = { gateway: 'gateway-2', everyMs: 5_000, expiresMs: 12_000 };
    type Full = { users: string[]; connections?: unknown };
    let other: Presence;
    let atOther: Full[];
    const shown = () => full.at(-1) as unknown as Full | undefined;
    const sweepFor = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        jest.advanceTimersByTime(1_000);
        for (const each of [presence, other]) each.tick(now());
        await services.flush();
      }
    };

    beforeEach(async () => {
      atOther = [];
      const onChange = (frames: { full: string }) => void atOther.push(JSON.parse(frames.full) as Full);
      other = new Presence(options, { bus: otherBus, gameId: GAME, onChange });
      presence.enter('player', 'ann');
      other.enter('player', 'bob');
      for (let broadcast = 0; broadcast < 3; broadcast++) await gathered();
    });
    afterEach(() => other.stop());

    it('tells desks at both gateways what the connections are like, within ten seconds', async () => {
      presence.measured('ann', 'good');
      other.measured('bob', 'unsteady');
      await sweepFor(10);
      const known = { users: ['ann', 'bob'], connections: ['good', 'unsteady'] };
      expect([shown(), atOther.at(-1)]).toMatchObject([
        known,
        { users: ['bob', 'ann'], connections: ['unsteady', 'good'] },
      ]);
      // Players and stages are shown nothing of it.
      expect(sent.at(-1)).toEqual({ type: 'presence', online: 2, moderator: false });
      expect(changes.at(-1)).toBe('full');
    });

    it('lists null for a player of whom too little is known', async () => {
      other.measured('bob', 'slow');
      other.measured('bob', null);
      await sweepFor(10);
      expect(shown()).toMatchObject({ users: ['ann', 'bob'], connections: [null, 'slow'] });
    });

    it('adds no message between services, and one frame in five seconds at most', async () => {
      const [frames, messages] = [full.length, reports.length];
      for (let second = 0; second < 20; second++) {
        presence.measured('ann', second % 2 === 0 ? 'good' : 'slow');
        await sweepFor(1);
      }
      // Four of each gateway, as without it.
      expect([full.length - frames, reports.length - messages]).toEqual([4, 8]);
    });

    it('sends nothing while each connection is as before', async () => {
      presence.measured('ann', 'good');
      await sweepFor(10);
      const frames = [full.length, atOther.length];
      for (let second = 0; second < 20; second++) {
        presence.measured('ann', 'good');
        await sweepFor(1);
      }
      expect([full.length, atOther.length]).toEqual(frames);
    });

    it('forgets the connection of a player who has left, and takes none of one who is not here', async () => {
      presence.measured('ann', 'slow');
      presence.measured('cem', 'slow');
      await sweepFor(10);
      expect(shown()).toMatchObject({ users: ['ann', 'bob'], connections: ['slow', null] });
      presence.leave('player', 'ann');
      presence.enter('player', 'ann');
      await gathered();
      expect(shown()).not.toHaveProperty('connections');
    });

    it('sends desks the same bytes as ever where none is measured', async () => {
      await sweepFor(20);
      expect(full.at(-1)).toEqual({ type: 'presence', online: 2, moderator: false, users: ['ann', 'bob'] });
    });
  });

  it('expires when its gateway has been silent for twelve seconds', async () => {
    const before = now();
    otherSays(['bob', 'cem']);
    await gathered();
    expect(sent.at(-1)).toMatchObject({ online: 2 });
    presence.tick(before + 12_000);
    await gathered();
    expect(sent).toHaveLength(1);
    presence.tick(now() + 12_001);
    await gathered();
    expect(sent.at(-1)).toMatchObject({ online: 0 });
  });
});
