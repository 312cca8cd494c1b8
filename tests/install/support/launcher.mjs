// `npm start` of what is built, with a backoff that a spec can wait for: launcher.mjs start [OPTION…]
import process from 'node:process';
import { ROOT } from '../../../apps/standalone/launch/places.mjs';
import { runServer } from '../../../apps/standalone/launch/run.mjs';

process.chdir(ROOT);
const policy = { backoff: { firstMs: 20, mostMs: 200 }, giveUpAfterMs: Number(process.env.GIVE_UP_AFTER_MS ?? 60_000) };
process.exitCode = await runServer('apps/standalone/dist/main.js', process.argv.slice(3), policy);
