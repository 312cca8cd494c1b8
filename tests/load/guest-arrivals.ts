import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createHttp } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';
import { startMetronome } from './metronome.js';
import { timesOf } from './percentiles.js';

/**
 * Guests who sign in at `--url` for `--seconds`: `--rate` of them a second, whether or not earlier ones are signed in, or with
 * `--at-once` as many as are served. Times from the moment they came, as JSON.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string' },
    'at-once': { type: 'string', default: '64' },
  },
});
const seconds = Number(values.seconds);
const http = createHttp({ baseUrl: values.url ?? '' });
const took: number[] = [];
const refused: Record<string, number> = {};

async function arrive(cameAt: number): Promise<void> {
  try {
    await http.call('guest', { body: {} });
    took.push(performance.now() - cameAt);
  } catch (error) {
    const code = error instanceof RefusedError ? error.code : String(error);
    refused[code] = (refused[code] ?? 0) + 1;
  }
}

const startedAt = performance.now();
if (values.rate === undefined) {
  const until = startedAt + seconds * 1_000;
  const one = async () => {
    while (performance.now() < until) await arrive(performance.now());
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, one));
} else {
  const arrivals: Promise<void>[] = [];
  const metronome = startMetronome(Number(values.rate), undefined, (cameAt) => void arrivals.push(arrive(cameAt)));
  await sleep(seconds * 1_000);
  await metronome.stop();
  await Promise.all(arrivals);
}
const perSecond = took.length / ((performance.now() - startedAt) / 1_000);
console.log(JSON.stringify({ ...timesOf(took), perSecond: Number(perSecond.toFixed(1)), refused }));
process.exit(0);
