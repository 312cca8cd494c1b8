import { type CategoryId, type QuestionId, RULES } from '@earworm/rules';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from '@jest/globals';
import { logOf, openTransaction, sql } from '../testing/database.js';
import { create, gameServices, look, MODERATOR, send, type RunningGame } from '../testing/game-service.js';

describeWith('postgres', 'commands are answered once', () => {
  const services = gameServices();
  const { bus } = services;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let game: RunningGame;

  beforeAll(async () => void (database = await freshDatabase()));
  afterAll(() => database.drop());
  beforeEach(async () => void (game = await services.start(database.url)));
  afterEach(() => game.stop());

  const restart = async () => {
    await game.stop();
    game = await services.start(database.url);
  };

  it('gives a repeated command the same answer, also while the first is in flight and after a restart', async () => {
    const { gameId } = await create(bus);
    const join = () => send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' }, { commandId: 'the-same-id' });
    const [first, second] = await Promise.all([join(), join()]);
    expect(second).toEqual(first);
    await send(bus, gameId, 'ann', { type: 'leaveGame' });
    expect(await join()).toEqual(first);

    await restart();
    expect(await join()).toEqual(first);
    const log = await logOf(database.url, gameId);
    expect(log.map((row) => row.type)).toEqual(['gameCreated', 'playerJoined', 'playerLeft', 'owned']);
    expect(log.filter((row) => row.command_id === 'the-same-id')).toHaveLength(1);
  });

  it('adds a list of questions once, all of it under one command, also after a restart', async () => {
    const { gameId } = await create(bus);
    const { version } = await look(bus, gameId);
    const questions = Array.from({ length: 30 }, (_, n) => ({
      questionId: `n${n}` as QuestionId,
      youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
      clipId: null,
      youtubeSongName: '',
      answer: `Answer ${n}`,
      points: 100,
    }));
    const categories = [{ categoryId: 'nineties' as CategoryId, name: 'The Nineties', questions }];
    const add = (commandId = 'the-list') =>
      send(bus, gameId, MODERATOR, { type: 'addQuestions', categories }, { commandId });
    expect(await add()).toEqual({ version: version + 31 });
    await restart();
    expect(await add()).toEqual({ version: version + 31 });
    await expect(add('another-list')).rejects.toMatchObject({ code: 'id-taken', params: { id: 'n0' } });
    const log = await logOf(database.url, gameId);
    expect(log.filter((row) => row.command_id === 'the-list')).toHaveLength(31);
    expect((await look(bus, gameId)).view.categories.at(-1)?.questions).toHaveLength(30);
  });

  it('remembers accepted commands from before the last snapshot across a restart', async () => {
    const { gameId } = await create(bus);
    const join = () => send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' }, { commandId: 'an-early-id' });
    const first = await join();
    for (let n = 0; n < 220; n++)
      await send(bus, gameId, MODERATOR, { type: 'switchTimeTrial', on: n % 2 === 0 }, { commandId: `switch-${n}` });
    await restart();
    const [snapshot] = await sql<{ version: number }>(database.url, 'select version from snapshot where game_id = $1', [
      gameId,
    ]);
    expect(snapshot?.version).toBeGreaterThanOrEqual(200);
    expect(await join()).toEqual(first);
    expect((await look(bus, gameId)).version).toBe(223);
  });

  it('stops in time while a snapshot cannot be written', async () => {
    const { gameId } = await create(bus);
    const held = await openTransaction(database.url, 'lock table snapshot in access exclusive mode');
    for (let n = 0; n < 220; n++)
      await send(bus, gameId, MODERATOR, { type: 'switchTimeTrial', on: n % 2 === 0 }, { commandId: `again-${n}` });
    // The table is locked until after it.
    await game.stop();
    await held.end('rollback');
    game = await services.start(database.url);
    expect((await look(bus, gameId)).version).toBe(222);
  });

  it('replays the whole log when the snapshot is of other rules or ahead of the log', async () => {
    const { gameId } = await create(bus);
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    await game.stop();
    await sql(
      database.url,
      `insert into snapshot (game_id, log_id, rules, version, state, answered)
        select game_id, log_id, -1, 2, '{}', '[]' from game where game_id = $1`,
      [gameId],
    );
    game = await services.start(database.url);
    expect(await look(bus, gameId)).toMatchObject({ version: 3, view: { playerCount: 1 } });
    await game.stop();
    await sql(database.url, `update snapshot set rules = $2, version = 99, state = '{}' where game_id = $1`, [
      gameId,
      RULES,
    ]);
    game = await services.start(database.url);
    expect(await look(bus, gameId)).toMatchObject({ version: 4, view: { playerCount: 1 } });
  });

  it('allows one unanswered command per user and kind', async () => {
    const { gameId } = await create(bus);
    const two = await Promise.allSettled([
      send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' }),
      send(bus, gameId, 'ann', { type: 'joinGame', name: 'Anna' }),
    ]);
    expect(two.map((each) => each.status)).toEqual(['fulfilled', 'rejected']);
    expect(two[1]).toMatchObject({ reason: { code: 'busy' } });
  });
});
