import { setTimeout as pause } from 'node:timers/promises';
import { createGameClient, type GameClient, newId } from '@earworm/client';
import { sharedReading } from '@earworm/client/testing/shared-reading';
import { startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { type Guest, signInGuest } from '../../load/guests.js';
import { LeanSocket } from '../../load/lean-socket.js';
import { memoryAfterGc, REPORTS_MEMORY } from '../../load/memory-after-gc.js';
import { inParallel, socketUrl } from '../../load/sockets.js';
import { withOptions } from '../benchmark.js';

const GUESTS = 100;
const PARALLEL_JOINS = 24;
const TARGET_KIB = 10;

/** Clients of one game that only answer pings. */
export const benchmark = withOptions({
  what: 'memory of the server for each idle socket',
  options: { sockets: 2_000 },
  async run({ sockets }) {
    const server = await startProduct({ env: { ...RAISED_LIMITS, ...REPORTS_MEMORY } });
    try {
      const guests = await inParallel(Array.from({ length: GUESTS }), PARALLEL_JOINS, () => signInGuest(server.url));
      const { gameId } = await (guests[0] as Guest).http.call('createGame', {
        body: { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty', categories: [] },
      });
      const reading = sharedReading();
      const connect = async (number: number): Promise<GameClient> => {
        const { token } = guests[number % GUESTS] as Guest;
        const url = socketUrl(server.url);
        const client = createGameClient({ url, gameId, as: 'player', token, WebSocket: LeanSocket, reading });
        while (client.state.connection !== 'online') await pause(5);
        return client;
      };
      const connectAll = async () => {
        const clients = await inParallel([...Array(sockets).keys()], PARALLEL_JOINS, connect);
        await pause(2_000);
        return clients;
      };
      // As many before, so that memory once allocated for connecting them is not counted.
      const clients = await connectAll();
      const before = await memoryAfterGc(server);
      clients.push(...(await connectAll()));
      const after = await memoryAfterGc(server);
      for (const client of clients) client.close();
      const figures = {
        rssKibEach: (after.rss - before.rss) / 1024 / sockets,
        heapKibEach: (after.heapUsed + after.external - before.heapUsed - before.external) / 1024 / sockets,
      };
      // Freed pages may be used again, and then RSS does not grow.
      const ratio = Math.max(figures.rssKibEach, figures.heapKibEach) / TARGET_KIB;
      return { ratio, target: 1, reference: `${TARGET_KIB} KiB`, figures };
    } finally {
      await server.stop();
    }
  },
});
