import { parseArgs } from 'node:util';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { runFaults } from './run.js';
import { isSound, isSwift, PAUSE_P99_MAX_MS } from './verdict.js';

const SHAPE = { games: 12, players: 8, rate: 60 };
const MINUTES = { standard: 2, most: 24 * 60 };

function readOptions(argv: readonly string[]): { seed: number; minutes: number } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...argv], options: { seed: text, minutes: text } });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const minutes = Number(values.minutes ?? MINUTES.standard);
  if (!Number.isInteger(seed) || seed < 0) throw new Error('--seed is a whole number from 0.');
  if (!(minutes > 0 && minutes <= MINUTES.most)) throw new Error(`--minutes is a number up to ${MINUTES.most}.`);
  return { seed, minutes };
}

try {
  const { seed, minutes } = readOptions(process.argv.slice(2));
  console.log(`seed ${seed}`);
  // A server that this process did not start must not be killed.
  const nats = await findNats({ ...process.env, NATS_URL: undefined });
  if (nats) {
    const result = await runFaults({ ...SHAPE, seed, seconds: minutes * 60, nats, say: (what) => console.log(what) });
    console.log(JSON.stringify(result));
    if (!isSwift(result))
      console.error(`After a kill of their owner, games stood still for more than ${PAUSE_P99_MAX_MS} ms.`);
    process.exitCode = isSound(result) && isSwift(result) ? 0 : 1;
  } else {
    console.error(NO_NATS);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
