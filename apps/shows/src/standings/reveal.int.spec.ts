import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as calls from '@earworm/contracts';
import {
  RefusedError,
  type ReplyOf,
  type RequestOf,
  RevealAsked,
  type RoomId,
  type ShowActor,
  type ShowId,
  type ShowStage,
} from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { pngOf } from '../testing/pictures.js';
import { actor, OLGA, outcomeOf, row, runEvents, type RunningEvents } from '../testing/running-events.js';

const VERA = actor('vera');
const PAUL = actor('paul');
const OTTO = actor('otto');
const ANNA = actor('anna', { isAdmin: true });
type Found = ReplyOf<typeof calls.showStandings>['entries'][number];
type Settings = RequestOf<typeof calls.saveShowStage>['settings'];

describeWith('postgres', 'the stage of an event and the reveal of its standings', () => {
  let events: RunningEvents;
  let showId: ShowId;
  let roomId: RoomId;
  /** The ranking that the library has. */
  let ranked: Omit<Found, 'roomId'>[] = [];
  const read: RequestOf<typeof calls.showStandings>[] = [];
  const kept: RequestOf<typeof calls.keepStandings>[] = [];
  /** What happens before the library answers. */
  let beforeReading: () => Promise<void> = async () => {};

  const ranks = (...list: (readonly [rank: number, name: string])[]) =>
    list.map(([rank, name]) => ({
      ...{ rank, name, points: 1_000 - rank, right: 1, wrong: 0, value: 1_000 - rank, games: 1 },
      ...{ key: `game-1 ${name}`, before: rank + 1 },
    }));

  beforeAll(async () => {
    events = await runEvents();
    events.bus.serve(calls.showStandings, async (request) => {
      read.push(request);
      await beforeReading();
      const strip = ({ key: _key, before: _before, ...entry }: Omit<Found, 'roomId'>) => entry;
      const entries = request.isTraced === true ? ranked : ranked.map(strip);
      return {
        ...{ total: ranked.length, rounds: 2, hasTeams: false },
        entries: entries.map((entry) => ({ ...entry, roomId })),
      };
    });
    events.bus.serve(calls.keepStandings, (request) => {
      kept.push(request);
      return {};
    });
  });
  beforeEach(async () => {
    await events.clear();
    ranked = ranks([1, 'Ann King'], [2, 'Bob'], [2, 'Cem'], [4, 'Dora'], [5, 'Eve']);
    showId = await events.newShow();
    await events.save(showId, [row(1, { group: 'Lyon' })]);
    roomId = (await events.rooms(showId))[0]!.roomId;
    await events.staffed(showId, VERA, 'viewer');
    await events.staffed(showId, PAUL, 'operator');
    read.length = kept.length = 0;
    beforeReading = async () => {};
  });
  afterAll(() => events?.close());

  const freeze = (frozen = true) => events.bus.call(calls.freezeStandings, { actor: OLGA, showId, frozen });
  const stage = async (by: ShowActor = VERA) =>
    (await events.bus.call(calls.readShowStage, { actor: by, showId })).stage;
  const save = (settings: Partial<Settings>, by: ShowActor = OLGA) =>
    events.bus.call(calls.saveShowStage, {
      ...{ actor: by, showId },
      settings: { kind: 'players', counting: 'points', publicNames: null, ...settings },
    });
  const link = async (isLinked = true, by: ShowActor = OLGA) =>
    (await events.bus.call(calls.linkShowStage, { actor: by, showId, isLinked })).key;
  const lookAtStage = (key: string | null) => events.bus.call(calls.lookAtShowStage, { showId, key: key ?? '' });
  const lookAtPage = (key: string | null) => events.bus.call(calls.lookAtStandings, { showId, key: key ?? '' });
  const act = async (asked: Partial<RevealAsked>, by: ShowActor = OLGA) => {
    const { reveal } = await events.bus.call(calls.revealStandings, {
      ...{ actor: by, showId },
      ...RevealAsked.parse({ act: 'next', ...asked }),
    });
    return reveal;
  };
  const places = ({ entries }: Pick<ShowStage, 'entries'>) => entries.map(({ rank, name }) => `${rank} ${name}`);
  const listed = async (by: ShowActor, asked: Partial<RequestOf<typeof calls.listStandings>> = {}) =>
    events.bus.call(calls.listStandings, {
      ...{ actor: by, showId, kind: 'players', counting: 'points', page: 1 },
      ...asked,
    });

  it('shows the logo of a sponsor on the stage where there is one', async () => {
    expect(await stage()).not.toHaveProperty('sponsorLogo');
    const picture = pngOf(40, 20).toString('base64');
    const { logo } = await events.bus.call(calls.setShowLogo, { actor: OLGA, showId, picture, owner: 'sponsor' });
    expect((await stage()).sponsorLogo).toEqual(logo);
  });

  it('ranks the best twelve of whom operators choose, with room, group and the place before', async () => {
    ranked = ranks(...Array.from({ length: 15 }, (_, n) => [n + 1, `P${n}`] as const));
    await save({ kind: 'teams', counting: 'average' });
    const found = await stage();
    expect(found).toMatchObject({
      ...{ name: 'Quiz night', kind: 'teams', counting: 'average', total: 15, rounds: 2 },
      ...{ frozenAt: null, reveal: null, publicKey: null },
    });
    expect(found.entries).toHaveLength(12);
    expect(found.entries[0]).toEqual({
      ...{ rank: 1, before: 2, name: 'P0', value: 999 },
      room: { number: 1, name: 'Room 1', group: 'Lyon' },
    });
    expect(read.at(-1)).toMatchObject({ kind: 'teams', counting: 'average', frozenAt: null, isTraced: true });
    const { frozenAt } = await freeze();
    expect(await stage(OLGA)).toMatchObject({ frozenAt });
    expect(read.at(-1)).toMatchObject({ frozenAt });
  });

  it('opens by a link until operators revoke it or make another', async () => {
    for (const key of ['', 'x'.repeat(43)]) expect(await outcomeOf(lookAtStage(key))).toBe('standings-link-unknown');
    const first = await link();
    expect(places(await lookAtStage(first))).toEqual(places(await stage()));
    const second = await link();
    expect(second).not.toBe(first);
    expect(await outcomeOf(lookAtStage(first))).toBe('standings-link-unknown');
    expect(await outcomeOf(lookAtStage(second))).toBe('ok');
    expect(await events.bus.call(calls.readShowStage, { actor: OLGA, showId })).toMatchObject({ isLinked: true });
    expect(await link(false)).toBeNull();
    expect(await outcomeOf(lookAtStage(second))).toBe('standings-link-unknown');
    const third = await link();
    await events.bus.call(calls.deleteShow, { actor: OLGA, showId });
    expect(await outcomeOf(lookAtStage(third))).toBe('standings-link-unknown');
  });

  it('gives the public page the names that operators choose, and a new link each time it is turned on', async () => {
    expect(await outcomeOf(lookAtPage(''))).toBe('standings-link-unknown');
    const { publicKey } = await save({ publicNames: 'short' });
    expect(publicKey).toHaveLength(calls.PUBLIC_KEY_LENGTH);
    const page = await lookAtPage(publicKey);
    expect(page.entries.map(({ name }) => name)).toEqual(['Ann K.', 'B.', 'C.', 'D.', 'E.']);
    expect(Object.keys(page.entries[0]!).toSorted()).toEqual(['before', 'name', 'rank', 'value']);
    expect(await stage()).toMatchObject({ publicKey, entries: [{ name: 'Ann King' }, {}, {}, {}, {}] });
    // Other names, or teams: the link stays.
    expect(await save({ publicNames: 'full' })).toEqual({ publicKey });
    expect((await lookAtPage(publicKey)).entries[0]?.name).toBe('Ann King');
    await save({ publicNames: 'short', kind: 'teams' });
    expect((await lookAtPage(publicKey)).entries[0]?.name).toBe('Ann King');
    expect(await save({ publicNames: null })).toEqual({ publicKey: null });
    expect(await outcomeOf(lookAtPage(publicKey))).toBe('standings-link-unknown');
    const again = await save({ publicNames: 'short' });
    expect(again.publicKey).not.toBe(publicKey);
    expect(await outcomeOf(lookAtPage(publicKey))).toBe('standings-link-unknown');
    // The key of one page opens nothing else.
    expect(await outcomeOf(lookAtStage(again.publicKey))).toBe('standings-link-unknown');
  });

  it('reveals frozen standings place by place, those who share one together', async () => {
    expect(await outcomeOf(act({ act: 'start' }))).toBe('standings-not-frozen');
    await freeze();
    expect(await outcomeOf(act({ act: 'next' }))).toBe('standings-not-revealed');
    expect(await act({ act: 'start', entries: 4 })).toEqual({ entries: 4, best: null, next: 4 });
    const { publicKey } = await save({ publicNames: 'full' });
    const key = await link();
    const seen = async () => {
      const all = [await stage(), await stage(OLGA), await lookAtStage(key), await lookAtPage(publicKey)];
      const [first, ...others] = all.map((one) => one.entries.map(({ rank, name }) => `${rank} ${name}`));
      for (const other of others) expect(other).toEqual(first);
      return first;
    };
    expect(await seen()).toEqual([]);
    expect(await act({ from: null })).toEqual({ entries: 4, best: 4, next: 2 });
    expect(await seen()).toEqual(['4 Dora']);
    expect(await act({ from: 4 })).toEqual({ entries: 4, best: 2, next: 1 });
    expect(await seen()).toEqual(['2 Bob', '2 Cem', '4 Dora']);
    expect(await act({ from: 2 })).toEqual({ entries: 4, best: 1, next: null });
    expect(await seen()).toEqual(['1 Ann King', '2 Bob', '2 Cem', '4 Dora']);
    expect(await act({ from: 1 })).toEqual({ entries: 4, best: 1, next: null });
    expect(await act({ act: 'end' })).toBeNull();
    expect(await seen()).toHaveLength(5);
  });

  it('reveals one place when two operators press at once', async () => {
    await freeze();
    const started = await Promise.all([act({ act: 'start' }), act({ act: 'start', entries: 2 }, PAUL)]);
    expect(started[0]).toEqual(started[1]);
    await act({ act: 'end' });
    await act({ act: 'start' });
    const both = await Promise.all([act({ from: null }), act({ from: null }, PAUL)]);
    for (const one of both) expect(one).toMatchObject({ best: 5, next: 4 });
    expect(await act({ from: null }, PAUL)).toMatchObject({ best: 5, next: 4 });
    expect(await act({ from: 5 }, PAUL)).toMatchObject({ best: 4 });
    expect(places(await stage())).toEqual(['4 Dora', '5 Eve']);
    expect(await act({ act: 'all' }, PAUL)).toEqual({ entries: 5, best: 1, next: null });
  });

  it('keeps revealed places when people are renamed or erased', async () => {
    await freeze();
    await act({ act: 'start' });
    await act({ from: null });
    await act({ from: 5 });
    // Eve is erased, and Dora is called Theodora; Bob, who is not revealed yet, is erased, too.
    const [ann, , cem, dora] = ranked;
    ranked = [ann!, { ...cem!, rank: 2 }, { ...dora!, rank: 3, name: 'Theodora' }];
    expect(places(await stage())).toEqual(['4 Theodora']);
    expect(await act({ from: 4 })).toEqual({ entries: 3, best: 2, next: 1 });
    expect(places(await stage())).toEqual(['2 Cem', '4 Theodora']);
    // The winner is erased before the last step: nothing is left to reveal.
    ranked = ranked.slice(1);
    expect(await act({ from: 2 })).toEqual({ entries: 2, best: 2, next: null });
  });

  it('keeps what it ranks while the stage is set up otherwise, and survives another replica', async () => {
    await save({ kind: 'teams' });
    await freeze();
    await act({ act: 'start' });
    await act({ from: null });
    await save({ kind: 'players', counting: 'places' });
    await events.start();
    for (let times = 0; times < 4; times++)
      expect(await stage()).toMatchObject({ kind: 'teams', counting: 'points', reveal: { best: 5, next: 4 } });
    await act({ act: 'end' });
    expect(await stage()).toMatchObject({ kind: 'players', counting: 'places', reveal: null });
  });

  it('reveals the standings as they are when it starts, if the operator wants that', async () => {
    const { frozenAt } = await freeze();
    kept.length = 0;
    await act({ act: 'start', isFresh: true });
    const [fresh] = kept;
    expect(kept).toEqual([{ showId, at: expect.any(Number) }]);
    expect(fresh!.at).toBeGreaterThan(frozenAt ?? 0);
    expect(await stage()).toMatchObject({ frozenAt: fresh!.at, entries: [] });
    // Another operator who starts it too changes nothing.
    await act({ act: 'start', isFresh: true }, PAUL);
    expect(kept).toHaveLength(1);
  });

  it.each(['start', 'next', 'all'] as const)(
    'hides what it froze until the ranking can be read, by %s',
    async (again) => {
      await freeze();
      beforeReading = () => Promise.reject(new RefusedError('unavailable'));
      expect(await outcomeOf(act({ act: 'start', isFresh: true, entries: 4 }))).toBe('unavailable');
      beforeReading = async () => {};
      // The library has no other rows.
      const nothing = { frozenAt: kept.at(-1)!.at, entries: [], reveal: { entries: 0, best: null, next: null } };
      expect(await stage()).toMatchObject(nothing);
      expect(await listed(VERA)).toMatchObject({ entries: [], isRevealing: true });
      expect(await act({ act: again, from: null })).toEqual({ entries: 4, best: null, next: 4 });
      expect(await stage()).toMatchObject({ frozenAt: kept.at(-1)!.at, entries: [] });
    },
  );

  it('shows nothing of what it freezes while it starts', async () => {
    await freeze();
    const seen: unknown[] = [];
    beforeReading = async () => {
      beforeReading = async () => {};
      seen.push(places(await stage()), (await listed(VERA)).entries);
    };
    await act({ act: 'start', isFresh: true });
    expect(seen).toEqual([[], []]);
  });

  it('freezes once for two operators who start it with fresh standings at once', async () => {
    await freeze();
    kept.length = 0;
    const [one, other] = await Promise.all([
      act({ act: 'start', isFresh: true, entries: 2 }),
      act({ act: 'start', isFresh: true, entries: 4 }, PAUL),
    ]);
    expect(one).toEqual(other);
    expect(await stage()).toMatchObject({ frozenAt: kept.at(-1)!.at, reveal: one });
  });

  it('refuses to start when the standings are released meanwhile', async () => {
    await freeze();
    beforeReading = async () => {
      beforeReading = async () => {};
      await freeze(false);
    };
    expect(await outcomeOf(act({ act: 'start' }))).toBe('standings-not-frozen');
    expect(await stage()).toMatchObject({ reveal: null, frozenAt: null });
  });

  it('starts from what was frozen meanwhile by another operator', async () => {
    await freeze();
    beforeReading = async () => {
      beforeReading = async () => {};
      await freeze(false);
      ranked = ranked.slice(1);
      await freeze();
    };
    expect(await act({ act: 'start' })).toEqual({ entries: 4, best: null, next: 5 });
    expect(read.at(-1)).toMatchObject({ frozenAt: kept.at(-1)!.at });
  });

  it.each([
    ['a shared place as a whole where the stage has enough rows', 2, [1, 2, 2, 2, 5], 4],
    [
      'a shared place not at all where it has too few',
      12,
      [...Array.from({ length: 9 }, (_, n) => n + 1), ...Array(8).fill(10)],
      9,
    ],
    ['as many as asked for of a first place that most share', 12, Array(20).fill(1), 12],
    ['as many as asked for where no place is shared', 3, [1, 2, 3, 4], 3],
  ])('reveals %s', async (_, entries, shared: number[], expected) => {
    ranked = ranks(...shared.map((rank, n) => [rank, `P${n}`] as const));
    await freeze();
    expect(await act({ act: 'start', entries })).toMatchObject({ entries: expected });
  });

  it('refuses to start a reveal without entries', async () => {
    ranked = [];
    await freeze();
    expect(await outcomeOf(act({ act: 'start' }))).toBe('standings-empty');
    expect(await stage()).toMatchObject({ reveal: null });
  });

  it('hides from viewers of the standings what is not revealed, and what it follows from', async () => {
    await freeze();
    await act({ act: 'start', entries: 3 });
    const names = async (by: ShowActor, asked = {}) => (await listed(by, asked)).entries.map(({ name }) => name);
    expect(await names(VERA)).toEqual(['Dora', 'Eve']);
    for (const asked of [{ kind: 'teams' as const }, { counting: 'places' as const }, { group: 'Lyon' }, { round: 1 }])
      expect(await listed(VERA, asked)).toMatchObject({ total: 0, entries: [], isRevealing: true });
    await act({ from: null });
    expect(await names(VERA)).toEqual(['Bob', 'Cem', 'Dora', 'Eve']);
    for (const by of [OLGA, ANNA]) expect(await names(by)).toHaveLength(5);
    const [entry] = (await listed(VERA)).entries;
    expect(Object.keys(entry!)).not.toContain('key');
    await freeze(false);
    expect(await stage()).toMatchObject({ reveal: null, frozenAt: null });
    expect(await listed(VERA)).toMatchObject({ total: 5, isRevealing: false });
  });

  it('hides hidden places also of a player who was removed from a game meanwhile, until all are revealed', async () => {
    await freeze();
    await act({ act: 'start', entries: 3 });
    const names = async () => (await listed(VERA)).entries.map(({ name }) => name);
    ranked = ranked.map((entry) => (entry.name === 'Ann King' ? { ...entry, key: 'game-2 Ann King' } : entry));
    expect(await names()).toEqual(['Dora', 'Eve']);
    await act({ from: null });
    expect(await names()).toEqual(['Bob', 'Cem', 'Dora', 'Eve']);
    await act({ act: 'all' });
    expect(await names()).toEqual(['Ann King', 'Bob', 'Cem', 'Dora', 'Eve']);
  });

  it('answers staff and administrators, and obeys operators of this event only', async () => {
    await events.newShow({}, OTTO);
    await freeze();
    const asked = (by: ShowActor) =>
      Promise.all(
        [stage(by), save({}, by), link(true, by), act({ act: 'start' }, by), act({ act: 'all' }, by)].map(outcomeOf),
      );
    const unknown = Array.from({ length: 5 }, () => 'event-not-found');
    expect(await asked(actor('eve'))).toEqual(unknown);
    expect(await asked(OTTO)).toEqual(unknown);
    expect(await asked(VERA)).toEqual(['ok', ...Array.from({ length: 4 }, () => 'event-not-operator')]);
    expect((await asked(ANNA)).slice(0, 4)).toEqual(['ok', ...unknown.slice(2)]);
    expect((await stage()).reveal).toBeNull();
    await events.bus.call(calls.deleteShow, { actor: OLGA, showId });
    expect((await asked(OLGA)).slice(1, 4)).toEqual(['event-deleted', 'event-deleted', 'event-deleted']);
  });
});
