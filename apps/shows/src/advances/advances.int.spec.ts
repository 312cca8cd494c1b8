import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { moveInShows, RefusedError, type Room, type ShowId } from '@earworm/contracts';
import { type Game, type GameId, playerOf, roomActor, UserId } from '@earworm/rules';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, OLGA, outcomeOf, type RunningEvents, runEvents } from '../testing/running-events.js';
import { play } from '../testing/served-games.js';

const [VERA, EVE, ADMIN] = [actor('vera'), actor('eve'), actor('ada', { isAdmin: true })];
const id = (name: string) => UserId.parse(name);

describeWith('postgres', 'sending the best of a round to the next one', () => {
  let events: RunningEvents;
  let showId: ShowId;
  let rooms: Room[];
  /** The standings, the first one first: players by id, or teams by number and room. */
  let ranked: { id: string; name: string; room: number }[] = [];
  let next: GameId[] = [];

  /** Two replicas share the work. */
  const open = async (also: Parameters<typeof runEvents>[0] = {}, replicas = 2) => {
    events = await runEvents({ actsAtOnce: 3, lookForArrivalMs: 20, lookForMovedMs: 20, claimMs: 300, ...also });
    if (replicas === 2) await events.start();
    events.bus.serve(calls.showStandings, ({ roomIds, page, kind }) => {
      const all = ranked.filter(({ room }) => roomIds.includes(rooms[room]!.roomId));
      const entries = all.slice((page - 1) * 2, page * 2).map(({ room, ...entry }, at) => ({
        ...{ rank: (page - 1) * 2 + at + 1, points: 9, right: 1, wrong: 0, value: 9, games: 1 },
        ...{ ...entry, roomId: rooms[room]!.roomId },
      }));
      return { total: all.length, rounds: 1, hasTeams: kind === 'teams', entries };
    });
  };
  beforeAll(() => open());
  afterAll(() => events?.close());

  const gameOf = (room: number): GameId => rooms[room]!.gameId!;
  const state = (gameId: GameId) => events.games.states.get(gameId) as Game;
  const does = (gameId: GameId, command: Parameters<typeof play>[2], userId: string, isServer = false) =>
    play(events.games.states, gameId, command, { userId: id(userId), isAdmin: false, isServer });
  const create = (gameId: GameId, roomId: string) => {
    const owner = roomActor(roomId);
    does(
      gameId,
      { type: 'createGame', gameCode: 'ABCDEF' as never, moderatorName: 'Room', settings: {}, categories: [] },
      owner,
    );
    does(gameId, { type: 'placeInRoom', showId, roomId, name: 'A room' }, owner, true);
  };

  /** Rooms 1 and 2 have played a round, of three players each; rooms 3 and 4 are in their lobbies. */
  const playRound = async () => {
    await events.clear();
    ranked = [];
    showId = await events.showWith(4);
    await events.prepare(showId);
    await events.prepared(showId);
    rooms = await events.rooms(showId);
    for (const { gameId, roomId } of rooms) create(gameId!, roomId);
    for (const [room, people] of [
      [0, ['ann', 'bob', 'cem']],
      [1, ['dora', 'eli', 'fay']],
    ] as const) {
      const gameId = gameOf(room);
      for (const who of people) does(gameId, { type: 'joinGame', name: who }, who);
      does(gameId, { type: 'startGame' }, roomActor(rooms[room]!.roomId));
      does(gameId, { type: 'completeGame' }, roomActor(rooms[room]!.roomId));
      events.games.over.add(gameId);
    }
    next = [gameOf(2), gameOf(3)];
    ranked = ['ann', 'dora', 'bob', 'eli', 'fay', 'cem'].map((name) => ({
      ...{ id: name, name },
      room: ['ann', 'bob', 'cem'].includes(name) ? 0 : 1,
    }));
  };
  beforeEach(playRound);

  type Wish = Partial<calls.RequestOf<typeof calls.planAdvance>>;
  const wish = (also: Wish = {}) => ({
    ...{ actor: OLGA, showId, kind: 'players' as const, counting: 'points' as const, count: 4 },
    roomIds: [rooms[2]!.roomId, rooms[3]!.roomId],
    ...also,
  });
  const plan = (also: Wish = {}) => events.bus.call(calls.planAdvance, wish(also));
  const begin = (jobId: string, digest: string, also: Wish = {}) =>
    events.bus.call(calls.advance, { ...wish(also), jobId, digest });
  const advance = async (also: Wish = {}) => {
    const jobId = randomUUID();
    await begin(jobId, (await plan(also)).digest, also);
    return jobId;
  };
  const read = async (jobId: string, by = OLGA) =>
    (await events.bus.call(calls.readAdvance, { actor: by, showId, jobId })).people;
  const release = (jobId: string, who: string, replace = false, by = OLGA) =>
    events.bus.call(calls.releaseAdvanced, { actor: by, showId, jobId, playerId: id(who), replace });
  const states = async (jobId: string) =>
    Object.fromEntries((await read(jobId)).map(({ playerId, state: each }) => [playerId, each]));
  const reach = (jobId: string, expected: Record<string, string>) =>
    eventually(async () => expect(await states(jobId)).toMatchObject(expected));
  const isIn = (gameId: GameId, who: string) => playerOf(state(gameId), id(who))?.isActive === true;
  const arrive = (who: string, gameId: GameId) => does(gameId, { type: 'rejoinGame' }, who);
  const ALL_SENT = { ann: 'sent', dora: 'sent', bob: 'sent', eli: 'sent' };

  it('deals them over the rooms from the first to the last and back, with seats that they find reserved', async () => {
    const { people } = await plan();
    expect(people.map(({ name, from, to }) => [name, from.number, to.number])).toEqual([
      ['ann', 1, 3],
      ['dora', 2, 4],
      ['bob', 1, 4],
      ['eli', 2, 3],
    ]);
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    const reserved = state(next[0]!).players.map(({ name, reserved: seat }) => [name, seat?.before]);
    expect(reserved.toSorted()).toEqual([
      ['ann', gameOf(0)],
      ['eli', gameOf(1)],
    ]);
    expect(playerOf(state(gameOf(0)), id('ann'))).toMatchObject({
      isActive: true,
      sentTo: { gameId: next[0], code: 'K7WQ4M' },
    });
    expect(playerOf(state(gameOf(0)), id('cem'))?.sentTo).toBeUndefined();
  });

  it('ends former seats of players once they have arrived, and not before', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    arrive('ann', next[0]!);
    await reach(jobId, { ...ALL_SENT, ann: 'arrived' });
    expect([isIn(gameOf(0), 'ann'), isIn(gameOf(0), 'bob')]).toEqual([false, true]);
    const { advances } = await events.bus.call(calls.listAdvances, { actor: OLGA, showId });
    expect(advances).toMatchObject([{ jobId, people: 4, arrived: 1 }]);
  });

  it('says who has not arrived a minute after being sent, and notices when they do', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    await events.source.query(`update advanced set sent_at = sent_at - interval '61 seconds'`);
    expect(await states(jobId)).toEqual({ ann: 'absent', dora: 'absent', bob: 'absent', eli: 'absent' });
    arrive('dora', next[1]!);
    await reach(jobId, { dora: 'arrived', ann: 'absent' });
  });

  it('happens once when it is asked for twice, and finishes what a crash left undone after any step', async () => {
    const jobId = randomUUID();
    const { digest } = await plan();
    await Promise.all([begin(jobId, digest), begin(jobId, digest)]);
    await reach(jobId, ALL_SENT);
    const versions = () => [...events.games.states.values()].map((each) => (each as Game).version);
    const before = versions();
    for (const left of ['waiting', 'reserved', 'sent']) {
      await events.source.query(
        `update advanced set state = $1, claim = gen_random_uuid(), claimed_until = clock_timestamp()`,
        [left],
      );
      await reach(jobId, ALL_SENT);
      expect(versions()).toEqual(before);
    }
    await begin(jobId, digest);
    expect(await read(jobId)).toHaveLength(4);
  });

  it('repeats a step whose answer was lost, as the same command', async () => {
    const lost = new Set<string>();
    events.games.afterActing = ({ commandId }) => {
      if (lost.has(commandId)) return;
      lost.add(commandId);
      throw new RefusedError('busy');
    };
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    expect(state(next[0]!).players).toHaveLength(2);
    expect(lost.size).toBe(8);
  });

  it('refuses to begin when the standings are others than those that the operator saw', async () => {
    const { digest } = await plan();
    ranked.reverse();
    expect(await outcomeOf(begin(randomUUID(), digest))).toBe('standings-changed');
    expect(state(next[0]!).players).toEqual([]);
  });

  it('names who has left, with the reason, and sends the others', async () => {
    // In the lobby of a game that was opened again, as no player leaves a game that is over.
    events.games.states.set(gameOf(0), {
      ...state(gameOf(0)),
      players: state(gameOf(0)).players.map((one) => (one.id === 'bob' ? { ...one, isActive: false } : one)),
    });
    const { people } = await plan();
    expect(people.map(({ name, code }) => [name, code])).toContainEqual(['bob', 'player-not-found']);
    const jobId = await advance();
    await reach(jobId, { ...ALL_SENT, bob: 'failed' });
    expect(playerOf(state(next[1]!), id('bob'))).toBeNull();
  });

  it('gives a seat back that was reserved for somebody who left before they were sent', async () => {
    events.games.beforeActing = ({ command }) => {
      if (command.type !== 'sendPlayers' || !command.playerIds.includes(id('ann'))) return;
      throw new RefusedError('player-not-found');
    };
    const jobId = await advance();
    await reach(jobId, { ...ALL_SENT, ann: 'failed' });
    expect(playerOf(state(next[0]!), id('ann'))?.removed).toBe('removed');
  });

  it('tells single players why they got no seat', async () => {
    does(next[0]!, { type: 'joinGame', name: 'Ann' }, 'ann');
    does(next[0]!, { type: 'removePlayer', playerId: id('ann'), ban: true }, roomActor(rooms[2]!.roomId));
    const jobId = await advance();
    await reach(jobId, { ...ALL_SENT, ann: 'failed' });
    expect((await read(jobId)).find(({ name }) => name === 'ann')?.code).toBe('banned');
    expect(playerOf(state(gameOf(0)), id('ann'))?.sentTo).toBeUndefined();
  });

  it('releases the seat of somebody who has not come, who then stays where they are', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    for (let times = 0; times < 2; times++) await release(jobId, 'ann');
    await reach(jobId, { ann: 'released' });
    await eventually(() => expect(playerOf(state(gameOf(0)), id('ann'))?.sentTo).toBeUndefined());
    expect(playerOf(state(next[0]!), id('ann'))?.removed).toBe('removed');
    expect(() => arrive('ann', next[0]!)).toThrow();
  });

  it('replaces somebody who has not come by the next of the standings, once', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    for (let times = 0; times < 2; times++) await release(jobId, 'ann', true);
    await reach(jobId, { ann: 'released', fay: 'sent' });
    expect(Object.keys(await states(jobId))).toHaveLength(5);
    expect(playerOf(state(next[0]!), id('fay'))).toMatchObject({ reserved: { before: gameOf(1) } });
    await release(jobId, 'bob', true);
    await reach(jobId, { cem: 'sent' });
    expect(await outcomeOf(release(jobId, 'eli', true))).toBe('advance-no-next');
    await reach(jobId, { eli: 'sent' });
  });

  it('keeps the seat of somebody who came while it was being released', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    events.games.beforeActing = ({ command }) => {
      if (command.type !== 'releaseSeat') return;
      events.games.beforeActing = () => undefined;
      arrive('ann', next[0]!);
    };
    expect(await outcomeOf(release(jobId, 'ann', true))).toBe('seat-arrived');
    await reach(jobId, { ann: 'arrived' });
    expect([isIn(next[0]!, 'ann'), isIn(gameOf(0), 'ann')]).toEqual([true, false]);
    expect(await states(jobId)).not.toHaveProperty('fay');
    expect(await outcomeOf(release(jobId, 'ann'))).toBe('seat-arrived');
  });

  it('leaves no player active in both games, in whichever order people come, are released and replaced', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    const acts = [
      release(jobId, 'bob', true),
      Promise.resolve().then(() => arrive('ann', next[0]!)),
      release(jobId, 'dora'),
      Promise.resolve().then(() => arrive('eli', next[0]!)),
    ];
    await Promise.allSettled(acts);
    await reach(jobId, { ann: 'arrived', eli: 'arrived', dora: 'released', bob: 'released', fay: 'sent' });
    for (const who of ['ann', 'bob', 'dora', 'eli', 'fay', 'cem']) {
      const active = rooms.map((_, room) => isIn(gameOf(room), who)).filter(Boolean);
      expect([who, active.length]).toEqual([who, 1]);
    }
  });

  it('leaves players on their way to a later room when their seat in an earlier one is released', async () => {
    const only = (room: number) => ({ count: 1, roomIds: [rooms[room]!.roomId] });
    const first = await advance(only(2));
    await reach(first, { ann: 'sent' });
    const second = await advance(only(3));
    await reach(second, { ann: 'sent' });
    await release(first, 'ann');
    await reach(first, { ann: 'released' });
    await eventually(async () =>
      expect(await events.source.query(`select from advanced where state = 'releasing'`)).toHaveLength(0),
    );
    expect(playerOf(state(gameOf(0)), id('ann'))?.sentTo?.gameId).toBe(next[1]);
  });

  /** All of them once more, as after a crash before any was sent. */
  const sendAgain = () =>
    events.source.query(`update advanced set state = 'reserved', claim = null, claimed_until = null`);
  const toOneRoom = () => advance({ count: 6, roomIds: [rooms[2]!.roomId] });
  const ALL_SIX = { ...ALL_SENT, fay: 'sent', cem: 'sent' };

  it('sends those together who go from one game to another', async () => {
    const jobId = await toOneRoom();
    await reach(jobId, ALL_SIX);
    events.games.staffActs.length = 0;
    await sendAgain();
    await reach(jobId, ALL_SIX);
    const sent = events.games.staffActs.flatMap(({ command }) =>
      command.type === 'sendPlayers' ? [command.playerIds.join(' ')] : [],
    );
    expect(sent.flatMap((together) => together.split(' ')).sort()).toEqual(['ann', 'bob', 'cem', 'dora', 'eli', 'fay']);
    // At least some: two replicas take three at a time, and skip those that are being looked for at that moment.
    expect(sent.length).toBeLessThan(6);
  });

  it('acts in one game one after the other, as it is busy for a second command of a kind', async () => {
    const inWork: Partial<Record<GameId, number>> = {};
    let most = 0;
    events.games.beforeActing = async ({ gameId }) => {
      const now = (inWork[gameId] ?? 0) + 1;
      inWork[gameId] = now;
      most = Math.max(most, now);
      // Another of the same replica would come meanwhile.
      await events.source.query('select');
      await events.source.query('select');
    };
    events.games.afterActing = ({ gameId }) => void (inWork[gameId] = (inWork[gameId] ?? 0) - 1);
    await reach(await toOneRoom(), ALL_SIX);
    // There are two replicas.
    expect(most).toBeLessThanOrEqual(2);
  });

  it('sends the others when one of them has left', async () => {
    const jobId = await toOneRoom();
    await reach(jobId, ALL_SIX);
    const players = state(gameOf(0)).players.map(({ sentTo: _sentTo, ...player }) => ({
      ...player,
      isActive: player.id !== 'bob',
    }));
    events.games.states.set(gameOf(0), { ...state(gameOf(0)), players });
    await sendAgain();
    await reach(jobId, { ...ALL_SIX, bob: 'failed' });
    expect(playerOf(state(gameOf(0)), id('ann'))?.sentTo?.gameId).toBe(next[0]);
  });

  it('adds no replacement when a worker took the player over while the seat was being released', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    events.games.beforeActing = async ({ command }) => {
      if (command.type !== 'releaseSeat') return;
      events.games.beforeActing = () => undefined;
      await events.source.query(`update advanced set claim = gen_random_uuid(),
        claimed_until = clock_timestamp() + interval '1 minute' where player_id = 'ann'`);
    };
    expect(await outcomeOf(release(jobId, 'ann', true))).toBe('busy');
    expect(await states(jobId)).toEqual(ALL_SENT);
    await release(jobId, 'ann', true);
    await reach(jobId, { ann: 'released', fay: 'sent' });
  });

  it('gives one replacement to each of two seats that are released at once', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    const again = async (who: string): Promise<void> => {
      const outcome = await outcomeOf(release(jobId, who, true));
      if (outcome === 'retry' || outcome === 'busy') await again(who);
    };
    await Promise.all([again('ann'), again('dora')]);
    await reach(jobId, { ann: 'released', dora: 'released', fay: 'sent', cem: 'sent' });
  });

  it('counts members of teams as people', async () => {
    const [one] = state(gameOf(0)).players;
    const players = Array.from({ length: calls.SHOW_LIMITS.advancedMost + 1 }, (_, n) => ({
      ...{ ...one!, id: id(`player-${n}`), seat: n + 1, team: 1 },
    }));
    const teams = [{ number: 1, name: 'Foxes', score: 5 }];
    ranked = [{ id: '1', name: 'Foxes', room: 0 }];
    events.games.states.set(gameOf(0), { ...state(gameOf(0)), teams, players });
    expect(await outcomeOf(plan({ kind: 'teams' }))).toBe('too-large');
    events.games.states.set(gameOf(0), { ...state(gameOf(0)), teams, players: players.slice(1) });
    expect((await plan({ kind: 'teams' })).people).toHaveLength(calls.SHOW_LIMITS.advancedMost);
  });

  it('notes the arrival of others when the former game of one refuses it', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    let refused: string | undefined;
    let refusals = 0;
    events.games.beforeActing = ({ command }) => {
      if (command.type !== 'noteArrival') return;
      refused ??= command.playerIds[0]!;
      if (command.playerIds[0] !== refused) return;
      refusals++;
      throw new RefusedError('not-allowed');
    };
    // Their arrivals are looked up together.
    arrive('dora', next[1]!);
    arrive('bob', next[1]!);
    await eventually(async () => {
      const { dora, bob } = await states(jobId);
      expect(refused === 'dora' ? [dora, bob] : [bob, dora]).toEqual(['sent', 'arrived']);
    });
    expect(refusals).toBeLessThan(5);
  });

  it('calls players back from a game that was erased', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    events.games.gone.add(next[0]!);
    await reach(jobId, { ...ALL_SENT, ann: 'failed', eli: 'failed' });
    expect((await read(jobId)).find(({ name }) => name === 'ann')?.code).toBe('game-not-found');
    expect(playerOf(state(gameOf(0)), id('ann'))?.sentTo).toBeUndefined();
  });

  it('gives a step up that fails for long, and does those of others meanwhile', async () => {
    events.games.beforeActing = ({ command }) => {
      if (command.type === 'reserveSeat' && command.playerId === 'ann') throw new Error('broken');
    };
    const jobId = await advance();
    await reach(jobId, { ...ALL_SENT, ann: 'waiting' });
    await events.source.query(`update advanced set since = since - interval '11 minutes'`);
    await reach(jobId, { ...ALL_SENT, ann: 'failed' });
    expect((await read(jobId)).find(({ name }) => name === 'ann')?.code).toBe('internal');
  });

  const withOneReplica = async (also: Parameters<typeof runEvents>[0], test: () => Promise<void>) => {
    const usual = events;
    try {
      await open(also, 1);
      await playRound();
      await test();
    } finally {
      await events.close();
      events = usual;
    }
  };

  const crew = (room: number) => roomActor(rooms[room]!.roomId);
  /** On a new phone, by the name of the seat, which the crew allows. */
  const askFor = (gameId: GameId, room: number, name: string, by: string) => {
    does(gameId, { type: 'requestSeat', name }, by);
    const { seat } = state(gameId).players.find((player) => player.name === name)!;
    does(gameId, { type: 'answerSeatRequest', playerId: id(by), seat, allow: true }, crew(room));
  };
  /** The first room plays on. */
  const reopen = () => {
    does(gameOf(0), { type: 'reopenGame' }, crew(0));
    events.games.over.delete(gameOf(0));
  };
  const movesSeat = (gameId: GameId, from: string, to: string) =>
    does(gameId, { type: 'moveUser', from: id(from), to: id(to) }, from, true);
  const holdersOf = (gameId: GameId, name: string) =>
    state(gameId).players.flatMap((player) => (player.name === name && player.removed === null ? [player.id] : []));

  it('notices a player whom the crew gave the reserved seat under another id, and ends their former seat', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    askFor(next[0]!, 2, 'ann', 'ann-again');
    await reach(jobId, { ...ALL_SENT, ann: 'arrived' });
    expect([isIn(next[0]!, 'ann-again'), isIn(gameOf(0), 'ann')]).toEqual([true, false]);
    expect(await outcomeOf(release(jobId, 'ann', true))).toBe('seat-arrived');
    expect(await states(jobId)).not.toHaveProperty('fay');
  });

  it('notices a player who had joined under another id before they got the reserved seat', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    does(next[0]!, { type: 'joinGame', name: 'Ann 2' }, 'ann-again');
    askFor(next[0]!, 2, 'ann', 'ann-again');
    await reach(jobId, { ...ALL_SENT, ann: 'arrived' });
    expect([isIn(next[0]!, 'ann-again'), isIn(gameOf(0), 'ann')]).toEqual([true, false]);
  });

  it('asks a former game only when one of its players has arrived, while the rest are on their way', async () => {
    await withOneReplica({ lookForMovedMs: 3_600_000 }, async () => {
      const jobId = await advance();
      await reach(jobId, ALL_SENT);
      const asked = new Map<GameId, number>();
      events.games.beforeListing = (gameId) => void asked.set(gameId, (asked.get(gameId) ?? 0) + 1);
      const timesOf = (games: readonly GameId[]) => games.map((gameId) => asked.get(gameId) ?? 0);
      const looks = async (more: number) => {
        const enough = timesOf(next).map((times) => times + more);
        const isEnough = () => timesOf(next).every((times, at) => times >= enough[at]!);
        await eventually(() => expect(isEnough()).toBe(true));
      };
      const former = [gameOf(0), gameOf(1)];
      await looks(20);
      const atFirst = timesOf(former);
      await looks(20);
      expect(timesOf(former)).toEqual(atFirst);
      arrive('ann', next[0]!);
      await reach(jobId, { ...ALL_SENT, ann: 'arrived' });
      expect(timesOf(former)).toEqual([atFirst[0]! + 1, atFirst[1]]);
    });
  });

  it('sends several players of a game at once, also when they are more than a replica begins with', async () => {
    await withOneReplica({ actsAtOnce: 40, claimMs: 10_000, pollMs: 1_000 }, async () => {
      const people = Array.from({ length: 120 }, (_, n) => `player-${n}`);
      reopen();
      for (const who of people) does(gameOf(0), { type: 'joinGame', name: who }, who);
      ranked = people.map((name) => ({ id: name, name, room: 0 }));
      // The game takes so long for each that the step of the one before is written meanwhile.
      const asked: string[] = [];
      events.games.beforeActing = async ({ command }) => {
        if (command.type !== 'reserveSeat') return;
        const before = asked.at(-1) === command.playerId ? asked.at(-2) : asked.at(-1);
        if (asked.at(-1) !== command.playerId) asked.push(command.playerId);
        const written = `select from advanced where player_id = $1 and state <> 'waiting'`;
        if (before !== undefined)
          await eventually(async () => expect(await events.source.query(written, [before])).toHaveLength(1));
      };
      const jobId = await advance({ count: people.length, roomIds: [rooms[2]!.roomId] });
      await reach(jobId, Object.fromEntries(people.map((who) => [who, 'sent'])));
      const sends = events.games.staffActs.filter(({ command }) => command.type === 'sendPlayers');
      expect(sends.length).toBeLessThanOrEqual(people.length * 0.4);
    });
  });

  it('takes a player who joins under another name for another person', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    does(next[0]!, { type: 'joinGame', name: 'ann again' }, 'ann-again');
    arrive('dora', next[1]!);
    await reach(jobId, { ...ALL_SENT, dora: 'arrived' });
    expect(isIn(gameOf(0), 'ann')).toBe(true);
  });

  it('reserves the seat for the user id that the former seat has by now', async () => {
    reopen();
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    movesSeat(gameOf(0), 'ann', 'ann-again');
    await reach(jobId, { 'ann-again': 'sent' });
    expect(await states(jobId)).not.toHaveProperty('ann');
    expect(holdersOf(next[0]!, 'ann')).toEqual(['ann-again']);
    arrive('ann-again', next[0]!);
    await reach(jobId, { 'ann-again': 'arrived' });
    expect([isIn(next[0]!, 'ann-again'), isIn(gameOf(0), 'ann-again')]).toEqual([true, false]);
  });

  it('sends a player whose seat got another user id after it was reserved', async () => {
    reopen();
    events.games.beforeActing = ({ command }) => {
      if (command.type !== 'sendPlayers' || !isIn(gameOf(0), 'ann')) return;
      movesSeat(gameOf(0), 'ann', 'ann-again');
    };
    const jobId = await advance();
    await reach(jobId, { 'ann-again': 'sent', bob: 'sent', dora: 'sent', eli: 'sent' });
    expect(await states(jobId)).not.toHaveProperty('ann');
    expect(holdersOf(next[0]!, 'ann')).toEqual(['ann-again']);
    expect(playerOf(state(gameOf(0)), id('ann-again'))?.sentTo?.gameId).toBe(next[0]);
  });

  it('leaves both rows of two players whose seat in the former game became one', async () => {
    reopen();
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    movesSeat(gameOf(0), 'ann', 'bob');
    arrive('dora', next[1]!);
    await reach(jobId, { ...ALL_SENT, dora: 'arrived' });
    arrive('bob', next[1]!);
    await reach(jobId, { ann: 'sent', bob: 'arrived' });
    expect([isIn(gameOf(0), 'bob'), isIn(next[1]!, 'bob')]).toEqual([false, true]);
  });

  it('gives up a player whose seat belongs to another one of them by the time it is sent', async () => {
    reopen();
    events.games.beforeActing = ({ command }) => {
      if (command.type !== 'sendPlayers' || !isIn(gameOf(0), 'ann')) return;
      movesSeat(gameOf(0), 'ann', 'dora');
    };
    const jobId = await advance();
    await reach(jobId, { ...ALL_SENT, ann: 'failed' });
    expect(holdersOf(next[0]!, 'ann')).toEqual([]);
  });

  it('follows a seat although the games could not be asked for a moment', async () => {
    reopen();
    let refusals = 3;
    events.games.beforeActing = ({ command }) => {
      if (command.type !== 'sendPlayers' || !isIn(gameOf(0), 'ann')) return;
      movesSeat(gameOf(0), 'ann', 'ann-again');
      events.games.beforeListing = () => {
        if (refusals-- > 0) throw new RefusedError('unavailable');
      };
    };
    const jobId = await advance();
    await reach(jobId, { 'ann-again': 'sent', bob: 'sent', dora: 'sent', eli: 'sent' });
    expect(refusals).toBeLessThanOrEqual(0);
  });

  it('finishes a seat that gets another user id after a crash between the two games', async () => {
    reopen();
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    let crashed = false;
    events.games.afterActing = ({ command }) => {
      if (command.type !== 'releaseSeat' || crashed) return;
      crashed = true;
      throw new Error('the process is gone');
    };
    movesSeat(gameOf(0), 'ann', 'ann-again');
    await reach(jobId, { 'ann-again': 'sent' });
    expect(crashed).toBe(true);
    expect(holdersOf(next[0]!, 'ann')).toEqual(['ann-again']);
  });

  it('keeps teams together, in a team that is called so', async () => {
    const red = gameOf(0);
    const withTeams = {
      ...state(red),
      teams: [
        { number: 1, name: 'Foxes', score: 5 },
        { number: 2, name: 'Owls', score: 3 },
      ],
      players: state(red).players.map((player) => ({ ...player, team: player.id === 'cem' ? 2 : 1 })),
    };
    events.games.states.set(red, withTeams);
    const blue = { ...state(gameOf(1)), teams: [{ number: 1, name: 'Foxes', score: 1 }] };
    const players = state(gameOf(1)).players.map((player) => ({ ...player, team: 1 }));
    events.games.states.set(gameOf(1), { ...blue, players });
    ranked = [
      { id: '1', name: 'Foxes', room: 0 },
      { id: '1', name: 'Foxes', room: 1 },
    ];
    const jobId = await advance({ kind: 'teams', roomIds: [rooms[2]!.roomId] });
    await eventually(async () =>
      expect(Object.values(await states(jobId))).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']),
    );
    const { teams, players: seated } = state(next[0]!);
    // Equal names never join two teams.
    expect(teams?.map(({ name }) => name).sort()).toEqual(['Foxes', 'Foxes 2']);
    const teamOf = (who: string) => {
      const { team } = seated.find((player) => player.id === who)!;
      return teams?.find(({ number }) => number === team)?.name;
    };
    expect(['ann', 'bob', 'dora', 'eli', 'fay'].map(teamOf)).toEqual([
      ...['Foxes', 'Foxes', 'Foxes 2', 'Foxes 2', 'Foxes 2'],
    ]);
    expect(seated.some((player) => player.id === 'cem')).toBe(false);
  });

  it('lets teams keep the keys by which the event knows them', async () => {
    const players = state(gameOf(0)).players.map((player) => ({ ...player, team: 1 }));
    const teams = [{ number: 1, name: 'Foxes', score: 5, fixed: true as const, key: 'R1' }];
    events.games.states.set(gameOf(0), { ...state(gameOf(0)), teams, players });
    ranked = [{ id: '1', name: 'Foxes', room: 0 }];
    const jobId = await advance({ kind: 'teams', roomIds: [rooms[2]!.roomId] });
    await reach(jobId, { ann: 'sent', bob: 'sent', cem: 'sent' });
    expect(state(next[0]!).teams).toMatchObject([{ name: 'Foxes', key: 'R1' }]);
    expect(state(next[0]!).players.map(({ team }) => team)).toEqual([1, 1, 1]);
  });

  it('takes rooms whose game has not begun, and says which are not', async () => {
    const to = (roomId: string) => outcomeOf(plan({ roomIds: [roomId as never] }));
    expect(await to(randomUUID())).toBe('room-not-found');
    expect(await to(rooms[0]!.roomId)).toBe('game-ended');
    events.games.begun.add(next[0]!);
    expect(await to(rooms[2]!.roomId)).toBe('not-in-setup');
    await events.source.query('update room set game_id = null where room_id = $1', [rooms[3]!.roomId]);
    expect(await to(rooms[3]!.roomId)).toBe('room-not-ready');
  });

  it('begins no planned round of a room, and names the room whose round has not begun', async () => {
    const plans = (room: number) =>
      events.source.query(`update room set later_template_ids = array['template-1'] where room_id = $1`, [
        rooms[room]!.roomId,
      ]);
    const to = (room: number) => plan({ roomIds: [rooms[room]!.roomId] });
    // Its first round has not begun either, so players can come to it.
    await plans(2);
    expect((await to(2)).people).toHaveLength(4);
    await plans(0);
    await expect(to(0)).rejects.toMatchObject({ code: 'round-not-begun', params: { n: 1 } });
    const roomIds = [rooms[2]!.roomId, rooms[0]!.roomId];
    expect(await outcomeOf(begin(randomUUID(), 'x', { roomIds }))).toBe('round-not-begun');
    events.games.begun.add(next[0]!);
    expect(await outcomeOf(to(2))).toBe('round-not-begun');
    expect(state(gameOf(0)).status).toBe('completed');
  });

  it('finds players in the last game of their room in which they have seats', async () => {
    const later = calls.GameIdSchema.parse('the-next-game');
    create(later, rooms[0]!.roomId);
    does(later, { type: 'joinGame', name: 'ann' }, 'ann');
    events.games.next.set(gameOf(0), later);
    await reach(await advance(), ALL_SENT);
    expect(playerOf(state(next[0]!), id('ann'))?.reserved).toEqual({ before: later });
    expect(playerOf(state(next[1]!), id('bob'))?.reserved).toEqual({ before: gameOf(0) });
  });

  it('belongs to operators, to no viewer and no administrator, and is stopped when the operator leaves', async () => {
    await events.staffed(showId, VERA, 'viewer');
    await events.staffed(showId, EVE, 'operator');
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    for (const [by, code] of [
      [VERA, 'event-not-operator'],
      [actor('zoe'), 'event-not-found'],
    ] as const) {
      expect(await outcomeOf(plan({ actor: by }))).toBe(code);
      expect(await outcomeOf(begin(randomUUID(), 'x', { actor: by }))).toBe(code);
      expect(await outcomeOf(read(jobId, by))).toBe(code);
      expect(await outcomeOf(release(jobId, 'ann', false, by))).toBe(code);
    }
    expect(await outcomeOf(read(jobId, ADMIN))).toBe('event-not-operator');
    expect(await outcomeOf(read(randomUUID()))).toBe('advance-not-found');
    const { digest } = await plan({ actor: EVE, count: 6 });
    const second = randomUUID();
    await begin(second, digest, { actor: EVE, count: 6 });
    await reach(second, { ...ALL_SENT, fay: 'sent', cem: 'sent' });
    await events.source.query(`delete from staff where user_id = 'eve'`);
    await events.source.query(
      `update advanced set state = 'waiting', claim = null, claimed_until = null where job_id = $1`,
      [second],
    );
    await eventually(async () => expect(new Set(Object.values(await states(second)))).toEqual(new Set(['failed'])));
    expect(new Set((await read(second)).map(({ code }) => code))).toEqual(new Set(['event-not-operator']));
  });

  it('follows a guest who signs in, and is forgotten with the person and with the event', async () => {
    const jobId = await advance();
    await reach(jobId, ALL_SENT);
    await events.bus.call(moveInShows, { from: id('ann'), to: id('ann-account') });
    expect(await states(jobId)).toHaveProperty('ann-account');
    const erased = { userId: id('ann-account'), pseudonym: id('former'), email: null };
    await events.bus.call(calls.erasePersonInShows, erased);
    expect(await states(jobId)).not.toHaveProperty('ann-account');
    await events.source.query(`update show set deleted_at = now() - interval '25 hours'`);
    await events.sweep();
    for (const table of ['advance', 'advanced'])
      expect(await events.source.query(`select from ${table}`)).toHaveLength(0);
  });
});
