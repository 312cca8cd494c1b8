import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RULES } from '@earworm/rules';
import { startAgain } from '../faults/trouble.js';
import type { NatsSource } from '../harness/nats-server.js';
import { ROOT } from '../harness/root.js';
import { Services } from '../harness/services.js';
import { Play, type PlayResult } from '../kubernetes/play.js';
import type { Release } from './release.js';

const SHAPE = { games: 2, players: 4, rate: 8, seconds: 180 };
const LOAD = ['--games', '2', '--players', '4', '--rate', '10', '--warm-up', '1', '--seconds', '5', '--json'];

type Played = Pick<PlayResult, 'acknowledged' | 'lost' | 'doubled' | 'reloads' | 'faults'>;
const essenceOf = ({ acknowledged, lost, doubled, reloads, faults }: PlayResult): Played => ({
  ...{ acknowledged, lost, doubled, reloads, faults },
});
const isGood = ({ acknowledged, lost, doubled, reloads, faults }: Played) =>
  acknowledged > 0 && lost === 0 && doubled === 0 && reloads === 0 && faults.length === 0;

/**
 * Services of today on one bus with one gateway and one game process of a release, which also brings the pages: a browser and
 * bare clients play at both gateways while each game process is replaced in turn, then the release's own load client plays, if it
 * has the rules of today.
 */
export async function playTogether(nats: NatsSource, old: Release, say: (what: string) => void) {
  const services = await Services.start({
    ...{ nats, everything: true, gateways: 2, gameReplicas: 2 },
    rootOf: (name) => (name === 'gateway-2' || name === 'game-2' ? old.root : ROOT),
    env: { WEB_ROOT: join(old.root, 'apps/web/dist') },
  });
  const plays: Play[] = [];
  const goOn = (what: string) => Promise.all(plays.map((play) => play.during(what, () => Promise.resolve())));
  try {
    for (const url of services.urls) plays.push(await Play.start(url, SHAPE, say));
    for (const game of services.games) {
      await game.stop();
      await goOn(`${game.name} was stopped`);
      await startAgain(game, say);
      await goOn(`${game.name} was started again`);
    }
    const [newGateway, oldGateway] = await Promise.all(plays.map((play) => play.end(services.database.adminUrl)));
    if (!newGateway || !oldGateway) throw new Error('There are two gateways.');
    const hasOurRules = (await rulesOf(old)) === RULES;
    if (!hasOurRules) say('its load client was left out: it counts events, and other rules are sent as snapshots');
    const oldLoadClient = hasOurRules ? await loadFrom(old, services.urls[0] ?? '') : null;
    return {
      ok: isGood(newGateway) && isGood(oldGateway) && (oldLoadClient === null || oldLoadClient.exitCode === 0),
      ...{ newGateway: essenceOf(newGateway), oldGateway: essenceOf(oldGateway), oldLoadClient },
    };
  } finally {
    for (const play of plays) await play.close();
    await services.close();
  }
}

async function rulesOf({ root }: Release): Promise<unknown> {
  const rules = (await import(pathToFileURL(join(root, 'libs/rules/dist/index.js')).href)) as { RULES?: unknown };
  return rules.RULES;
}

/** Result of a release's load client against a gateway. */
async function loadFrom({ root }: Release, url: string): Promise<{ exitCode: number; result: unknown }> {
  const program = join(root, 'tests/dist/load/main.js');
  const child = spawn(process.execPath, [program, '--url', url, ...LOAD], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const line = output.trim().split('\n').at(-1) ?? '';
  return { exitCode: code ?? 1, result: line.startsWith('{') ? (JSON.parse(line) as unknown) : line };
}
