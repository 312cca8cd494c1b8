import { setTimeout as pause } from 'node:timers/promises';
import { createHttp, type Http } from '@earworm/client';
import { startArrivals } from './arrivals.js';
import { type Times, timesOf } from './percentiles.js';

export interface SignIns extends Times {
  readonly perSecond: number;
}

/** So many guests at a time, each as soon as another one is signed in. */
export function signInClosedLoop(url: string, { seconds, atOnce }: { seconds: number; atOnce: number }) {
  return timed(url, async (signIn, startedAt) => {
    const loop = async () => {
      while (performance.now() - startedAt < seconds * 1_000) await signIn(performance.now());
    };
    await Promise.all(Array.from({ length: atOnce }, loop));
  });
}

/** So many guests a second, whether or not earlier ones are signed in. */
export function signInOpenLoop(url: string, { seconds, rate }: { seconds: number; rate: number }) {
  return timed(url, async (signIn) => {
    const signIns: Promise<void>[] = [];
    const arrivals = startArrivals(rate, undefined, (arrivedAt) => void signIns.push(signIn(arrivedAt)));
    await pause(seconds * 1_000);
    await arrivals.stop();
    await Promise.all(signIns);
  });
}

type Work = (signIn: (arrivedAt: number) => Promise<void>, startedAt: number) => Promise<void>;

/** Rejects when a guest was refused. */
async function timed(url: string, work: Work): Promise<SignIns> {
  const http: Http = createHttp({ baseUrl: url });
  const took: number[] = [];
  const refusals: unknown[] = [];
  const startedAt = performance.now();
  await work(async (arrivedAt) => {
    await http.call('guest', { body: {} }).then(
      () => took.push(performance.now() - arrivedAt),
      (refusal: unknown) => refusals.push(refusal),
    );
  }, startedAt);
  if (refusals.length > 0) throw new AggregateError(refusals, `${refusals.length} guests were refused`);
  return { ...timesOf(took), perSecond: took.length / ((performance.now() - startedAt) / 1_000) };
}
