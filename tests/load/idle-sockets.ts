import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createGameClient, type GameClient, newId } from '@earworm/client';
import { sharedReading } from '@earworm/client/testing/shared-reading';
import { startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { type Guest, signInGuest } from './guests.js';
import { LeanSocket } from './lean-socket.js';
import { memoryOf, SAYS_MEMORY } from './memory.js';
import { rounded } from './percentiles.js';
import { inParallel, socketUrl } from './sockets.js';

const GUESTS = 100;
const PARALLEL_JOINS = 24;

/** What one idle socket costs the server: clients of one game that only answer pings. Prints one line. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { sockets: { type: 'string', default: '2000' } } });
  const wanted = Number(values.sockets);
  const server = await startProduct({ env: { ...RAISED_LIMITS, ...SAYS_MEMORY } });
  try {
    const guests = await inParallel(Array.from({ length: GUESTS }), PARALLEL_JOINS, () => signInGuest(server.url));
    const { gameId } = await (guests[0] as Guest).http.call('createGame', {
      body: { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty', categories: [] },
    });
    const reading = sharedReading();
    const enter = async (number: number): Promise<GameClient> => {
      const { token } = guests[number % GUESTS] as Guest;
      const url = socketUrl(server.url);
      const client = createGameClient({ url, gameId, as: 'player', token, WebSocket: LeanSocket, reading });
      while (client.state.connection !== 'online') await pause(5);
      return client;
    };
    const enterMany = (many: number) =>
      inParallel(
        Array.from({ length: many }, (_, i) => i),
        PARALLEL_JOINS,
        enter,
      );

    // As many before, so that memory once allocated for connecting them is not counted.
    const clients = await enterMany(wanted);
    await pause(2_000);
    const before = await memoryOf(server);
    clients.push(...(await enterMany(wanted)));
    await pause(2_000);
    const after = await memoryOf(server);
    for (const client of clients) client.close();
    const each = (bytes: number) => rounded(bytes / 1024 / wanted);
    console.log(
      JSON.stringify({
        sockets: wanted,
        rssKibEach: each(after.rss - before.rss),
        heapKibEach: each(after.heapUsed + after.external - before.heapUsed - before.external),
      }),
    );
  } finally {
    await server.stop();
  }
}

await main();
