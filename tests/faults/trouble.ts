import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../harness/child.js';
import { cutGateway, cutSockets, noNetwork } from './broken-lines.js';
import { anyOf, between, type Scene, type Trouble } from './scene.js';

const START_ATTEMPTS = 60;

async function killAndRestart(scene: Scene, child: Child, awayMs: number): Promise<void> {
  scene.say(`kill ${child.name}, back after ${awayMs} ms`);
  scene.counts.kills++;
  await child.kill();
  await sleep(awayMs);
  await startAgain(child, scene.say);
}

/** As an operator would: a failed start, perhaps because another service is down too, is retried. */
export async function startAgain(child: Child, say: (what: string) => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await child.start();
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      say(`start ${attempt} of ${child.name} failed: ${String(error)}`);
      await child.kill();
      await sleep(500);
    }
  }
}

/** Some restart at once, some are down for seconds: the product handles that differently. */
const away = (scene: Scene) => (scene.random() < 0.5 ? 0 : between(scene, 500, 5_000));

const running = (children: readonly Child[]) => children.filter((child) => child.isRunning);

const killGame: Trouble = {
  name: 'kill game',
  weight: 4,
  touches: 'game',
  play: async (scene) => {
    const game = anyOf(scene, running(scene.services.games));
    const awayMs = away(scene);
    // Alone it could only come back itself.
    if (running(scene.services.games).length > 1) scene.ownerKilled(Date.now());
    await killAndRestart(scene, game, awayMs);
  },
};

const killGateway: Trouble = {
  name: 'kill gateway',
  weight: 2,
  touches: 'gateway',
  play: (scene) => killAndRestart(scene, anyOf(scene, scene.services.gateways), away(scene)),
};

const killAnother: Trouble = {
  name: 'kill identity, library or rate-limit',
  weight: 1,
  touches: 'others',
  play: (scene) => killAndRestart(scene, anyOf(scene, scene.services.others), away(scene)),
};

const killNats: Trouble = {
  name: 'kill NATS',
  weight: 2,
  touches: 'nats',
  play: async (scene) => {
    const { nats } = scene.services;
    if (!nats) return;
    scene.counts.cuts++;
    await killAndRestart(scene, nats, scene.random() < 0.5 ? 0 : 5_000);
  },
};

const killPostgres: Trouble = {
  name: 'kill Postgres',
  weight: 2,
  touches: 'postgres',
  play: async (scene) => {
    const { database } = scene.services;
    const awayMs = away(scene);
    const isCrash = scene.random() < 0.6;
    scene.say(`${isCrash ? 'kill' : 'stop'} Postgres, back after ${awayMs} ms`);
    if (isCrash) scene.counts.kills++;
    await (isCrash ? database.kill() : database.stop());
    await sleep(awayMs);
    await database.start();
  },
};

const freezeOwner: Trouble = {
  name: 'freeze game',
  weight: 3,
  touches: 'game',
  play: async (scene) => {
    const game = anyOf(scene, running(scene.services.games));
    const ms = between(scene, 300, 5_000);
    scene.say(`freeze ${game.name} for ${ms} ms`);
    scene.counts.freezes++;
    game.freeze();
    await sleep(ms);
    game.thaw();
  },
};

const handOver = (of: 'game' | 'gateway'): Trouble => ({
  name: `hand over ${of}`,
  weight: of === 'game' ? 3 : 1,
  touches: of,
  play: async (scene) => {
    const { games, gateways } = scene.services;
    const child = anyOf(scene, running(of === 'game' ? games : gateways));
    scene.say(`SIGTERM to ${child.name}`);
    scene.counts.handOvers++;
    await child.stop();
    await startAgain(child, scene.say);
  },
});

const scale: Trouble = {
  name: 'scale',
  weight: 2,
  touches: 'game',
  play: async (scene) => {
    const { services } = scene;
    const up = running(services.games);
    const down = services.games.filter((game) => !game.isRunning);
    scene.counts.handOvers++;
    if (down.length > 0 && (up.length < 2 || scene.random() < 0.6)) {
      const game = anyOf(scene, down);
      scene.say(`scale up: ${game.name}`);
      await startAgain(game, scene.say);
    } else if (up.length < 3 && scene.random() < 0.7) {
      scene.say('scale up: one more game');
      await services.addGame();
    } else {
      const game = anyOf(scene, up);
      if (up.length < 2) return;
      scene.say(`scale down: ${game.name}`);
      await game.stop();
    }
  },
};

const TROUBLES: readonly Trouble[] = [
  ...[killGame, killGateway, killAnother, killNats, killPostgres],
  ...[freezeOwner, handOver('game'), handOver('gateway'), scale, cutSockets, noNetwork, cutGateway],
];

/** By chance and weight, among those that do not touch what the others under way do. */
export function nextTrouble(random: () => number, besides?: Trouble): Trouble {
  const possible = TROUBLES.filter(({ touches }) => touches !== besides?.touches);
  let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0);
  for (const trouble of possible) if ((left -= trouble.weight) < 0) return trouble;
  return killGame;
}

/** How many troubles a short run has. */
export const SHORT_PROGRAMME = 7;

/** For a short run: one of each of these, shuffled, instead of what chance brings. */
export function shortProgramme(random: () => number): Trouble[] {
  const all = [killGame, killPostgres, cutSockets, freezeOwner, cutGateway, handOver('game'), killGateway];
  const order = all.map((trouble) => ({
    trouble,
    place: random(),
  }));
  return order.sort((a, b) => a.place - b.place).map(({ trouble }) => trouble);
}
