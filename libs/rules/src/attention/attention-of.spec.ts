import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { GameId } from '../ids.js';
import { ROOM } from '../testing/steps.js';
import {
  ATTENTION_KINDS,
  ATTENTION_THRESHOLDS,
  attentionOf,
  byUrgency,
  isOutdated,
  type AttentionKind,
} from './attention-of.js';
import type { RoomStatus } from './status.js';

const NOW = 1_800_000_000_000;
const PLAN = { startsAt: NOW - 3_600_000, thresholds: ATTENTION_THRESHOLDS };
const seconds = (n: number) => NOW - n * 1_000;

const PLAYING: RoomStatus = {
  ...{ ...ROOM, gameId: 'game-1' as GameId, createdAt: NOW - 7_200_000, state: 'playing', startedAt: PLAN.startsAt },
  ...{ lastActionAt: seconds(5), question: 3, questions: 12, seated: 8, connected: 8, crew: 1 },
};

/** A room that is being played with these facts, of which the status has just come. */
const given = (facts: Partial<RoomStatus> = {}, { heardAgo = 1, plan = PLAN } = {}) => ({
  when: (now: number) => attentionOf({ status: { ...PLAYING, ...facts }, heardAt: now - heardAgo * 1_000 }, plan, now),
});
const kindsAt = (now: number, facts: Partial<RoomStatus>, options?: Parameters<typeof given>[1]) =>
  given(facts, options)
    .when(now)
    .map(({ kind }) => kind);
const SETUP: Partial<RoomStatus> = { state: 'setup', startedAt: undefined, crew: 0 };

describe('what a room needs', () => {
  it('finds nothing in a room where everything goes well', () => {
    expect(given().when(NOW)).toEqual([]);
  });

  /** Kind, facts of the status, threshold in seconds. */
  const LIMITS: readonly (readonly [AttentionKind, (at: number) => Partial<RoomStatus>, number])[] = [
    ['crew-away', (at) => ({ crewAwaySince: at, crew: 0 }), 60],
    ['buzz-waiting', (at) => ({ buzzSince: at, buzzer: 'Ann' }), 30],
    ['song-silent', (at) => ({ silentSince: at, song: 'silent' }), 20],
    ['question-open', (at) => ({ openSince: at }), 180],
    ['players-offline', (at) => ({ offlineSince: at, connected: 1 }), 10],
    ['quiet', (at) => ({ lastActionAt: at }), 300],
    ['not-started', () => SETUP, 600],
  ];
  it.each(LIMITS)('finds %s after its threshold and not before', (kind, facts, limit) => {
    const at = NOW - limit * 1_000;
    const options = kind === 'not-started' ? { plan: { ...PLAN, startsAt: at } } : {};
    expect(kindsAt(NOW, facts(at), options)).toEqual([]);
    expect(kindsAt(NOW + 1, facts(at), options)).toEqual([kind]);
    expect(given(facts(at), options).when(NOW + 1)[0]).toMatchObject({ since: at, acts: expect.any(Array) });
  });

  it('finds a call for help at once, also before the start, and nothing after the end', () => {
    const help = { category: 'sound' as const, text: 'No sound', name: 'Cem', since: NOW };
    expect(given({ help }).when(NOW)).toEqual([
      expect.objectContaining({
        kind: 'help',
        since: NOW,
        facts: { category: 'sound', text: 'No sound', name: 'Cem' },
      }),
    ]);
    expect(kindsAt(NOW, { ...SETUP, help }, { plan: { ...PLAN, startsAt: NOW } })).toEqual(['help']);
    expect(kindsAt(NOW, { help, state: 'completed' })).toEqual([]);
  });

  it('finds a crew that has left at once', () => {
    expect(kindsAt(NOW, { crewAwaySince: NOW, crewLeft: true, crew: 0 })).toEqual(['crew-away']);
  });

  it('names no buzz, song or question of a room whose crew is away', () => {
    const long = seconds(600);
    const stuck = { buzzSince: long, silentSince: long, lastActionAt: long, crewAwaySince: long, crew: 0 };
    expect(kindsAt(NOW, stuck)).toEqual(['crew-away']);
    expect(kindsAt(NOW, { ...stuck, offlineSince: long })).toEqual(['crew-away', 'players-offline']);
  });

  it('waits for nothing in a paused room, but for its crew and its players', () => {
    const stuck = { buzzSince: seconds(600), silentSince: seconds(600), lastActionAt: seconds(600) };
    expect(kindsAt(NOW, { ...stuck, pausedSince: seconds(590) })).toEqual([]);
    expect(kindsAt(NOW, { openSince: seconds(600), pausedSince: seconds(590) })).toEqual([]);
    const away = { crewAwaySince: seconds(61), crew: 0, offlineSince: seconds(60), connected: 1 };
    expect(kindsAt(NOW, { ...stuck, ...away, pausedSince: seconds(590) })).toEqual(['crew-away', 'players-offline']);
  });

  it('offers no pause of a room that is paused', () => {
    const offline = { offlineSince: seconds(60), connected: 1 };
    expect(given(offline).when(NOW)[0]?.acts).toContain('pause');
    expect(given({ ...offline, pausedSince: seconds(9) }).when(NOW)[0]?.acts).not.toContain('pause');
  });

  it('asks for a new link where no crew has come by the planned start, and not where it waits', () => {
    const plan = { ...PLAN, startsAt: seconds(700) };
    expect(given(SETUP, { plan }).when(NOW)[0]?.acts).toContain('replace-link');
    expect(given({ ...SETUP, crew: 1 }, { plan }).when(NOW)[0]?.acts).not.toContain('replace-link');
  });

  it('knows nothing of a room whose status is older than 15 seconds, but for one that is over or not due', () => {
    const stuck = { buzzSince: seconds(600) };
    expect(kindsAt(NOW, stuck, { heardAgo: 15 })).toEqual(['buzz-waiting']);
    expect(given(stuck, { heardAgo: 16 }).when(NOW)).toEqual([
      expect.objectContaining({ kind: 'unknown', since: seconds(16), facts: { state: 'playing' } }),
    ]);
    expect(kindsAt(NOW, { ...stuck, resting: true }, { heardAgo: 75 })).toEqual(['buzz-waiting']);
    expect(kindsAt(NOW, { ...stuck, resting: true }, { heardAgo: 76 })).toEqual(['unknown']);
    expect(kindsAt(NOW, { state: 'completed' }, { heardAgo: 600 })).toEqual([]);
    expect(kindsAt(NOW, SETUP, { heardAgo: 600, plan: { ...PLAN, startsAt: NOW } })).toEqual([]);
    expect(attentionOf(null, { ...PLAN, startsAt: NOW }, NOW)).toEqual([]);
    expect(attentionOf(null, PLAN, NOW)).toMatchObject([{ kind: 'unknown', since: PLAN.startsAt }]);
  });

  it('takes a status for outdated once it is older than 15 seconds, but for one of a game that is over', () => {
    const at = (facts: Partial<RoomStatus>, heardAgo: number) =>
      isOutdated({ status: { ...PLAYING, ...facts }, heardAt: seconds(heardAgo) }, ATTENTION_THRESHOLDS, NOW);
    expect([at({}, 15), at({}, 16), at(SETUP, 16)]).toEqual([false, true, true]);
    expect([at({ resting: true }, 75), at({ resting: true }, 76)]).toEqual([false, true]);
    expect(at({ state: 'completed' }, 600)).toBe(false);
  });

  it('follows the thresholds of the event', () => {
    const plan = { ...PLAN, thresholds: { ...ATTENTION_THRESHOLDS, buzzMs: 5_000 } };
    expect(kindsAt(NOW, { buzzSince: seconds(6) }, { plan })).toEqual(['buzz-waiting']);
  });
});

const time = fc.option(fc.integer({ min: NOW - 900_000, max: NOW }), { nil: undefined });
const statuses: fc.Arbitrary<RoomStatus> = fc
  .record({
    state: fc.constantFrom('setup' as const, 'playing' as const, 'completed' as const),
    ...{ crewAwaySince: time, buzzSince: time, openSince: time, offlineSince: time, silentSince: time },
    lastActionAt: fc.integer({ min: NOW - 900_000, max: NOW }),
    crewLeft: fc.constantFrom(true as const, undefined),
    help: fc.option(
      fc.record({
        category: fc.constant('sound' as const),
        ...{ text: fc.string(), name: fc.string(), since: fc.integer({ min: NOW - 900_000, max: NOW }) },
      }),
      { nil: undefined },
    ),
  })
  .map((facts) => ({ ...PLAYING, ...facts }) as RoomStatus);

describe('what any room needs', () => {
  it('names each kind once, none from the future, in the order of urgency', () => {
    fc.assert(
      fc.property(statuses, fc.integer({ min: 0, max: 60_000 }), (status, heardAgo) => {
        const found = attentionOf({ status, heardAt: NOW - heardAgo }, PLAN, NOW);
        expect(new Set(found.map(({ kind }) => kind)).size).toBe(found.length);
        expect([...found].sort(byUrgency)).toEqual(found);
        for (const { kind, since } of found) {
          expect(ATTENTION_KINDS).toContain(kind);
          expect(since).toBeLessThanOrEqual(NOW);
        }
      }),
    );
  });

  it('needs the same or more while time passes and nothing happens', () => {
    fc.assert(
      fc.property(statuses, fc.integer({ min: 0, max: 900_000 }), (status, more) => {
        const needsAt = (now: number) => attentionOf({ status, heardAt: now }, PLAN, now).length > 0;
        if (needsAt(NOW)) expect(needsAt(NOW + more)).toBe(true);
      }),
    );
  });
});
