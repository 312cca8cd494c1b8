import { randomUUID } from 'node:crypto';
import {
  createGame,
  followInRoom,
  type GameId,
  onShard,
  placeInRoom,
  type RoomId,
  shardOf,
  type ShowId,
  snapshot,
} from '@earworm/contracts';
import { CategoryId, type OwnSeat, QuestionId, roomActor, Version } from '@earworm/rules';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from '../testing/database.js';
import { ask, create, gameServices, look, MODERATOR, type RunningGame, send, user } from '../testing/game-service.js';

const [FOXES, OWLS] = [1, 2];
const categoryId = CategoryId.parse('eighties');
const [first, second] = [QuestionId.parse('q1'), QuestionId.parse('q2')];
const PEOPLE = ['ann', 'bob', 'cem', 'dora', 'eve'] as const;

describeWith('postgres', 'a game of teams', () => {
  const services = gameServices();
  const { bus } = services;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let game: RunningGame;

  beforeAll(async () => {
    database = await freshDatabase();
    game = await services.start(database.url);
  });
  afterAll(async () => {
    await game.stop();
    await database.drop();
  });

  const restart = async () => {
    await game.stop();
    game = await services.start(database.url);
  };
  const seatOf = async (gameId: GameId, who: string) => {
    const wish = { gameId, kind: 'player' as const, userId: user(who) };
    const { seat } = await ask(bus, onShard(snapshot, shardOf(gameId)), wish);
    return JSON.parse(seat) as OwnSeat;
  };
  /** What each kind of page and each player is shown. */
  const shown = async (gameId: GameId) => ({
    full: (await look(bus, gameId)).view,
    stage: (await look(bus, gameId, 'stage')).view,
    player: (await look(bus, gameId, 'player')).view,
    seats: await Promise.all(PEOPLE.map((who) => seatOf(gameId, who))),
  });
  const scores = async (gameId: GameId) => (await look(bus, gameId)).view.teams?.map(({ score }) => score);

  it('shows the same after each restart of its owner, from the log or from a snapshot', async () => {
    const { gameId } = await create(bus);
    const does = (who: string, command: Parameters<typeof send>[3]) => send(bus, gameId, who, command);
    for (const who of PEOPLE.slice(0, 4)) await does(who, { type: 'joinGame', name: who });
    await does(MODERATOR, { type: 'addTeams', names: ['Foxes', 'Owls'] });
    await does('ann', { type: 'joinTeam', team: FOXES });
    await does(MODERATOR, { type: 'dealTeams', seed: 20_261_130 });
    const dealt = await shown(gameId);
    expect(dealt.full.teams?.map(({ members }) => members)).toEqual([2, 2]);
    await restart();
    expect(await shown(gameId)).toEqual(dealt);

    // Teams that do not depend on the deal.
    for (const who of ['ann', 'bob']) await does(MODERATOR, { type: 'moveToTeam', playerId: user(who), team: FOXES });
    for (const who of ['cem', 'dora']) await does(MODERATOR, { type: 'moveToTeam', playerId: user(who), team: OWLS });
    await does(MODERATOR, { type: 'startGame' });
    await expect(does('ann', { type: 'joinTeam', team: OWLS })).rejects.toMatchObject({ code: 'team-choice-closed' });
    await does('eve', { type: 'joinGame', name: 'eve' });
    expect((await seatOf(gameId, 'eve')).team).toBe(FOXES);

    await does(MODERATOR, { type: 'selectQuestion', categoryId, questionId: first });
    for (const who of ['ann', 'bob', 'cem']) await does(who, { type: 'buzz', questionId: first });
    const waiting = await shown(gameId);
    expect(waiting.full.current?.queue.map(({ name, team }) => [name, team])).toEqual([
      ['ann', FOXES],
      ['cem', OWLS],
    ]);
    expect(waiting.seats.map(({ place }) => place)).toEqual([1, 1, 2, 2, 1]);
    await restart();
    expect(await shown(gameId)).toEqual(waiting);

    const judges = (who: string, correct: boolean) =>
      does(MODERATOR, { type: 'judgeAnswer', questionId: first, playerId: user(who), correct });
    await judges('ann', false);
    await judges('cem', true);
    expect(await scores(gameId)).toEqual([-50, 100]);
    await does('dora', { type: 'proposeQuestion', questionId: second });
    for (let n = 0; n < 220; n++) await does(MODERATOR, { type: 'lockJoining', locked: n % 2 === 0 });
    const judged = await shown(gameId);
    expect(judged.full).toMatchObject({ nextTeam: OWLS, proposedQuestionId: second, lastVerdict: { team: OWLS } });
    await restart();
    const saved = await sql(database.url, 'select version from snapshot where game_id = $1', [gameId]);
    expect(saved).toHaveLength(1);
    expect(await shown(gameId)).toEqual(judged);

    const last = Version.parse(judged.full.lastVerdict?.version);
    await does(MODERATOR, { type: 'undoVerdict', verdict: last });
    expect(await scores(gameId)).toEqual([-50, 0]);
    expect((await shown(gameId)).seats.map(({ place }) => place)).toEqual([null, null, 1, 1, null]);
    await judges('cem', false);
    await does(MODERATOR, { type: 'completeGame' });
    await restart();
    expect(await scores(gameId)).toEqual([-50, -50]);
  });

  it('seats players of the next game in their teams, whether a moderator plays again or a room begins its next round', async () => {
    const roomId = '00000000-0000-4000-8000-000000000002' as RoomId;
    const owner = roomActor(roomId);
    const { gameId } = await create(bus, roomId, owner);
    const showId = '00000000-0000-4000-8000-000000000001' as ShowId;
    await ask(bus, onShard(placeInRoom, shardOf(gameId)), { gameId, showId, roomId, name: 'Main hall' });
    const does = (who: string, command: Parameters<typeof send>[3]) => send(bus, gameId, who, command);
    for (const who of PEOPLE) await does(who, { type: 'joinGame', name: who });
    await does(owner, { type: 'addTeams', names: ['Foxes', 'Bears', 'Owls'] });
    await does(owner, { type: 'changeSettings', settings: { teamChoice: 'moderator', teamSize: 3 } });
    await does(owner, { type: 'removeTeam', team: 2 });
    await does(owner, { type: 'dealTeams', seed: 7 });
    const teamsOf = async (game: GameId) => {
      const { teams, settings } = (await look(bus, game)).view;
      return { teams: teams?.map(({ number, name, members }) => ({ number, name, members })), size: settings.teamSize };
    };
    const before = await teamsOf(gameId);
    const seatsBefore = await Promise.all(PEOPLE.map(async (who) => (await seatOf(gameId, who)).team));
    expect(before.teams?.map(({ number }) => number)).toEqual([1, 3]);
    const goesOn = async (from: GameId, next: GameId) => {
      expect((await teamsOf(next)).teams).toEqual(before.teams?.map((team) => ({ ...team, members: 0 })));
      await restart();
      for (const who of [...PEOPLE].reverse()) await send(bus, next, who, { type: 'joinGame', name: who });
      expect(await teamsOf(next)).toEqual(before);
      expect(await Promise.all(PEOPLE.map(async (who) => (await seatOf(next, who)).team))).toEqual(seatsBefore);
      expect((await look(bus, from)).view.next).toBe(next);
    };

    const second = (await create(bus, 'the-second-game', owner)).gameId;
    await does(owner, { type: 'completeGame' });
    await does(owner, { type: 'playAgain', requestId: 'the-second-game' });
    await goesOn(gameId, second);

    const third = (await create(bus, 'the-third-game', owner)).gameId;
    const follow = { gameId: second, roomId, requestId: 'the-third-game' };
    expect(await ask(bus, onShard(followInRoom, shardOf(second)), follow)).toEqual({ next: third });
    await goesOn(second, third);
  });

  it('keeps the teams of its event in the next game, and their keys in the log alone', async () => {
    const roomId = randomUUID() as RoomId;
    const asked = { actor: { userId: roomActor(roomId), isAdmin: false }, moderatorName: 'Room 1' };
    const planned = [{ name: 'Reds', key: 'R1' }, { name: 'Blues' }];
    const { gameId } = await ask(bus, createGame, { ...asked, requestId: randomUUID(), teams: planned });
    const { gameId: after } = await ask(bus, createGame, { ...asked, requestId: 'the-next-game' });
    const place = { showId: randomUUID() as ShowId, roomId, name: 'Hall' };
    for (const id of [gameId, after]) await ask(bus, onShard(placeInRoom, shardOf(id)), { gameId: id, ...place });
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'ann' });
    await send(bus, gameId, 'ann', { type: 'joinTeam', team: FOXES });
    await ask(bus, onShard(followInRoom, shardOf(gameId)), { gameId, roomId, requestId: 'the-next-game' });
    for (const id of [gameId, after]) {
      const { view } = await look(bus, id);
      expect(view.teams).toMatchObject([
        { name: 'Reds', fixed: true },
        { name: 'Blues', fixed: true },
      ]);
      expect(JSON.stringify(view)).not.toContain('R1');
      const created = `select event ->> 'key' as key from event where game_id = '${id}' and event ->> 'type' = 'teamCreated'`;
      expect(await sql(database.url, created)).toEqual([{ key: 'R1' }, { key: null }]);
    }
    const own = { type: 'addTeams' as const, names: ['Greens'] };
    await expect(send(bus, after, roomActor(roomId), own)).rejects.toMatchObject({ code: 'teams-fixed' });
    const twice = { ...asked, requestId: randomUUID(), teams: [{ name: 'Reds' }, { name: 'reds' }] };
    await expect(ask(bus, createGame, twice)).rejects.toMatchObject({ code: 'team-name-taken' });
  });
});
