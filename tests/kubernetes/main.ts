import { randomBytes } from 'node:crypto';
import { stopOnSignals } from '../load/stop-on-signals.js';
import { checkBackup } from './backup.js';
import { checkBadInput } from './bad-input.js';
import { Cluster } from './cluster.js';
import { runs } from './command.js';
import { diagnosisOf } from './diagnosis.js';
import { Disruptions } from './disruptions.js';
import { buildImages, loadImages, missingImages, untagImages } from './images.js';
import { type Options, readOptions } from './options.js';
import { Play, type PlayResult } from './play.js';
import { Release } from './release.js';
import { resultOf, shortcomingsOf } from './verdict.js';

/** A line that a summary of the run picks out. */
const wrong = (what: string): string => `WRONG: ${what.replaceAll(/\s+/g, ' ')}`;

/** What it needs is not here; exit code 2. */
class Missing extends Error {}

const SHAPE = { games: 6, players: 10, rate: 12 };
const REMOVED_WITHIN_MS = 120_000;
/** Against what hangs. */
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

/** Loads images, installs, and has the chart's own test play a game. `tags`: of further images of the services. */
async function install(release: Release, tags: readonly string[]) {
  const { cluster } = release;
  const loaded = await loadImages(await release.images(), tags);
  say(`${loaded} images were copied into the cluster; installing into ${cluster.namespace}`);
  await cluster.createNamespace();
  const since = performance.now();
  const seconds = () => Math.round((performance.now() - since) / 1_000);
  await release.install();
  say(`everything is ready after ${seconds()} s`);
  const helmTest = await isTested(release);
  const installS = seconds();
  say(`helm test has ended after ${installS} s`);
  return { installS, helmTest };
}

const isTested = (release: Release): Promise<boolean> =>
  release.test().then(
    () => true,
    (error: unknown) => {
      say(String(error));
      // Of what the test's pod has printed.
      const step = /^failed +(.*)$/m.exec(String(error))?.[1];
      if (step !== undefined) console.error(wrong(`helm test: ${step}`));
      return false;
    },
  );

async function main({ short, from, keep, namespace, ...given }: Options): Promise<number> {
  await needCluster();
  const isOwn = namespace === null;
  const built: string[] = [];
  const build = async (image: string, ref?: string) => {
    say(`building the images${ref === undefined ? '' : ` of ${ref}`}`);
    built.push(await buildImages(image, ref));
    return built.at(-1) ?? '';
  };
  const tag = isOwn ? (given.tag ?? (await build('kubernetes'))) : '';
  const previous = short || !isOwn ? null : (given.fromTag ?? (await build('previous', from)));
  const missing = previous === null ? [] : await missingImages(previous);
  if (missing.length > 0) {
    await untagImages(built);
    throw new Missing(`The previous release has no image of ${missing.join(', ')}: name a later commit with --from.`);
  }
  const name = namespace ?? `earworm-${short ? 'short' : 'long'}-${randomBytes(3).toString('hex')}`;
  const cluster = new Cluster(name);
  const release = await Release.prepare(cluster, tag);
  let play: Play | null = null;
  const end = async () => {
    await play?.close();
    await release.forget();
    await cluster.uncordonAll();
    if (!isOwn || keep) return;
    await untagImages(built);
    await cluster.deleteNamespace(REMOVED_WITHIN_MS);
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
    const start = isOwn
      ? await install(release, previous === null ? [] : [previous])
      : { installS: null, helmTest: await isTested(release) };
    const url = await release.url();
    if (previous !== null) {
      say('putting the previous release in its place');
      await release.replaceBy(from, previous);
    }
    play = await Play.start(url, { ...SHAPE, seconds: short ? 240 : 2_400 }, say);
    say(`games are played at ${url}`);
    const disruptions = new Disruptions(release, play);
    await (short ? disruptions.short() : disruptions.long(previous !== null));
    const playing = play;
    const played: PlayResult = await release.withDatabase((databaseUrl) => playing.end(databaseUrl));
    await play.close();
    const badInput = short ? [] : await checkBadInput(release, say);
    const backup = short || !isOwn ? [] : await checkBackup(release, say);
    const result = resultOf({ ...start, killed: disruptions.killed }, played);
    const shortcomings = shortcomingsOf(result, [...played.faults, ...badInput, ...backup], !short);
    if (shortcomings.length > 0)
      console.error(`${await diagnosisOf(cluster)}\n\n${shortcomings.map(wrong).join('\n')}`);
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
  if (!(error instanceof Missing)) console.error(wrong(String(error)));
  process.exitCode = error instanceof Missing ? 2 : 1;
}
