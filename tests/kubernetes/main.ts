import { randomBytes } from 'node:crypto';
import { stopOnSignals } from '../load/stop-on-signals.js';
import { checkBadInput } from './bad-input.js';
import { Cluster } from './cluster.js';
import { run, runs } from './command.js';
import { diagnosisOf } from './diagnosis.js';
import { Disruptions } from './disruptions.js';
import { buildImages, loadImages } from './images.js';
import { type Options, readOptions } from './options.js';
import { Play, type PlayResult } from './play.js';
import { Release } from './release.js';
import { resultOf, shortcomingsOf } from './verdict.js';

/** What it needs is not here; exit code 2. */
class Missing extends Error {}

const SHAPE = { games: 6, players: 10, rate: 12 };
/** Against what hangs: then it ends with what is known of the failure. */
const WITHIN_MS = { short: 12 * 60_000, long: 60 * 60_000 };

const startedAt = performance.now();
const say = (what: string) =>
  console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`);

async function needCluster(): Promise<void> {
  const missing = [];
  if (!process.env['KUBECONFIG'])
    missing.push('There is no cluster here: set KUBECONFIG to one that may be played on.');
  else if (!(await runs('kubectl', ['get', 'nodes', '--request-timeout=5s'])))
    missing.push('The cluster of KUBECONFIG does not answer, or there is no kubectl.');
  if (!(await runs('helm', ['version']))) missing.push('There is no helm on the PATH.');
  if (!(await runs('docker', ['version']))) missing.push('There is no Docker engine here to build the images.');
  if (missing.length > 0) throw new Missing(missing.join('\n'));
}

async function main({ short, from, keep }: Options): Promise<number> {
  await needCluster();
  say('building the images');
  const tag = await buildImages('kubernetes');
  const previous = short ? null : await buildImages('previous', from);
  const cluster = new Cluster(`earworm-${short ? 'short' : 'long'}-${randomBytes(3).toString('hex')}`);
  const release = await Release.prepare(cluster, tag);
  let play: Play | null = null;
  const end = async () => {
    await play?.close();
    if (!keep) await release.remove();
  };
  stopOnSignals(end);
  const late = setTimeout(
    () => {
      console.error('It takes too long and is ended.');
      process.kill(process.pid, 'SIGTERM');
    },
    short ? WITHIN_MS.short : WITHIN_MS.long,
  );
  try {
    const images = await release.images();
    const further = previous === null ? [] : images.map((image) => image.replace(`:${tag}`, `:${previous}`));
    const loaded = await loadImages([...new Set([...images, ...further])]);
    say(`${loaded} images were copied into the cluster; installing into ${cluster.namespace}`);
    await cluster.createNamespace();
    const installedAt = performance.now();
    await release.install();
    say(`everything is ready after ${((performance.now() - installedAt) / 1_000).toFixed(0)} s`);
    await release.test();
    const installS = Math.round((performance.now() - installedAt) / 1_000);
    say(`helm test has played a game after ${installS} s`);
    const url = await release.url();
    if (previous !== null) await release.runImages(previous);
    play = await Play.start(url, { ...SHAPE, seconds: short ? 240 : 1_500 }, say);
    const disruptions = new Disruptions(release, play);
    await (short ? disruptions.short() : disruptions.long());
    const played: PlayResult = await release.withDatabase((databaseUrl) => play!.end(databaseUrl));
    await play.close();
    const badInput = short ? [] : await checkBadInput(release, say);
    const result = resultOf({ installS, helmTest: true, killed: disruptions.killed }, played);
    const shortcomings = shortcomingsOf(result, [...played.faults, ...badInput], !short);
    if (shortcomings.length > 0) console.error(`${await diagnosisOf(cluster)}\n\n${shortcomings.join('\n')}`);
    console.log(JSON.stringify(result));
    return shortcomings.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(await diagnosisOf(cluster));
    if (play) console.error(`Screenshots:\n  ${await play.screenshots()}`);
    throw error;
  } finally {
    clearTimeout(late);
    await end();
  }
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Missing ? 2 : 1;
}
