import { decodeRoleEvents, gameEventsWildcard, kindsOf } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cuttableLine } from '../testing/cuttable-line.js';
import { holdCommits, logOf, sql, whenAppendsWait, writersAt } from '../testing/database.js';
import { create, gameServices, look, send, type RunningGame } from '../testing/game-service.js';

describeWith('postgres', 'an append with an unknown outcome', () => {
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

  /** A command that changes the game, a refusal that was computed from it, and what all players saw meanwhile. */
  async function joinAndCollide(name: string, fault: (gameId: GameId) => void) {
    const { gameId } = await create(bus);
    const seen: number[] = [];
    bus.subscribe(gameEventsWildcard(gameId), ({ subject, data }) => {
      if (!kindsOf(subject).includes('player')) return;
      const { from, to } = decodeRoleEvents(data);
      for (let version = from; version <= to; version++) seen.push(version);
    });
    fault(gameId);
    const times = { withinMs: 9_000, deadlineMs: 9_000 };
    const commandId = `the-one-${gameId}`;
    const joined = send(bus, gameId, 'ann', { type: 'joinGame', name }, { commandId, ...times });
    const taken = send(bus, gameId, 'bob', { type: 'joinGame', name: name.toLowerCase() }, times);
    taken.catch(() => undefined);
    const answer = await joined;
    // It must not be answered before the command that it was computed from.
    await expect(taken).rejects.toMatchObject({ code: 'name-taken' });
    return { gameId, seen, version: answer.version, commandId };
  }

  async function holds({ gameId, seen, version, commandId }: Awaited<ReturnType<typeof joinAndCollide>>) {
    const log = await logOf(database.url, gameId);
    expect(log.map((row) => row.version)).toEqual(log.map((_, index) => index + 1));
    expect(log.filter((row) => row.command_id === commandId)).toEqual([
      expect.objectContaining({ version, type: 'playerJoined' }),
    ]);
    const now = await look(bus, gameId);
    expect(now).toMatchObject({ version: log.length, view: { playerCount: 1 } });
    expect(seen).toEqual(log.slice(1).map((row) => row.version));
    return log.map((row) => row.type).slice(1);
  }

  /** By then the game is being claimed, and the claim waits for the append whose outcome is unknown. */
  async function nothingAnswered(joining: Promise<unknown>): Promise<boolean> {
    let answered = false;
    const note = () => void (answered = true);
    joining.then(note, note);
    await whenAppendsWait(database.url, 2);
    return !answered;
  }

  it.each([
    [
      'after it: the command is found in the log, published and answered with its version',
      'after',
      'playerJoined,owned',
    ],
    ['before it: the command is decided again', 'before', 'owned,playerJoined'],
  ] as const)('settles when the connection broke %s', async (_, when, types) => {
    const done = await joinAndCollide('Cut-Me', () => line.cutAt('Cut-Me', when));
    expect((await holds(done)).join()).toBe(types);
  });

  it('delays the claim of the game until a broken connection’s append has ended', async () => {
    const held = await holdCommits(database.url, 'Hang-On');
    const joining = joinAndCollide('Hang-On', () => line.cutAt('Hang-On', 'during'));
    expect(await nothingAnswered(joining)).toBe(true);
    await held.release();
    expect(await holds(await joining)).toEqual(['playerJoined', 'owned']);
  });

  it('waits with the answer until a hanging commit has ended', async () => {
    const held = await holdCommits(database.url, 'Hang-Long');
    const joining = joinAndCollide('Hang-Long', () => undefined);
    expect(await nothingAnswered(joining)).toBe(true);
    await held.release();
    expect(await holds(await joining)).toEqual(['playerJoined', 'owned']);
  });

  it('fails when a stalled connection delivers it later', async () => {
    await create(bus);
    const frozen = await writersAt(database.url);
    expect(frozen.length).toBeGreaterThan(0);
    const done = await joinAndCollide('Late-One', () => line.freeze('writer'));
    expect(await holds(done)).toEqual(['owned', 'playerJoined']);
    line.thaw();
    // The server has read the input and closed the connection.
    await eventually(async () =>
      expect(await sql(database.url, 'select from pg_stat_activity where pid = any($1)', [frozen])).toEqual([]),
    );
    await eventually(async () => expect((await holds(done)).slice(0, 2)).toEqual(['owned', 'playerJoined']));
  });

  it('never occurs on a slow connection: one append waits for the other', async () => {
    line.slow(60);
    const done = await joinAndCollide('Slow-One', () => undefined);
    line.slow(0);
    await eventually(async () => expect(await holds(done)).toEqual(['playerJoined']));
  });
});
