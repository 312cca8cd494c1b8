import { setTimeout as pause } from 'node:timers/promises';
import { type Layout, openLayout } from './layout.js';
import { measure } from './measure.js';
import { readOptions } from './options.js';
import { timesOf } from './percentiles.js';
import { LoadSession } from './session.js';
import { usageOf } from './usage.js';

const GIVE_UP_MS = 120_000;
/** Rounds around the hundredth: one alone is a few hundred buzzes. */
const AROUND = 5;
/** Between the last player who joins and the first buzz a moderator reads a question, and a song begins. */
const READING_MS = 3_000;

type Given = Readonly<Record<'games' | 'players' | 'rate' | 'rounds', number>>;

const buzzesPerRound = ({ games, players }: Given) => games * Math.floor((players * 2) / 3);

/** Plays on another server first: the time of a buzz includes this program, which also compiles what it runs often. */
async function warmUpGenerator(given: Given): Promise<void> {
  const seconds = ((given.rounds / 2) * buzzesPerRound(given)) / given.rate;
  const layout = await openLayout(readOptions([]));
  const session = new LoadSession(layout.urls, { ...given, seconds, warmUp: 0 });
  try {
    await session.open();
    session.play();
    await pause(seconds * 1_000);
    await session.finish();
  } finally {
    session.close();
    await layout.close();
  }
}

/**
 * Plays `--games` on a server that has just started until each has had `--rounds`, and prints what a buzz of the first
 * round takes, three seconds after the last player has joined, and one of the last rounds, in ms, with the CPU of the product and its database per buzz.
 */
async function playRounds(urls: readonly string[], given: Given, { parts }: Layout): Promise<object> {
  const { games, players, rate, rounds } = given;
  const perRound = buzzesPerRound(given);
  const until = (rounds + AROUND) * perRound;
  const session = new LoadSession(urls, { games, players, rate, seconds: until / rate, warmUp: 0 });
  const { tally } = session;
  const used = async () => {
    const usage = await usageOf(parts);
    return [...(usage?.cpuSeconds.values() ?? [])].reduce((sum, each) => sum + each, 0) * 1_000;
  };
  const reaches = async (buzzes: number) => {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while (tally.latencies.length < buzzes) {
      if (performance.now() > giveUpAt) throw new Error(`no ${buzzes} buzzes within ${GIVE_UP_MS} ms`);
      await pause(1);
    }
    return { buzzes: tally.latencies.length, cpuMs: await used() };
  };
  const between = (from: { buzzes: number; cpuMs: number }, to: { buzzes: number; cpuMs: number }) => ({
    ...timesOf(tally.latencies.slice(from.buzzes, to.buzzes)),
    cpuMs: (to.cpuMs - from.cpuMs) / (to.buzzes - from.buzzes),
  });
  try {
    await session.open();
    tally.measureFrom = 0;
    await pause(READING_MS);
    const start = { buzzes: 0, cpuMs: await used() };
    session.play();
    const first = await reaches(perRound);
    const before = await reaches((rounds - AROUND) * perRound);
    const last = await reaches(until);
    await session.finish();
    if (tally.unseen > 0 || tally.stuck.length > 0) throw new Error(`not played correctly: ${tally.stuck[0]}`);
    return { first: between(start, first), late: between(before, last) };
  } finally {
    session.close();
  }
}

await measure({ games: 25, players: 20, rate: 1_000, rounds: 100 }, playRounds, warmUpGenerator);
