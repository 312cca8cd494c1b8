import { analytics, LOG_GROWN, liveGames } from '@earworm/contracts';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FinalVerdicts1764201600000 } from '../migrations/1764201600000-final-verdicts.js';
import { type RunningTelemetry, runTelemetry, eventDrafts } from '../testing/running-telemetry.js';

const MINUTE_MS = 60_000;
const undone = (verdict: number, questionId: string, playerId: string | null) => ({
  ...{ type: 'verdictUndone', verdict, questionId, playerId },
  gain: 0,
});
const changed = (verdict: number, questionId: string, playerId: string, correct: boolean) => ({
  ...{ type: 'verdictChanged', verdict, questionId, playerId, correct },
  ...{ gain: 0, reason: 'It was right.' },
});

describeWith('postgres', 'figures of corrected games', () => {
  let spec: Awaited<ReturnType<typeof freshDatabase>>;
  let telemetry: RunningTelemetry;
  const figures = (day: string, gameCode = '') =>
    telemetry.bus.call(analytics, { from: day, to: day, timeZone: 'UTC', gameCode });

  beforeAll(async () => {
    spec = await freshDatabase();
    telemetry = await runTelemetry(spec.url);
  });
  afterAll(async () => {
    await telemetry.stop();
    await spec.drop();
  });

  /** Ends with 1 right, 1 wrong and 1 that nobody got. */
  function play(noon: number) {
    const gameId = eventDrafts.newGameId();
    telemetry.happen(
      gameId,
      noon,
      eventDrafts.created(gameId, ['Alpha', 'Beta']),
      eventDrafts.started,
      eventDrafts.selected('q0'),
      eventDrafts.judged('q0', 'ann', true),
      undone(4, 'q0', 'ann'),
      eventDrafts.judged('q0', 'ann', false),
      eventDrafts.judged('q0', 'bob', false),
      eventDrafts.unanswered('q0'),
      eventDrafts.selected('q1'),
      eventDrafts.unanswered('q1'),
      undone(10, 'q1', null),
    );
    return gameId;
  }

  const expected = { right: 1, wrong: 1, nobody: 1 };
  const expectFinal = (day: string) =>
    eventually(async () => {
      for (const read of [await figures(day), await figures(day, 'ABCDEF')]) {
        expect(read.days[0]).toMatchObject({ gamesCompleted: 1, ...expected });
        // No verdict on Beta stands.
        expect(read.missed).toEqual([expect.objectContaining({ answer: 'Alpha', asked: 1, ...expected })]);
      }
    });

  it('counts the final verdict, on the day on which the first was given', async () => {
    const noon = Date.parse('2026-03-01T12:00:00Z');
    const gameId = play(noon);
    await eventually(async () =>
      expect((await figures('2026-03-01')).days[0]).toMatchObject({ right: 0, wrong: 2, nobody: 1 }),
    );
    // In a later batch and on a later day than the verdict.
    const later = Date.parse('2026-03-02T12:00:00Z');
    telemetry.happen(gameId, later, changed(7, 'q0', 'bob', true), eventDrafts.completed);
    await eventually(async () => expect((await figures('2026-03-02')).days[0]).toMatchObject({ gamesCompleted: 1 }));
    expect((await figures('2026-03-01')).days[0]).toMatchObject(expected);
    expect((await figures('2026-03-02')).days[0]).toMatchObject({ right: 0, wrong: 0, nobody: 0 });
  });

  it('counts the end of a reopened game once, and lists it as open meanwhile', async () => {
    const now = Date.now() - MINUTE_MS;
    const day = new Date(now).toISOString().slice(0, 10);
    const gameId = eventDrafts.newGameId();
    const completed = () => figures(day).then(({ days }) => days[0]?.gamesCompleted);
    const listed = async () =>
      (await telemetry.bus.call(liveGames, { after: '0' })).games.find((game) => game.gameId === gameId);
    telemetry.happen(gameId, now, eventDrafts.created(gameId), eventDrafts.started, eventDrafts.completed);
    await eventually(async () => expect(await completed()).toBe(1));
    expect(await listed()).toBeUndefined();
    telemetry.happen(gameId, now, { type: 'gameReopened', status: 'playing', completedAt: now + 3_000 });
    await eventually(async () => expect(await listed()).toMatchObject({ status: 'playing' }));
    expect(await completed()).toBe(0);
    telemetry.happen(gameId, now, eventDrafts.completed);
    await eventually(async () => expect(await completed()).toBe(1));
  });

  it('recounts from the log what was counted without corrections', async () => {
    const day = '2026-04-01';
    const noon = Date.parse('2026-04-01T12:00:00Z');
    telemetry.happen(play(noon), noon, changed(7, 'q0', 'bob', true), eventDrafts.completed);
    await expectFinal(day);
    const migration = new FinalVerdicts1764201600000();
    const runner = telemetry.database.createQueryRunner();
    await runner.startTransaction();
    await migration.down(runner);
    await migration.up(runner);
    await runner.query(`update quarter_figures set views = 7`);
    await runner.commitTransaction();
    await runner.release();
    expect((await figures(day)).days[0]).toMatchObject({ right: 0, wrong: 0, views: 7 });
    telemetry.bus.publish(LOG_GROWN, new Uint8Array());
    await expectFinal(day);
  });
});
