import { setTimeout as sleep } from 'node:timers/promises';
import { anyOf, between, type Scene, type Trouble } from './scene.js';

export const cutSockets: Trouble = {
  name: 'cut sockets',
  weight: 3,
  touches: 'sockets',
  play: async (scene) => {
    const share = anyOf(scene, [0.3, 1]);
    const times = between(scene, 1, 3);
    for (let i = 0; i < times; i++) {
      scene.counts.cuts++;
      scene.say(`cut ${scene.clients.cut(share)} sockets`);
      await sleep(between(scene, 200, 2_000));
    }
  },
};

export const cutGateway: Trouble = {
  name: 'cut gateway from NATS',
  weight: 3,
  touches: 'line',
  play: async (scene) => {
    const { name, line } = anyOf(scene, scene.services.gateways);
    const ms = between(scene, 100, 5_000);
    scene.say(`cut ${name} from NATS for ${ms} ms`);
    scene.counts.cuts++;
    line?.cut();
    await sleep(ms);
    line?.mend();
  },
};

async function takeAllOffline(scene: Scene, ms: number): Promise<void> {
  scene.counts.cuts++;
  scene.say(`all clients offline for ${ms} ms: cut ${scene.clients.goOffline()} sockets`);
  await sleep(ms);
  scene.clients.goOnline();
}

export const noNetwork: Trouble = {
  name: 'no network for 2 s, again and again',
  weight: 2,
  touches: 'sockets',
  play: async (scene) => {
    for (let times = between(scene, 1, 3); times > 0; times--) {
      await takeAllOffline(scene, 2_000);
      await sleep(between(scene, 200, 3_000));
    }
  },
};

const LONG_ABSENCE_MS = 90_000;

/** Played once in a run that is long enough, never by chance: everything a game does for itself happens meanwhile. */
export const longAbsence: Trouble = {
  name: 'no network for 90 s',
  weight: 0,
  touches: 'sockets',
  play: (scene) => takeAllOffline(scene, LONG_ABSENCE_MS),
};
