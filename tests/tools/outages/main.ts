import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNats, NO_NATS } from '../../harness/nats-server.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { ROOT } from '../../harness/root.js';
import { Services } from '../../harness/services.js';
import { LoadSession } from '../../load/session.js';
import { metricsOfRules } from '../monitoring/expressions.js';
import {
  type Outage,
  RECORDED_AFTER_S,
  recordingText,
  SCRAPED_EVERY_S,
  SeriesRecorder,
} from '../monitoring/recording.js';

const FOLDER = join(ROOT, 'tests/tools/monitoring/recorded');
const SHAPE = { games: 4, players: 5, rate: 12, warmUp: 0 };
const SEED = 7;

/** What stops, and starts again. */
interface Kind {
  readonly stop: (services: Services) => Promise<unknown>;
  readonly start: (services: Services) => Promise<unknown>;
  readonly downS: number;
}

const gateway = (services: Services) => services.gateways[0]!;

const KINDS: Readonly<Record<string, Kind>> = {
  'stopped-database': {
    stop: ({ database }) => database.stop(),
    start: ({ database }) => database.start(),
    downS: 180,
  },
  'killed-nats': {
    stop: ({ nats }) => nats!.kill(),
    start: ({ nats }) => nats!.start(),
    downS: 150,
  },
  'killed-gateway': {
    stop: (services) => gateway(services).kill(),
    start: (services) => gateway(services).start(),
    downS: 150,
  },
};

/** A young Prometheus has nothing but this to compare an outage with. */
const BEFORE_S = 75;

async function record(name: string, { stop, start, downS }: Kind): Promise<void> {
  const nats = await findNats({ ...process.env, NATS_URL: undefined });
  if (nats === null) throw new Error(NO_NATS);
  const services = await Services.start({ nats, everything: true, env: RAISED_LIMITS });
  const seconds = BEFORE_S + downS + RECORDED_AFTER_S;
  const session = new LoadSession(services.urls, { ...SHAPE, seconds });
  const recorder = new SeriesRecorder(metricsOfRules());
  try {
    await session.open();
    session.play(SEED);
    const startedAt = Date.now();
    const outage: Partial<Outage> = {};
    let starting: Promise<unknown> = Promise.resolve();
    for (let scrape = 0; scrape * SCRAPED_EVERY_S <= seconds; scrape++) {
      const atS = scrape * SCRAPED_EVERY_S;
      await sleep(startedAt + atS * 1_000 - Date.now());
      await recorder.scrape(services.healthUrls);
      if (outage.fromS === undefined && atS >= BEFORE_S) {
        Object.assign(outage, { fromS: atS });
        await stop(services);
        console.log(`${name}: down after ${atS} s`);
      } else if (outage.toS === undefined && atS >= BEFORE_S + downS) {
        Object.assign(outage, { toS: atS });
        starting = start(services);
        console.log(`${name}: up again after ${atS} s`);
      }
    }
    await starting;
    await mkdir(FOLDER, { recursive: true });
    await writeFile(join(FOLDER, `${name}.yaml`), recordingText(outage as Outage, recorder.series()));
    console.log(`${name}: ${recorder.series().length} series, ${session.tally.acknowledged.length} buzzes`);
  } finally {
    session.close();
    await services.close();
  }
}

const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : Object.keys(KINDS);
const unknown = names.filter((name) => !KINDS[name]);
try {
  if (unknown.length > 0)
    throw new Error(`There is no outage ${unknown.join(', ')}; there are: ${Object.keys(KINDS).join(', ')}.`);
  for (const name of names) await record(name, KINDS[name]!);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
