// npm run compat [-- --from REF] [--record]: today's services play together with those of a release, or keep its data, answers
// and frames for the specs of today. Prints one line of JSON.
import { parseArgs } from 'node:util';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { record } from './record.js';
import { buildRelease, changedSince } from './release.js';
import { playTogether } from './together.js';

/** Change it with each release. */
const PREVIOUS_RELEASE = '14374e23';

const startedAt = performance.now();
const say = (what: string) =>
  console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`);

async function main(): Promise<number> {
  const { from, record: isRecording } = parseArgs({
    options: { from: { type: 'string', default: PREVIOUS_RELEASE }, record: { type: 'boolean', default: false } },
  }).values;
  const nats = await findNats();
  if (nats === null && !isRecording) {
    console.error(NO_NATS);
    return 2;
  }
  const release = await buildRelease(from, say);
  if (isRecording || nats === null) {
    const recording = await record(release, from, say);
    console.log(JSON.stringify({ from, commit: release.commit, recording }));
    return 0;
  }
  const changed = await changedSince(release.commit);
  const together = await playTogether(nats, release, say);
  const ok = together.ok && changed.length === 0;
  console.log(JSON.stringify({ from, commit: release.commit, ...together, changed, ok }));
  return ok ? 0 : 1;
}

process.exit(await main());
