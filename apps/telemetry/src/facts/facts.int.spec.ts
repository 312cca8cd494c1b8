import { analytics, type AnalyticsRange, liveGames } from '@earworm/contracts';
import { Projection } from '@earworm/projections';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sweep } from '../sweep.js';
import { type RunningTelemetry, runTelemetry, eventDrafts } from '../testing/running-telemetry.js';
import { countFacts } from './count-facts.js';
import { contentsFrom } from './questions.js';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');
const on = (day: string, timeZone = 'UTC'): AnalyticsRange => ({ from: day, to: day, timeZone });
const bar = (bars: readonly { upTo: number | null; count: number }[], upTo: number) =>
  bars.find((each) => each.upTo === upTo)?.count;

describeWith('postgres', 'figures of games', () => {
  let spec: Awaited<ReturnType<typeof freshDatabase>>;
  let telemetry: RunningTelemetry;
  const figures = (range: AnalyticsRange) => telemetry.bus.call(analytics, range);
  const today = async (range: AnalyticsRange) => (await figures(range)).days[0];

  beforeAll(async () => {
    spec = await freshDatabase();
    telemetry = await runTelemetry(spec.url);
  });
  afterAll(async () => {
    await telemetry.stop();
    await spec.drop();
  });

  it('lists the open call for help of a game, until it ends, and its owner', async () => {
    const gameId = eventDrafts.newGameId();
    telemetry.happen(
      gameId,
      Date.now(),
      eventDrafts.created(gameId, ['Alpha']),
      { type: 'helpRequested', category: 'sound', text: 'No sound', by: 'mo', name: 'Mo' },
      { type: 'ownerChanged', from: 'mo', to: 'ada', name: 'Ada', stays: false },
    );
    const listed = async () => {
      const { games } = await telemetry.bus.call(liveGames, { after: '0' });
      return games.find((each) => each.gameId === gameId);
    };
    const help = { category: 'sound', text: 'No sound', since: expect.any(Number) };
    await eventually(async () => expect(await listed()).toMatchObject({ moderatorName: 'Ada', help }));
    telemetry.happen(gameId, Date.now(), { type: 'helpEnded', by: 'root', solved: true });
    await eventually(async () => expect((await listed())?.help).toBeUndefined());
  });

  it('counts the events of games, from the log alone', async () => {
    const gameId = eventDrafts.newGameId();
    telemetry.happen(
      gameId,
      NOON,
      eventDrafts.created(gameId, ['Alpha', 'Beta']),
      { type: 'owned', epoch: 1 },
      eventDrafts.joined('ann'),
      eventDrafts.joined('bob'),
      eventDrafts.started,
      eventDrafts.selected('q0'),
      { ...eventDrafts.buzzed('q0', 'ann'), at: NOON + 6_000 + 700 },
      // One that was held.
      { type: 'buzzArrived', questionId: 'q0', playerId: 'bob', arrivedAt: NOON, creditMs: 0, errorMs: null },
      eventDrafts.judged('q0', 'ann', false),
      eventDrafts.judged('q0', 'bob', true),
      eventDrafts.selected('q1'),
      eventDrafts.unanswered('q1'),
      eventDrafts.completed,
    );
    const read = await eventually(async () => {
      const all = await figures(on('2026-11-20'));
      expect(all.days).toEqual([
        expect.objectContaining({
          ...{ gamesCreated: 1, gamesStarted: 1, gamesCompleted: 1, joins: 2, presses: 2 },
          ...{ right: 1, wrong: 1, nobody: 1 },
        }),
      ]);
      return all;
    });
    expect(bar(read.playersPerGame, 2)).toBe(1);
    expect(read.playersPerGame.reduce((sum, { count }) => sum + count, 0)).toBe(1);
    expect(bar(read.timeToPress.first, 750)).toBe(1);
    expect(read.timeToPress.every.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(read.missed).toEqual([
      expect.objectContaining({ answer: 'Alpha', song: 'Alpha (song)', asked: 1, right: 1, wrong: 1, nobody: 0 }),
      expect.objectContaining({ answer: 'Beta', asked: 1, right: 0, wrong: 0, nobody: 1 }),
    ]);
    expect(read.countedUntil).toBe(NOON + 13_000);
  });

  it('counts a game with an unknown question, without that question', async () => {
    const gameId = eventDrafts.newGameId();
    telemetry.happen(
      gameId,
      Date.parse('2026-09-01T12:00:00Z'),
      eventDrafts.created(gameId, ['Gamma']),
      eventDrafts.joined('ann'),
      eventDrafts.started,
      eventDrafts.selected('unknown'),
      eventDrafts.unanswered('unknown'),
      eventDrafts.selected('q0'),
      eventDrafts.unanswered('q0'),
      eventDrafts.completed,
    );
    const read = await eventually(async () => {
      const all = await figures(on('2026-09-01'));
      expect(all.days[0]).toMatchObject({ gamesCreated: 1, gamesCompleted: 1, nobody: 2 });
      return all;
    });
    expect(read.missed).toEqual([expect.objectContaining({ answer: 'Gamma', asked: 1, nobody: 1 })]);
  });

  it('stores no questions that were not played', async () => {
    const [gameId, unplayed] = [eventDrafts.newGameId(), eventDrafts.newGameId()];
    const noon = Date.parse('2026-08-01T12:00:00Z');
    telemetry.happen(
      unplayed,
      noon,
      eventDrafts.created(unplayed, ['Not played 1']),
      eventDrafts.added('q9', 'Not played 2'),
    );
    telemetry.happen(
      gameId,
      noon,
      eventDrafts.created(gameId, ['Played', 'Not played 3']),
      eventDrafts.added('q9', 'Not played 4'),
    );
    telemetry.happen(
      gameId,
      noon,
      eventDrafts.updated('q1', 'Not played 5'),
      eventDrafts.started,
      eventDrafts.selected('q0'),
    );
    await eventually(async () => expect(await today(on('2026-08-01'))).toMatchObject({ gamesStarted: 1 }));
    const rows = (text: string, values: unknown[]) => telemetry.database.query<unknown[]>(text, values);
    expect(
      await rows('select game_id, question_id from game_question where game_id = any($1)', [[gameId, unplayed]]),
    ).toEqual([{ game_id: gameId, question_id: 'q0' }]);
    expect(await rows('select answer from question where answer like $1', ['%layed%'])).toEqual([{ answer: 'Played' }]);
  });

  it('counts a question as it was when played, despite later changes', async () => {
    const gameId = eventDrafts.newGameId();
    const noon = Date.parse('2026-08-02T12:00:00Z');
    const missed = async () =>
      (await figures(on('2026-08-02'))).missed
        .map(({ answer, asked, wrong, nobody }) => [answer, asked, wrong, nobody])
        .sort();
    telemetry.happen(gameId, noon, eventDrafts.created(gameId, ['Old 0', 'Old 1']), eventDrafts.updated('q0', 'New 0'));
    await eventually(async () => expect(await today(on('2026-08-02'))).toMatchObject({ gamesCreated: 1 }));
    telemetry.happen(gameId, noon, eventDrafts.added('q2', 'Added 2'), eventDrafts.started, eventDrafts.selected('q0'));
    telemetry.happen(
      gameId,
      noon,
      eventDrafts.unanswered('q0'),
      eventDrafts.selected('q2'),
      eventDrafts.unanswered('q2'),
    );
    // Changed between the two verdicts on it, as a moderator does who sees a mistake.
    telemetry.happen(gameId, noon, eventDrafts.selected('q1'), eventDrafts.judged('q1', 'ann', false));
    await eventually(async () =>
      expect(await missed()).toEqual([
        ['Added 2', 1, 0, 1],
        ['New 0', 1, 0, 1],
        ['Old 1', 1, 1, 0],
      ]),
    );
    telemetry.happen(
      gameId,
      noon,
      eventDrafts.updated('q1', 'New 1'),
      eventDrafts.unanswered('q1'),
      eventDrafts.completed,
    );
    await eventually(async () =>
      expect(await missed()).toEqual([
        ['Added 2', 1, 0, 1],
        ['New 0', 1, 0, 1],
        ['New 1', 0, 0, 1],
        ['Old 1', 1, 1, 0],
      ]),
    );
  });

  it('assigns a game to its day in the viewer’s time zone', async () => {
    const gameId = eventDrafts.newGameId();
    // 18:20 in UTC is the next day from 18:15 on in Kathmandu (UTC+5:45).
    telemetry.happen(gameId, Date.parse('2026-10-01T18:20:00Z'), eventDrafts.created(gameId));
    await eventually(async () => expect(await today(on('2026-10-01'))).toMatchObject({ gamesCreated: 1 }));
    expect(await today(on('2026-10-01', 'Asia/Kathmandu'))).toMatchObject({ gamesCreated: 0 });
    expect(await today(on('2026-10-02', 'Asia/Kathmandu'))).toMatchObject({ gamesCreated: 1 });
  });

  it('adds up any days of a month, also from wide buckets', async () => {
    const DAY_MS = 86_400_000;
    const first = Date.parse('2026-07-03T23:50:00Z');
    for (const ago of [0, 1, 5, 11, 12, 20, 26]) {
      const gameId = eventDrafts.newGameId();
      const [missed, over] = [[eventDrafts.selected('q0'), eventDrafts.unanswered('q0')], eventDrafts.completed];
      telemetry.happen(
        gameId,
        first + ago * DAY_MS,
        eventDrafts.created(gameId, ['Month']),
        eventDrafts.started,
        ...missed,
        over,
      );
    }
    const missedIn = async (from: string, to: string, timeZone: string) =>
      (await figures({ from, to, timeZone })).missed.reduce((sum, { asked, nobody }) => sum + asked + nobody, 0);
    await eventually(async () => expect(await missedIn('2026-07-01', '2026-07-31', 'UTC')).toBe(14));
    expect(await missedIn('2026-07-04', '2026-07-23', 'UTC')).toBe(10);
    expect(await missedIn('2026-07-04', '2026-07-24', 'Asia/Kolkata')).toBe(12);
    expect(await missedIn('2026-07-29', '2026-07-31', 'UTC')).toBe(2);
  });

  it('assigns an event to its hour, also with daylight saving and zones that differ by quarters', async () => {
    const gameId = eventDrafts.newGameId();
    // The clocks of Berlin go back at 03:00 (01:00 UTC) on 25 October 2026.
    telemetry.happen(
      gameId,
      Date.parse('2026-10-25T00:30:00Z'),
      eventDrafts.created(gameId),
      eventDrafts.joined('ann'),
    );
    telemetry.happen(gameId, Date.parse('2026-10-25T01:30:00Z'), eventDrafts.joined('bob'), eventDrafts.joined('cem'));
    const hours = async (timeZone: string, fromHour: number, toHour: number) =>
      (await figures({ ...on('2026-10-25', timeZone), fromHour, toHour })).hours?.map(({ at, joins }) => [
        new Date(at).toISOString().slice(11, 16),
        joins,
      ]);
    await eventually(async () => expect(await today(on('2026-10-25'))).toMatchObject({ joins: 3 }));
    expect(await hours('Europe/Berlin', 1, 3)).toEqual([
      ['23:00', 0],
      ['00:00', 1],
      ['01:00', 2],
      ['02:00', 0],
    ]);
    // 06:00 in Kathmandu is 00:15 in UTC.
    expect(await hours('Asia/Kathmandu', 6, 7)).toEqual([
      ['00:15', 1],
      ['01:15', 2],
    ]);
    expect((await figures({ ...on('2026-10-25'), fromHour: 0, toHour: 1 })).days).toEqual([]);
  });

  it('filters by game and moderator', async () => {
    const [ruth, kim] = [eventDrafts.newGameId(), eventDrafts.newGameId()];
    const noon = Date.parse('2026-07-30T12:00:00Z');
    const game = (gameId: typeof ruth, gameCode: string, moderatorName: string, answer: string) =>
      telemetry.happen(
        gameId,
        noon,
        { ...eventDrafts.created(gameId, [answer]), gameCode, moderatorName },
        eventDrafts.joined('ann'),
        eventDrafts.started,
        eventDrafts.selected('q0'),
        { ...eventDrafts.buzzed('q0', 'ann'), at: noon + 4_000 + 700 },
        eventDrafts.judged('q0', 'ann', false),
        { ...eventDrafts.buzzed('q0', 'bob'), at: noon + 40 * MINUTE_MS },
        eventDrafts.unanswered('q0'),
      );
    game(ruth, 'RUTH42', 'Ruth Müller', 'Ruth’s song');
    game(kim, 'KQMN77', 'Kim', 'Kim’s song');
    const day = on('2026-07-30');
    await eventually(async () => expect(await today(day)).toMatchObject({ nobody: 2 }));
    expect((await figures(day)).missed).toHaveLength(2);
    for (const filter of [{ gameCode: 'ruth42' }, { moderator: 'mÜLL' }, { gameCode: 'RUTH42', moderator: 'ruth' }]) {
      const read = await figures({ ...day, ...filter });
      expect(read.days).toMatchObject([
        { gamesCreated: 1, gamesStarted: 1, joins: 1, presses: 2, right: 0, wrong: 1, nobody: 1, views: 0 },
      ]);
      expect(read.missed).toMatchObject([{ answer: 'Ruth’s song', asked: 1, wrong: 1, nobody: 1 }]);
      expect(bar(read.playersPerGame, 1)).toBe(1);
      expect(read.playersPerGame.reduce((sum, { count }) => sum + count, 0)).toBe(1);
      expect([bar(read.timeToPress.first, 750), bar(read.timeToPress.every, 750)]).toEqual([1, 1]);
      expect(read.timeToPress.every.at(-1)).toEqual({ upTo: null, count: 1 });
      expect([read.users, read.paths, read.errors]).toEqual([[], [], []]);
    }
    const byHour = await figures({ ...day, fromHour: 12, toHour: 13, moderator: 'kim' });
    expect(byHour.hours?.map(({ presses }) => presses)).toEqual([2, 0]);
    expect((await figures({ ...day, gameCode: 'RUTH42', moderator: 'Kim' })).days[0]).toMatchObject({ joins: 0 });
    expect((await figures({ ...day, moderator: '%' })).days[0]).toMatchObject({ joins: 0 });
  });

  it('deletes the figures of single games after the retention period', async () => {
    // Older than what any other spec looks at.
    const [old, kept] = [eventDrafts.newGameId(), eventDrafts.newGameId()];
    for (const [gameId, at] of [
      [old, '2026-01-05T12:00:00Z'],
      [kept, '2026-01-06T12:00:00Z'],
    ] as const)
      telemetry.happen(
        gameId,
        Date.parse(at),
        eventDrafts.created(gameId, ['Kept']),
        eventDrafts.selected('q0'),
        eventDrafts.unanswered('q0'),
      );
    const left = async (table: string) => {
      const rows = await telemetry.database.query<{ id: string }[]>(
        `select game_id as id from ${table} where game_id = any($1) order by quarter`,
        [[old, kept]],
      );
      return rows.map(({ id }) => id);
    };
    for (const table of ['game_figures', 'game_question_tally'])
      await eventually(async () => expect(await left(table)).toEqual([old, kept]));
    await sweep(telemetry.database, new Date('2026-01-06T00:00:00Z'));
    for (const table of ['game_figures', 'game_question_tally']) expect(await left(table)).toEqual([kept]);
  });

  it('refuses an invalid day, hour or range', async () => {
    for (const range of [
      on('2026-02-31'),
      { from: '2026-11-21', to: '2026-11-20', timeZone: 'UTC' },
      { from: '2024-01-01', to: '2026-01-01', timeZone: 'UTC' },
      { ...on('2026-11-20'), fromHour: 3 },
      { ...on('2026-11-20'), fromHour: 3, toHour: 2 },
      { from: '2026-11-01', to: '2026-11-15', timeZone: 'UTC', fromHour: 0, toHour: 0 },
    ])
      await expect(figures(range)).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('lists the open games with their last action, and later changes', async () => {
    const gameId = eventDrafts.newGameId();
    const now = Date.now();
    telemetry.happen(gameId, now - 5_000, eventDrafts.created(gameId), eventDrafts.joined('eve'), eventDrafts.started);
    const live = async (after: string) => telemetry.bus.call(liveGames, { after });
    const first = await eventually(async () => {
      const all = await live('0');
      expect(all.games.find((game) => game.gameId === gameId)).toMatchObject({
        ...{ status: 'playing', players: 1, moderatorName: 'Mo', lastAction: 'gameStarted', lastAt: now - 2_000 },
      });
      return all;
    });
    expect((await live(first.cursor)).games).toEqual([]);
    telemetry.happen(gameId, now, eventDrafts.completed);
    await eventually(async () =>
      expect((await live(first.cursor)).games).toMatchObject([{ gameId, status: 'completed' }]),
    );
    expect((await live('0')).games.map((game) => game.gameId)).not.toContain(gameId);
  });

  it('counts an event once after a crash between effect and checkpoint, and when the log is read again', async () => {
    const day = on('2026-09-09');
    const gameId = eventDrafts.newGameId();
    telemetry.happen(
      gameId,
      Date.parse('2026-09-09T10:00:00Z'),
      eventDrafts.created(gameId),
      eventDrafts.joined('fay'),
    );
    await eventually(async () => expect(await today(day)).toMatchObject({ gamesCreated: 1, joins: 1 }));
    let crashes = 1;
    const second = new Projection(
      'crashing',
      telemetry.bus,
      telemetry.database,
      async (batch, manager) => {
        await countFacts(batch, manager, contentsFrom(telemetry.bus));
        if (crashes-- > 0) throw new Error('crashed');
      },
      { log: telemetry.log },
    );
    await expect(second.step()).rejects.toThrow('crashed');
    await second.step();
    await telemetry.database.query(`update checkpoint set tx = '0', position = '0'`);
    telemetry.happen(gameId, Date.parse('2026-09-09T10:00:00Z'), eventDrafts.joined('guy'));
    await eventually(async () => expect(await today(day)).toMatchObject({ gamesCreated: 1, joins: 2 }));
  });
});
