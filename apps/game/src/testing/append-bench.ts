import { openDataSource } from '@earworm/service-kit/postgres';
import { LogWriter } from '../log/append.js';
import { Flush, type AppendListener } from '../log/flush.js';
import { MIGRATIONS } from '../migrations.js';

/**
 * Measures how many appends a second the flush does, with one in flight per game: `node dist/testing/append-bench.js
 * <database url> [games] [seconds]`. Fills the database's log with rows of its own.
 */
const [url = '', games = '16', seconds = '5'] = process.argv.slice(2);
const database = await openDataSource({ url, schema: 'game', entities: [], migrations: MIGRATIONS });
const writer = new LogWriter(url);
await writer.open();

let statements = 0;
let appended = 0;
let running = true;
const flush = new Flush(
  async (rows) => {
    statements += 1;
    return writer.append(rows);
  },
  { batch: (rows) => (appended += rows), outcome: () => undefined },
);
const run = process.pid.toString(36);
for (let game = 0; game < Number(games); game++) {
  const gameId = `bench-${run}-${game}`;
  let version = 0;
  const next = () => {
    version += 1;
    const happened = { type: 'playerBuzzed', at: Date.now(), questionId: 'q1', playerId: `p-${version % 20}` };
    flush.offer(listener, gameId, [
      {
        gameId,
        version,
        userId: happened.playerId,
        commandId: `${gameId}-${version}`,
        event: JSON.stringify({ ...happened, elapsedSeconds: null }),
        at: happened.at,
        epoch: 1,
      },
    ]);
  };
  const listener: AppendListener = {
    isGone: false,
    onCommitted: () => running && next(),
    onRefused: (code) => console.error(`refused: ${code}`),
    onUnknown: () => console.error('unknown'),
  };
  next();
}
await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1_000));
running = false;
await flush.idle();
console.log(
  JSON.stringify({
    games: Number(games),
    appendsPerSecond: Math.round(appended / Number(seconds)),
    statementsPerSecond: Math.round(statements / Number(seconds)),
    rowsPerStatement: Number((appended / statements).toFixed(1)),
  }),
);
await writer.close();
await database.destroy();
