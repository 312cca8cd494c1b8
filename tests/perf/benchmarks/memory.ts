import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../../harness/child.js';
import { Guard } from '../../harness/guard.js';
import { startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { Services } from '../../harness/services.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { processMemory, type ProcessMemory } from '../../load/process-memory.js';
import { LoadSession } from '../../load/session.js';
import type { Benchmark } from '../benchmark.js';
import { requiredNats } from '../required-nats.js';

/** Of one service before any game, and of everything in one process with 100 games of 20. */
const SERVICE_MB = 110;
const STANDALONE_MB = 300;
/** What the start has left is collected by then. */
const IDLE_MS = 20_000;
const GAMES = { games: 100, players: 20, rate: 200, seconds: 20, warmUp: 0 };
/** As in a container: no cache of what specs have compiled. */
const AS_INSTALLED = { NODE_COMPILE_CACHE: undefined };

/** An application that does nothing: what every service has too. */
const BARE_NEST = `
  import 'reflect-metadata';
  import { NestFactory } from '@nestjs/core';
  class BareModule {}
  await NestFactory.createApplicationContext({ module: BareModule }, { logger: false });
  setInterval(() => undefined, 1_000);
  console.log('ready');`;

async function bareNest(): Promise<ProcessMemory> {
  const child: Child = new Child({
    name: 'bare Nest',
    program: process.execPath,
    args: ['--input-type=module', '-e', BARE_NEST],
    env: { ...process.env, ...AS_INSTALLED },
    isReady: () => child.output.includes('ready'),
    guard: new Guard(null),
  });
  await child.start();
  try {
    await pause(IDLE_MS);
    return await processMemory(child.pid);
  } finally {
    await child.stop();
  }
}

async function idleServices(): Promise<Map<string, ProcessMemory>> {
  const services = await Services.start({ nats: await requiredNats(), everything: true, env: AS_INSTALLED });
  try {
    await pause(IDLE_MS);
    const parts = services.parts.filter(({ name }) => !['postgres', 'nats'].includes(name));
    return new Map(await Promise.all(parts.map(async ({ name, pid }) => [name, await processMemory(pid)] as const)));
  } finally {
    await services.close();
  }
}

async function standalone(): Promise<{ idle: ProcessMemory; playing: ProcessMemory }> {
  const dataDir = await temporaryFolder('memory');
  const product = await startProduct({ dataDir, env: { ...RAISED_LIMITS, ...AS_INSTALLED } });
  const session = new LoadSession([product.url], GAMES);
  try {
    await pause(IDLE_MS);
    const idle = await processMemory(product.pid);
    await session.open();
    session.play();
    await pause(GAMES.seconds * 1_000);
    const playing = await processMemory(product.pid);
    await session.finish();
    return { idle, playing };
  } finally {
    session.close();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Of a service RSS counts, as a container's limit does: a process that is alone shares nothing. */
export const benchmark: Benchmark = {
  what: 'memory of each service before any game, and of `npm start` while 100 games of 20 are played',
  async run() {
    const bare = await bareNest();
    const services = await idleServices();
    const { idle, playing } = await standalone();
    const all = {
      'bare Nest': bare,
      ...Object.fromEntries(services),
      'standalone idle': idle,
      'standalone playing': playing,
    };
    const largest = Math.max(...[...services.values()].map(({ rssMb }) => rssMb));
    return {
      ratio: Math.max(largest / SERVICE_MB, playing.rssMb / STANDALONE_MB),
      target: 1,
      reference: `${SERVICE_MB} MB a service and ${STANDALONE_MB} MB for 100 games in one process`,
      figures: Object.fromEntries(
        Object.entries(all).flatMap(([name, { rssMb, pssMb }]) => [
          [`${name}: rssMb`, Math.round(rssMb)],
          [`${name}: pssMb`, Math.round(pssMb)],
        ]),
      ),
    };
  },
};
