import { analytics, eraseInTelemetry, type GameId, liveGames } from '@earworm/contracts';
import { Projection } from '@earworm/projections';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { countFacts } from './count-facts.js';
import { contentsFrom } from './questions.js';
import { eventDrafts, type RunningTelemetry, runTelemetry } from '../testing/running-telemetry.js';

const TABLES = ['game', 'game_question', 'game_verdict', 'game_figures', 'game_question_tally', 'game_aside'];

describeWith('postgres', 'erasing games in the figures', () => {
  let spec: Awaited<ReturnType<typeof freshDatabase>>;
  let telemetry: RunningTelemetry;
  beforeAll(async () => {
    spec = await freshDatabase();
    telemetry = await runTelemetry(spec.url);
  });
  afterAll(async () => {
    await telemetry.stop();
    await spec.drop();
  });

  const played = (gameId: GameId) => {
    telemetry.happen(
      gameId,
      Date.now() - 60_000,
      eventDrafts.created(gameId, ['Alpha']),
      eventDrafts.joined('ann'),
      eventDrafts.started,
      eventDrafts.selected('q0'),
      eventDrafts.buzzed('q0', 'ann'),
      eventDrafts.judged('q0', 'ann', true),
    );
  };
  async function newGame(): Promise<GameId> {
    const gameId = eventDrafts.newGameId();
    played(gameId);
    await eventually(async () => expect(await tablesWith(gameId)).toContain('game_verdict'));
    return gameId;
  }
  async function tablesWith(gameId: GameId): Promise<string[]> {
    const found = TABLES.map(async (table) => {
      const rows = await telemetry.database.query<unknown[]>(`select from ${table} where game_id = $1`, [gameId]);
      return rows.length === 0 ? [] : [table];
    });
    return (await Promise.all(found)).flat();
  }
  const today = () => {
    const day = new Date().toISOString().slice(0, 10);
    return telemetry.bus.call(analytics, { from: day, to: day, timeZone: 'UTC' });
  };

  it('deletes the figures of the games, also twice, and leaves sums and other games as they were', async () => {
    const [gone, kept] = [await newGame(), await newGame()];
    const [before, sums] = [await tablesWith(kept), (await today()).days];
    for (let times = 0; times < 2; times++) await telemetry.bus.call(eraseInTelemetry, { gameIds: [gone] });
    expect([await tablesWith(gone), await tablesWith(kept)]).toEqual([[], before]);
    expect((await today()).days).toEqual(sums);
    const { games } = await telemetry.bus.call(liveGames, { after: '0' });
    const ids = games.map(({ gameId }) => gameId);
    expect([ids.includes(gone), ids.includes(kept)]).toEqual([false, true]);
  });

  it('counts no page of the log that was read before', async () => {
    const { bus, database, log } = telemetry;
    const gameId = eventDrafts.newGameId();
    await bus.call(eraseInTelemetry, { gameIds: [gameId] });
    played(gameId);
    const apply = countFacts;
    const late = new Projection('late', bus, database, (rows, manager) => apply(rows, manager, contentsFrom(bus)), {
      ...{ log, categories: 'none' },
    });
    while (await late.step());
    expect(await tablesWith(gameId)).toEqual([]);
  });
});
