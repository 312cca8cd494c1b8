import { setTimeout as pause } from 'node:timers/promises';
import { createGameClient, newId } from '@earworm/client';
import { sharedReading } from '@earworm/client/testing/shared-reading';
import { PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { type Product, startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { type Guest, signInGuest } from '../../load/guests.js';
import { LeanSocket } from '../../load/lean-socket.js';
import { memoryAfterGc, REPORTS_MEMORY } from '../../load/memory-after-gc.js';
import { inParallel, socketUrl } from '../../load/sockets.js';
import { withOptions } from '../benchmark.js';
import { bySide } from '../interleaved-runs.js';

const GUESTS = 100;
const PARALLEL_JOINS = 24;
/** Until the young generation has its size. */
const ROUNDS_BEFORE = 3;
/** Of a client of a game, and of a phone that has found its game and has not tapped. */
const TARGETS_KIB = { idle: 10, waiting: 12 };

interface Closable {
  close(): void;
}

/** Opened by a phone that has scanned the code: without a token, while the name is typed. */
function arriving(url: string, code: string): Promise<Closable> {
  return new Promise((resolve, reject) => {
    const socket = new LeanSocket(url);
    socket.onclose = ({ code: closeCode }) => reject(new Error(`a phone that waits was closed with ${closeCode}`));
    socket.onmessage = ({ data }) => {
      const { type, ok } = JSON.parse(String(data)) as { type: string; ok?: boolean };
      if (type === 'game' && ok === true) resolve(socket);
      else reject(new Error(`a phone did not find its game: ${String(data)}`));
    };
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'arrive', protocol: PROTOCOL_VERSION, rules: RULES, code }));
  });
}

type Connect = (number: number) => Promise<Closable>;

/** Of a fresh server: what a socket adds after rounds of as many, so that memory once allocated for connecting is not counted. */
async function memoryOfEach(sockets: number, prepare: (server: Product) => Promise<Connect>) {
  const server = await startProduct({ env: { ...RAISED_LIMITS, ...REPORTS_MEMORY } });
  try {
    const connect = await prepare(server);
    const open: Closable[] = [];
    const connectAll = async () => {
      open.push(...(await inParallel([...Array(sockets).keys()], PARALLEL_JOINS, connect)));
      await pause(2_000);
    };
    for (let round = 0; round < ROUNDS_BEFORE; round++) await connectAll();
    const before = await memoryAfterGc(server);
    await connectAll();
    const after = await memoryAfterGc(server);
    for (const socket of open) socket.close();
    return {
      rssKibEach: (after.rss - before.rss) / 1024 / sockets,
      heapKibEach: (after.heapUsed + after.external - before.heapUsed - before.external) / 1024 / sockets,
    };
  } finally {
    await server.stop();
  }
}

const createGame = (guest: Guest) =>
  guest.http.call('createGame', {
    body: { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty', categories: [] },
  });

export const benchmark = withOptions({
  what: 'memory of the server for each idle socket: of clients of one game that only answer pings, and of phones that have not tapped',
  options: { sockets: 2_000 },
  async run({ sockets }) {
    const idle = await memoryOfEach(sockets, async ({ url }) => {
      const guests = await inParallel(Array.from({ length: GUESTS }), PARALLEL_JOINS, () => signInGuest(url));
      const { gameId } = await createGame(guests[0] as Guest);
      const reading = sharedReading();
      return async (number) => {
        const { token } = guests[number % GUESTS] as Guest;
        const options = { url: socketUrl(url), gameId, as: 'player', token, WebSocket: LeanSocket, reading } as const;
        const client = createGameClient(options);
        while (client.state.connection !== 'online') await pause(5);
        return client;
      };
    });
    const waiting = await memoryOfEach(sockets, async ({ url }) => {
      const { gameCode } = await createGame(await signInGuest(url));
      return () => arriving(socketUrl(url), gameCode);
    });
    // Freed pages may be used again, and then RSS does not grow.
    const most = ({ rssKibEach, heapKibEach }: typeof idle) => Math.max(rssKibEach, heapKibEach);
    return {
      ratio: Math.max(most(idle) / TARGETS_KIB.idle, most(waiting) / TARGETS_KIB.waiting),
      target: 1,
      reference: `${TARGETS_KIB.idle} KiB in a game, ${TARGETS_KIB.waiting} KiB before the tap`,
      figures: bySide({ idle, waiting }),
    };
  },
});
