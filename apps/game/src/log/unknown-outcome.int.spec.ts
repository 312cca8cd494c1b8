import { decodeRoleEvents, roleEventsSubject } from '@earworm/contracts';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cuttableLine } from '../testing/cuttable-line.js';
import { logOf } from '../testing/database.js';
import { create, gameServices, look, send, type RunningGame } from '../testing/game-service.js';

describeWith('postgres', 'When the connection breaks at a commit', () => {
  const services = gameServices();
  const { bus } = services;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let line: Awaited<ReturnType<typeof cuttableLine>>;
  let game: RunningGame;

  beforeAll(async () => {
    database = await freshDatabase();
    line = await cuttableLine(database.url);
    game = await services.start(database.url, { directUrl: line.url });
  });
  afterAll(async () => {
    await game.stop();
    line.close();
    await database.drop();
  });

  it.each([
    ['after it, the command is found in the log, published and answered with its version', 'after'],
    ['before it, the command is decided again', 'before'],
  ] as const)('%s', async (_, when) => {
    const { gameId } = await create(bus);
    const seen: number[] = [];
    bus.subscribe(roleEventsSubject(gameId, 'player'), ({ data }) => {
      const { from, to } = decodeRoleEvents(data);
      for (let version = from; version <= to; version++) seen.push(version);
    });
    line.cutAt('Cut-Me', when);
    // A rejection that was computed from the join must not be answered before it either.
    const joined = send(bus, gameId, 'ann', { type: 'joinGame', name: 'Cut-Me' }, { commandId: 'the-cut-one' });
    const taken = send(bus, gameId, 'bob', { type: 'joinGame', name: 'cut-me' });
    taken.catch(() => undefined);
    const answer = await joined;
    await expect(taken).rejects.toMatchObject({ code: 'name-taken' });

    const log = await logOf(database.url, gameId);
    expect(log.map((row) => row.version)).toEqual(log.map((row, index) => index + 1));
    expect(log.filter((row) => row.command_id === 'the-cut-one')).toEqual([
      expect.objectContaining({ version: answer.version, type: 'playerJoined' }),
    ]);
    expect(answer.version).toBe(when === 'after' ? 2 : 3);
    expect(log.filter((row) => row.type === 'owned')).toHaveLength(1);
    const now = await look(bus, gameId);
    expect(now).toMatchObject({ version: 3, view: { playerCount: 1 } });
    expect(seen).toEqual([2, 3]);
  });
});
