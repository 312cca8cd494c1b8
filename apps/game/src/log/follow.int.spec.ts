import { gameLog } from '@earworm/contracts';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { INSERT_FOREIGN, openTransaction, sql } from '../testing/database.js';
import { ask, create, gameServices, type RunningGame } from '../testing/game-service.js';

describeWith('postgres', 'A follower of the log', () => {
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

  it('misses no row although serials commit out of order', async () => {
    const { gameId } = await create(bus);
    const read = ({ tx, position }: { tx: string; position: string }, limit = 500) =>
      ask(bus, gameLog, { after: { tx, position }, limit });
    const first = await eventually(async () => {
      const { rows } = await read({ tx: '0', position: '0' });
      expect(rows).toEqual([expect.objectContaining({ gameId, version: 1 })]);
      return rows[0] as (typeof rows)[number];
    });
    const early = await openTransaction(database.url, INSERT_FOREIGN, ['early', 1, 0]);
    await sql(database.url, INSERT_FOREIGN, ['late', 1, 0]);
    // The late row is committed, but an earlier serial is still open: nobody may read past it.
    expect((await read(first)).rows).toEqual([]);
    await early.end('commit');
    await eventually(async () => expect((await read(first)).rows.map((row) => row.gameId)).toEqual(['early', 'late']));
    const [one] = (await read(first, 1)).rows;
    expect((await read(one ?? first)).rows.map((row) => row.gameId)).toEqual(['late']);
  });

  it('reads rows in the order in which they were written, also where their numbers grow by a digit', async () => {
    // Transactions 8 to 12, each of 30 rows: in the order of letters 10 comes before 8, and serial 100 before 99.
    await sql(
      database.url,
      `insert into event (game_id, version, event, at, epoch, tx)
        select 'long', (tx - 8) * 30 + row, '{"type":"owned","at":0,"epoch":0}', 0, 0, tx::text::xid8
          from generate_series(8, 12) as tx, generate_series(1, 30) as row order by tx, row`,
    );
    const versions: number[] = [];
    let after = { tx: '0', position: '0' };
    for (;;) {
      const { rows } = await ask(bus, gameLog, { after, limit: 7 });
      const last = rows.findLast(({ gameId }) => gameId === 'long');
      versions.push(...rows.filter(({ gameId }) => gameId === 'long').map(({ version }) => version));
      if (last === undefined) break;
      after = { tx: last.tx, position: last.position };
    }
    expect(versions).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
  });
});
