import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { RefusedError, type Room, type ShowId, TemplateId } from '@earworm/contracts';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { BulkActsWorker } from './bulk-acts-worker.js';
import { MOVE_START } from './bulk-acts.sql.js';
import { actor, OLGA, outcomeOf, row, type RunningEvents, runEvents } from '../testing/running-events.js';

const [VERA, EVE, ADMIN] = [actor('vera'), actor('eve'), actor('ada', { isAdmin: true })];

describeWith('postgres', 'acts of operators in many rooms', () => {
  let events: RunningEvents;
  let showId: ShowId;
  let rooms: Room[];
  beforeAll(async () => {
    events = await runEvents({ actsAtOnce: 2 });
    // Two replicas share the work.
    await events.start();
  });
  const fill = async () => {
    await events.clear();
    showId = await events.showWith(6);
    await events.prepare(showId);
    await events.prepared(showId);
    rooms = await events.rooms(showId);
  };
  beforeEach(fill);
  afterAll(() => events?.close());

  type Wish = Partial<calls.RequestOf<typeof calls.actInRooms>>;
  const seen = (of: readonly Room[] = rooms) => of.map(({ roomId, gameId }) => ({ roomId, after: gameId! }));
  const ask = async (also: Wish = {}): Promise<string> => {
    const jobId = also.jobId ?? randomUUID();
    await events.bus.call(calls.actInRooms, {
      ...{ actor: OLGA, showId, jobId, act: { type: 'pauseGame' }, rooms: seen() },
      ...also,
    });
    return jobId;
  };
  const read = (jobId: string, by = OLGA) => events.bus.call(calls.readBulkAct, { actor: by, showId, jobId });
  const ended = (jobId: string) =>
    eventually(async () => {
      const results = (await read(jobId)).rooms;
      expect(results.filter(({ state }) => state === 'waiting')).toEqual([]);
      return results;
    });
  const codesOf = async (jobId: string) => (await ended(jobId)).map(({ code }) => code);
  const now = async (room: Room) => (await events.readRounds(room, showId)).gameId;
  const acted = () => events.games.staffActs.map(({ gameId }) => gameId);

  it('reach each room once, by the operator as staff, with a result for each in the order asked for', async () => {
    const jobId = await ask();
    expect(await ended(jobId)).toEqual(rooms.map(({ roomId }) => ({ roomId, state: 'done', code: null })));
    expect((await read(jobId)).act).toEqual({ type: 'pauseGame' });
    const { staffActs } = events.games;
    expect(acted().sort()).toEqual(rooms.map(({ gameId }) => gameId).sort());
    for (const { staff, command } of staffActs)
      expect([staff, command]).toEqual([{ showId, userId: 'olga' }, { type: 'pauseGame' }]);
    expect(new Set(staffActs.map(({ commandId }) => commandId)).size).toBe(6);
  });

  it('look at no game first that is the only one of its room, and at later ones', async () => {
    let looks = 0;
    events.games.beforeLook = () => void looks++;
    await ended(await ask());
    expect([looks, acted().length]).toEqual([0, 6]);
    const second = calls.GameIdSchema.parse('the-second-game');
    events.games.next.set(rooms[0]!.gameId!, second);
    const jobId = await ask({ rooms: [{ roomId: rooms[0]!.roomId, after: second }] });
    expect(await codesOf(jobId)).toEqual([null]);
    expect([looks, acted().at(-1)]).toEqual([2, second]);
  });

  it('happen once when they are asked for twice, also with a room named twice', async () => {
    const jobId = randomUUID();
    await Promise.all([ask({ jobId }), ask({ jobId })]);
    await ended(jobId);
    await ask({ jobId, act: { type: 'completeGame' } });
    expect((await read(jobId)).act).toEqual({ type: 'pauseGame' });
    expect(acted()).toHaveLength(6);
    expect(await ended(await ask({ rooms: [...seen(), ...seen()] }))).toHaveLength(6);
  });

  it('begin the next round in each room, and name those without one', async () => {
    const second = TemplateId.parse('template-2');
    events.games.templates.add(second);
    const planned = rooms.slice(0, 4).map(({ number }) => row(number, { laterTemplateIds: [second] }));
    await events.save(showId, planned);
    const jobId = await ask({ act: { type: 'beginRound' } });
    expect(await codesOf(jobId)).toEqual([null, null, null, null, 'round-missing', 'round-missing']);
    expect([events.games.created.size, acted()]).toEqual([10, []]);
    const games = await Promise.all(rooms.map(now));
    expect(games.map((gameId, n) => gameId !== rooms[n]!.gameId)).toEqual([true, true, true, true, false, false]);
  });

  it('find a round begun that a crash left without a result, and begin no other one', async () => {
    const [second, third] = ['template-2', 'template-3'].map((id) => TemplateId.parse(id)) as [TemplateId, TemplateId];
    for (const template of [second, third]) events.games.templates.add(template);
    const [first] = rooms as [Room];
    await events.save(showId, [row(first.number, { laterTemplateIds: [second, third] })]);
    const jobId = await ask({ act: { type: 'beginRound' }, rooms: seen([first]) });
    await ended(jobId);
    for (const state of [`round = 2, next_game_id = null`, `round = 1, next_game_id = '${await now(first)}'`]) {
      await events.source.query(`update room set ${state} where room_id = $1`, [first.roomId]);
      await events.source.query(`update bulk_act_room set state = 'waiting', code = null where job_id = $1`, [jobId]);
      expect(await codesOf(jobId)).toEqual([null]);
      expect(await events.readRounds(first, showId)).toMatchObject({ round: 2 });
    }
    expect(events.games.created.size).toBe(7);
  });

  const startsOf = async () => (await events.rooms(showId)).map(({ startsAt }) => startsAt);
  const eventStart = async () => (await events.read(showId)).facts.startsAt;

  it('move the planned start of rooms that have not begun, from their own or the start of the event', async () => {
    const [first, second, third] = rooms as [Room, Room, Room];
    const start = await eventStart();
    await events.save(showId, [row(first.number, { startsAt: start + 3_600_000 })]);
    events.games.begun.add(second.gameId!);
    events.games.over.add(third.gameId!);
    const jobId = await ask({
      act: { type: 'moveStart', minutes: 20 },
      rooms: seen([first, second, third, rooms[3]!]),
    });
    expect(await codesOf(jobId)).toEqual([null, 'not-in-setup', 'game-ended', null]);
    const later = start + 20 * 60_000;
    expect(await startsOf()).toEqual([later + 3_600_000, null, null, later, null, null]);
    const at = start + 7_200_000;
    await ended(await ask({ act: { type: 'setStart', startsAt: at }, rooms: seen([first]) }));
    expect((await startsOf())[0]).toBe(at);
    expect(acted()).toEqual([]);
  });

  it('move a planned start once when a crash left the act unfinished before or after it', async () => {
    const [first] = rooms as [Room];
    const later = (await eventStart()) + 20 * 60_000;
    const jobId = await ask({ act: { type: 'moveStart', minutes: 20 }, rooms: seen([first]) });
    await ended(jobId);
    const claim = randomUUID();
    const again = [jobId, first.roomId, claim, 20, null];
    await events.source.query(MOVE_START, again);
    expect((await startsOf())[0]).toBe(later);
    await events.source.query(
      `update bulk_act_room set state = 'waiting', claim = $2, claimed_until = now() + interval '1 minute' where job_id = $1`,
      [jobId, claim],
    );
    await Promise.all([1, 2, 3].map(() => events.source.query(MOVE_START, again)));
    expect((await startsOf())[0]).toBe(later + 20 * 60_000);
  });

  it('repeat a room with the same command after a crash that left no result', async () => {
    const [first] = rooms as [Room];
    const jobId = await ask({ rooms: seen([first]) });
    await ended(jobId);
    await events.source.query(
      `update bulk_act_room set state = 'waiting', claim = gen_random_uuid(), claimed_until = now() where job_id = $1`,
      [jobId],
    );
    expect(await codesOf(jobId)).toEqual([null]);
    const [one, other] = events.games.staffActs;
    expect(one?.commandId).toBe(other?.commandId);
  });

  it('fail in single rooms with the reason, and not in the others', async () => {
    const [over, moved, gone] = rooms as [Room, Room, Room];
    events.games.over.add(over.gameId!);
    events.games.next.set(moved.gameId!, calls.GameIdSchema.parse('the-next-game'));
    const asked = seen();
    await events.bus.call(calls.removeRoom, { actor: OLGA, showId, roomId: gone.roomId });
    const jobId = await ask({ act: { type: 'completeGame' }, rooms: asked });
    expect(await codesOf(jobId)).toEqual(['game-ended', 'round-moved', 'room-not-found', null, null, null]);
  });

  it('stop at the rooms that are left when the operator is removed from the staff', async () => {
    await events.staffed(showId, EVE, 'operator');
    events.games.beforeActing = async () => {
      await events.source.query(`delete from staff where user_id = 'eve'`);
    };
    const codes = await codesOf(await ask({ actor: EVE }));
    expect(codes).toContain('event-not-operator');
    expect(new Set(codes)).toEqual(new Set([null, 'event-not-operator']));
  });

  it('wait while a game is busy', async () => {
    let busy = 3;
    events.games.beforeActing = () => {
      if (busy-- > 0) throw new RefusedError('busy');
    };
    expect(await codesOf(await ask())).toEqual(rooms.map(() => null));
  });

  it('reach all other rooms, also by a later act, while some rooms take long', async () => {
    const slow = [rooms[0]!, rooms[2]!].map(({ roomId }) => roomId);
    const locks = events.source.createQueryRunner();
    await locks.startTransaction();
    await locks.query('select from room where room_id = any($1) for update', [slow]);
    const jobIds = [await ask({ act: { type: 'moveStart', minutes: 20 } }), await ask()];
    const states = async (jobId: string) => (await read(jobId)).rooms.map(({ state }) => state);
    const after = ['waiting', 'done', 'waiting', 'done', 'done', 'done'];
    await eventually(async () =>
      expect(await Promise.all(jobIds.map(states))).toEqual([after, rooms.map(() => 'done')]),
    );
    await locks.commitTransaction();
    await locks.release();
    expect(await codesOf(jobIds[0]!)).toEqual(rooms.map(() => null));
  });

  /** Replicas with other options than those of the other specs. */
  const withReplicas = async (options: Parameters<typeof runEvents>[0], test: () => Promise<void>) => {
    const usual = events;
    try {
      events = await runEvents(options);
      await events.start();
      await fill();
      await test();
    } finally {
      await events.close();
      events = usual;
    }
  };
  /** Of rooms that a replica has at the moment: under which claim, and until when. */
  const claimed = () =>
    events.source.query<{ claim: string; until: Date }[]>(
      `select claim, claimed_until as until from bulk_act_room where claim is not null order by place`,
    );
  /** Renewed every third of it: longer than a busy machine stalls. */
  const CLAIM_MS = 4_000;
  /** The rooms are under the same claims, which last longer than before. */
  const renewedClaims = async () => {
    const before = await claimed();
    const enough = Math.max(...before.map(({ until }) => until.getTime()));
    await eventually(async () => {
      const now = await claimed();
      expect(now.map(({ until }) => until.getTime() > enough)).toEqual(before.map(() => true));
      expect(now.map(({ claim }) => claim)).toEqual(before.map(({ claim }) => claim));
    });
  };

  it('take rooms only when they can begin with them, and leave the rest to other replicas', () =>
    withReplicas({ actsAtOnce: 2 }, async () => {
      const begun: string[] = [];
      const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
      events.games.beforeActing = ({ gameId }) => {
        begun.push(gameId);
        return isFree;
      };
      const jobId = await ask();
      await eventually(() => expect(begun).toHaveLength(4));
      expect(await claimed()).toHaveLength(4);
      free();
      expect(await codesOf(jobId)).toEqual(rooms.map(() => null));
      expect(begun).toHaveLength(6);
    }));

  it('remain with the replica that began them, which renews its claims', () =>
    withReplicas({ claimMs: CLAIM_MS }, async () => {
      const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
      events.games.beforeActing = () => isFree;
      const jobId = await ask();
      await eventually(async () => expect(await claimed()).toHaveLength(6));
      await renewedClaims();
      free();
      expect(await codesOf(jobId)).toEqual(rooms.map(() => null));
    }));

  /** Each replica begins one round, which lasts until it is freed; the other rooms wait in line. */
  const beginRounds = async () => {
    const second = TemplateId.parse('template-2');
    events.games.templates.add(second);
    await events.save(
      showId,
      rooms.map(({ number }) => row(number, { laterTemplateIds: [second] })),
    );
    const before = events.games.asked;
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    events.games.beforeCreation = () => isFree;
    const jobId = await ask({ act: { type: 'beginRound' } });
    const begun = () => events.games.asked - before;
    await eventually(async () => expect([begun() > 0, (await claimed()).length]).toEqual([true, 6]));
    return { jobId, free, begun };
  };

  it('begin the next round once in rooms that wait in line under renewed claims', () =>
    withReplicas({ claimMs: CLAIM_MS, roundsAtOnce: 1 }, async () => {
      const { jobId, free, begun } = await beginRounds();
      await renewedClaims();
      free();
      expect(await codesOf(jobId)).toEqual(rooms.map(() => null));
      expect(begun()).toBe(6);
    }));

  it('begin no round in rooms that have waited in line for too long', () =>
    withReplicas({ actWithinMs: 5_000, roundsAtOnce: 1 }, async () => {
      const { jobId, free, begun } = await beginRounds();
      await eventually(async () => {
        const late = `select from bulk_act where asked_at < clock_timestamp() - interval '5.1 seconds'`;
        expect(await events.source.query(late)).toHaveLength(1);
      });
      free();
      const codes = await codesOf(jobId);
      expect(codes.filter((code) => code === null)).toHaveLength(begun());
      expect(codes.filter((code) => code === 'bulk-act-late')).toHaveLength(6 - begun());
      expect(begun()).toBeLessThan(6);
    }));

  it('leave rooms that wait in line to other replicas when theirs is stopped', () =>
    // The first replica does nothing.
    withReplicas({ actsAtOnce: 0 }, async () => {
      const second = await events.start({ actsAtOnce: 250, roundsAtOnce: 1 });
      const { jobId, free, begun } = await beginRounds();
      const stopped = second.get(BulkActsWorker).stop();
      free();
      await stopped;
      const results = (await read(jobId)).rooms;
      expect(results.filter(({ state }) => state === 'waiting')).toHaveLength(5);
      expect([begun(), await claimed()]).toEqual([1, []]);
    }));

  it('leave out a game that was busy for a minute', async () => {
    events.games.beforeActing = () => {
      throw new RefusedError('busy');
    };
    const jobId = await ask();
    await events.source.query(`update bulk_act set asked_at = asked_at - interval '2 minutes'`);
    expect(new Set(await codesOf(jobId))).toEqual(new Set(['bulk-act-late']));
    expect(acted()).toEqual([]);
  });

  it('need an operator, also to read what came of them', async () => {
    const jobId = await ask();
    await events.staffed(showId, VERA, 'viewer');
    expect(await outcomeOf(ask({ actor: VERA }))).toBe('event-not-operator');
    expect(await outcomeOf(read(jobId, VERA))).toBe('event-not-operator');
    for (const by of [EVE, ADMIN]) expect(await outcomeOf(ask({ actor: by }))).toBe('event-not-found');
    expect(await outcomeOf(read(jobId, EVE))).toBe('event-not-found');
    expect(await outcomeOf(read(jobId, ADMIN))).toBe('event-not-operator');
    expect(await outcomeOf(read(randomUUID()))).toBe('bulk-act-not-found');
  });

  it('need a room', async () => {
    for (const act of [{ type: 'pauseGame' as const }, { type: 'moveStart' as const, minutes: 20 }])
      expect(await outcomeOf(ask({ act, rooms: [] }))).toBe('bad-request');
    expect(await events.source.query('select from bulk_act')).toEqual([]);
  });

  it('reach a bound in each event, which those that are repeated do not', async () => {
    const jobId = await ask();
    await ended(jobId);
    await events.source.query(
      `insert into bulk_act select 'job ' || n, $1, '{"type":"pauseGame"}', 'olga', now() from generate_series(2, $2::int) as n`,
      [showId, calls.SHOW_LIMITS.bulkActs],
    );
    expect(await outcomeOf(ask())).toBe('bulk-acts-full');
    expect(await outcomeOf(ask({ jobId }))).toBe('ok');
  });

  it('fail under the id of an act in another event', async () => {
    const jobId = await ask();
    const other = await events.showWith(1);
    expect(await outcomeOf(ask({ jobId, showId: other }))).toBe('id-taken');
    await ended(jobId);
  });
});
