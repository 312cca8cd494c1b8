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
/** A question is asked with some twelve events: picked, pressed, judged, music and clock. */
const asked = Math.round(facts / 12);
const open = (migrations: Parameters<typeof openDataSource>[0]['migrations']) =>
  openDataSource({ url, schema: 'telemetry', entities: [], migrations });
// Filled by the quarter; whatever is wider is made of that by what also upgrades an older house.
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
  [asked],
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
const took: number[] = [];
for (let run = 0; run < 20; run++) {
  const startedAt = performance.now();
  await readAnalytics(database, range);
  took.push(performance.now() - startedAt);
}
await database.destroy();
const [first = 0] = took;
took.sort((a, b) => a - b);
const ms = (value = 0) => `${value.toFixed(0)} ms`;
console.log(`${facts} facts as ${rows} tallies, ${asked} questions asked, 90000 sessions`);
console.log(`30 days: first ${ms(first)}, median ${ms(took[10])}, slowest ${ms(took.at(-1))}`);
console.log(`load average: ${loadavg()[0]?.toFixed(1)}`);
