import { type GameId, gameLog, type LogPlace, questionContents, type QuestionId } from '@earworm/contracts';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { INSERT_FOREIGN, openTransaction, sql } from '../testing/database.js';
import { ask, create } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

describeWith('postgres', 'a projection of the log', () => {
  const { bus, database } = oneGameService();

  it('misses no row although serials commit out of order', async () => {
    const { gameId } = await create(bus);
    const read = ({ tx, position }: { tx: string; position: string }, limit = 500) =>
      ask(bus, gameLog, { after: { tx, position }, limit });
    const first = await eventually(async () => {
      const { rows, end } = await read({ tx: '0', position: '0' });
      expect(rows).toEqual([expect.objectContaining({ gameId, version: 1 })]);
      return end as LogPlace;
    });
    const early = await openTransaction(database.url, INSERT_FOREIGN, ['early', 1, 0]);
    await sql(database.url, INSERT_FOREIGN, ['late', 1, 0]);
    // The late row is committed, but an earlier serial is still open: no reader may skip it.
    expect((await read(first)).rows).toEqual([]);
    await early.end('commit');
    await eventually(async () => expect((await read(first)).rows.map((row) => row.gameId)).toEqual(['early', 'late']));
    const one = await read(first, 1);
    expect(one.more).toBe(true);
    expect((await read(one.end ?? first)).rows.map((row) => row.gameId)).toEqual(['late']);
  });

  it('reads rows in the order in which they were written, also where their numbers gain a digit', async () => {
    // Transactions 8 to 12 of 30 rows each: alphabetically, 10 comes before 8 and serial 100 before 99.
    await sql(
      database.url,
      `insert into event (game_id, version, event, at, epoch, tx)
        select 'long', (tx - 8) * 30 + row, '{"type":"owned","at":0,"epoch":0}', 0, 0, tx::text::xid8
          from generate_series(8, 12) as tx, generate_series(1, 30) as row order by tx, row`,
    );
    const versions: number[] = [];
    let after = { tx: '0', position: '0' };
    for (;;) {
      const { rows, end } = await ask(bus, gameLog, { after, limit: 7 });
      const ofLong = rows.filter(({ gameId }) => gameId === 'long');
      versions.push(...ofLong.map(({ version }) => version));
      if (end === null || ofLong.length === 0) break;
      after = end;
    }
    expect(versions).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
  });

  it('gets no events of unwanted types and continues after them', async () => {
    const after = await lastPlace();
    const event = (type: string) => JSON.stringify({ type, at: 0 });
    await append('spared', [event('owned'), event('playerBuzzed'), event('playerBuzzed')]);
    const page = await eventually(async () => {
      const some = await ask(bus, gameLog, { after, without: ['playerBuzzed'] });
      expect(some.rows).toMatchObject([{ gameId: 'spared', version: 1, event: { type: 'owned' } }]);
      return some;
    });
    expect(page.more).toBe(false);
    expect(await ask(bus, gameLog, { after: page.end as LogPlace })).toEqual({ rows: [], end: null, more: false });
  });

  it('gets all long events in small pages', async () => {
    let after = await lastPlace();
    const event = JSON.stringify({ type: 'owned', at: 0, padding: 'x'.repeat(50_000) });
    await append(
      'wide',
      Array.from({ length: 10 }, () => event),
    );
    const pages: number[][] = [];
    await eventually(async () => {
      const { rows, end } = await ask(bus, gameLog, { after });
      if (rows.length > 0) pages.push(rows.map(({ version }) => version));
      after = end ?? after;
      expect(pages.flat()).toHaveLength(10);
    });
    expect(pages).toEqual([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]]);
  });

  /** Two megabytes, as in the largest quiz; its clip is at its very end. */
  function created(gameId: string, clipId: string): { head: Record<string, unknown>; event: string } {
    const settings = { attempts: 'unlimited', musicOn: 'desk' };
    const head = { type: 'gameCreated', at: 5, gameId, moderatorName: 'Mo "],"categories":[', settings };
    const question = (answer: string) => ({ id: 'q', medium: { kind: 'clip', clipId }, answer });
    const categories = [{ id: 'c', name: 'C', questions: [question('ä'.repeat(1_000_000)), question('b')] }];
    return { head, event: JSON.stringify({ ...head, categories }) };
  }

  it('gets a created game without categories or with their clips, as requested', async () => {
    const after = await lastPlace();
    const clipId = `up-${'0123456789abcdef'.repeat(2)}`;
    const { head, event } = created('large', clipId);
    const elsewhere = JSON.stringify({ ...(JSON.parse(event) as object), later: 1 });
    await append('large', [event, elsewhere]);
    const read = async (categories: 'none' | 'clips') =>
      eventually(async () => {
        const { rows } = await ask(bus, gameLog, { after, categories });
        expect(rows).toHaveLength(2);
        return rows.map((row) => row.event);
      });
    expect(await read('none')).toEqual([head, { ...head, later: 1 }]);
    expect(await read('clips')).toEqual([
      { ...head, clipIds: [clipId] },
      { ...head, later: 1, clipIds: [clipId] },
    ]);
  });

  it('gets every field of a created game except its categories', async () => {
    const after = await lastPlace();
    const { gameId } = await create(bus);
    await eventually(async () => {
      const { rows } = await ask(bus, gameLog, { after, categories: 'none' });
      const [{ categories, ...head } = {}] = (
        await sql<{ event: Record<string, unknown> }>(
          database.url,
          'select event from event where game_id = $1 and version = 1',
          [gameId],
        )
      ).map(({ event }) => event);
      expect(categories).toBeInstanceOf(Array);
      expect(rows[0]).toEqual({ gameId, version: 1, event: head });
    });
  });

  it('gets a page of few large games although little of them is sent', async () => {
    let after = await lastPlace();
    await append(
      'many',
      Array.from({ length: 7 }, () => created('many', 'none').event),
    );
    const pages: number[][] = [];
    await eventually(async () => {
      const { rows, end, more } = await ask(bus, gameLog, { after, limit: 1_000, categories: 'none' });
      if (rows.length > 0) pages.push(rows.map(({ version }) => version));
      after = end ?? after;
      expect(more).toBe(false);
      expect(pages.flat()).toHaveLength(7);
    });
    // Each is a little over 2 MB; a page ends once it has read 4 MiB.
    expect(pages).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it('gets the content of questions as of a version, also of later questions', async () => {
    const content = (answer: string) => ({
      medium: { kind: 'clip', clipId: 'tune-1' },
      ...{ youtubeSongName: 'Song', answer, points: 100 },
    });
    const change = (type: string, questionId: string, answer: string) =>
      JSON.stringify({ type, at: 0, categoryId: 'c', questionId, content: content(answer) });
    const questions = ['q1', 'q2'].map((id) => ({ id, ...content(`${id} as created`) }));
    await append('asked', [
      JSON.stringify({ type: 'gameCreated', at: 0, categories: [{ id: 'c', name: 'C', questions }] }),
      change('questionUpdated', 'q1', 'q1 changed'),
      change('questionAdded', 'q3', 'q3 added'),
      change('questionUpdated', 'q1', 'q1 changed again'),
    ]);
    const answers = async (...asking: readonly (readonly [questionId: string, until: number])[]) => {
      const gameId = 'asked' as GameId;
      const all = asking.map(([questionId, until]) => ({ gameId, questionId: questionId as QuestionId, until }));
      const { questions } = await ask(bus, questionContents, { questions: all });
      return Object.fromEntries(questions.map(({ questionId, content }) => [questionId, content.answer]));
    };
    expect(await answers(['q1', 1], ['q2', 4], ['q3', 2], ['none', 4])).toEqual({
      q1: 'q1 as created',
      q2: 'q2 as created',
    });
    expect(await answers(['q1', 3], ['q3', 4])).toEqual({ q1: 'q1 changed', q3: 'q3 added' });
    expect(await answers(['q1', 4])).toEqual({ q1: 'q1 changed again' });
  });

  async function lastPlace(): Promise<LogPlace> {
    const [place] = await sql<LogPlace>(
      database.url,
      'select tx::text as tx, position::text as position from event order by event.tx desc, event.position desc limit 1',
    );
    return place ?? { tx: '0', position: '0' };
  }

  /** In one transaction, from version 1 on. */
  const append = (gameId: string, events: readonly string[]) =>
    sql(
      database.url,
      `insert into event (game_id, version, event, at, epoch)
        select $1, version, event, 0, 0 from unnest($2::json[]) with ordinality as given (event, version)`,
      [gameId, events],
    );
});
