import { loadavg } from 'node:os';
import { openDataSource } from '@earworm/service-kit/postgres';
import { readAnalytics } from '../analytics/read.js';
import { CreateTelemetry1763769600000 } from '../migrations/1763769600000-create-telemetry.js';
import { TallyWider1763776800000 } from '../migrations/1763776800000-tally-wider.js';

/**
 * How long the analytics of 30 days take over a million facts of games: `node dist/testing/analytics-bench.js
 * <database url> [facts]`. Fills the database's figures with what so many facts leave behind, at their widest spread:
 * every measure in every quarter of an hour, every question asked in a row of its own.
 */
const [url = '', given = '1000000'] = process.argv.slice(2);
const facts = Number(given);
const VISITS = 30;
const LOOKS_AGAIN = 3;
/** A question is asked with some twelve events: picked, pressed, judged, music and clock. */
const answered = Math.round(facts / 12);
const open = (migrations: Parameters<typeof openDataSource>[0]['migrations']) =>
  openDataSource({ url, schema: 'telemetry', entities: [], migrations });
// Filled by the quarter of an hour; wider buckets are made by the code that also upgrades an older installation.
let database = await open([CreateTelemetry1763769600000]);
const quarters = `generate_series(date_trunc('day', now()) - interval '29 days', now(), interval '15 minutes') as quarter`;
const plain = ['games-created', 'games-started', 'games-completed', 'joins', 'presses'];
await database.query(
  `insert into tally select measure, quarter, '', ($1 / 2880)::bigint from ${quarters}, unnest($2::text[]) as measure`,
  [facts, plain],
);
await database.query(
  `insert into tally select measure, quarter, part::text, 3 from ${quarters},
    (values ('verdicts', 3), ('sessions', 2), ('session-seconds', 2), ('session-length', 12), ('players', 17),
      ('press-ms', 16), ('first-press-ms', 16), ('views', 20), ('errors', 10)) as wide (measure, parts),
    generate_series(1, parts) as part`,
);
await database.query(
  `insert into question select md5(n::text), 'Answer ' || n, 'Song ' || n from generate_series(1, 2000) as n`,
);
await database.query(
  `insert into question_tally
    select date_bin('15 minutes', now() - random() * interval '29 days', 'epoch'), md5((1 + n % 2000)::text), 1, 1, 1, 0
      from generate_series(1, $1::int) as n on conflict do nothing`,
  [answered],
);
await database.query(
  `insert into user_session select md5(n::text), 'user ' || n % 30000, 'Ann', case n % 3 when 0 then 'registered' else 'guest' end,
      now() - random() * interval '29 days', now(), null, '', 'en' from generate_series(1, 90000) as n`,
);
await database.destroy();
database = await open([CreateTelemetry1763769600000, TallyWider1763776800000]);
await database.query('vacuum analyze');
const [{ rows } = { rows: 0 }] = await database.query<{ rows: number }[]>('select count(*)::int as rows from tally');
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = { from: day(29), to: day(0), timeZone: 'Europe/Berlin' };
await database.destroy();
/**
 * First as for a user who opens the page, when the pool has closed its connections; then as for a change of the range.
 */
const took: Record<'first' | 'again', number[]> = { first: [], again: [] };
for (let visit = 0; visit < VISITS; visit++) {
  database = await open([CreateTelemetry1763769600000, TallyWider1763776800000]);
  for (let look = 0; look <= LOOKS_AGAIN; look++) {
    const startedAt = performance.now();
    await readAnalytics(database, range);
    took[look === 0 ? 'first' : 'again'].push(performance.now() - startedAt);
  }
  await database.destroy();
}
console.log(`${facts} facts as ${rows} tallies, ${answered} questions asked, 90000 sessions`);
for (const [which, all] of Object.entries(took)) {
  const sorted = all.toSorted((a, b) => a - b);
  const ms = (part: number) =>
    `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.toFixed(0)} ms`;
  console.log(
    `30 days, ${which}: median ${ms(0.5)}, 95 % within ${ms(0.95)}, slowest ${ms(1)}, ${sorted.length} of them`,
  );
}
// When other processes hold the cores an answer waits its turn: at a high load, a slow answer is not the query's fault.
console.log(`load average: ${loadavg()[0]?.toFixed(1)}`);
