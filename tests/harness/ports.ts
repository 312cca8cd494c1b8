import { createServer } from 'node:net';

/**
 * Below the range from which outgoing connections get theirs: one of these could take the port before its process listens
 * or during a restart, and one that looks for a server there could reach itself.
 */
const FROM = 12_000;
/** Every process draws from its own block, or two could take the same port between looking and listening. */
const BLOCK = 1_000;
const BLOCKS = 18;
/** For the workers of one run of Jest; block 0 is for its global set-up and for programs outside of Jest. */
const BLOCKS_OF_RUN = 6;
/** `npm test` runs several Jest projects at the same time and numbers them. */
const run = Number(process.env['EARWORM_JEST_RUN'] ?? 0);
const worker = Number(process.env['JEST_WORKER_ID'] ?? 0);
const block = FROM + BLOCK * ((run * BLOCKS_OF_RUN + worker) % BLOCKS);
/** The port that this program listens on later counts as given. */
const given = new Set<number>([Number(process.env['PORT'] ?? 0)]);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/** A port that a process can have again after every restart. No port is given twice by this process. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = block + Math.floor(Math.random() * BLOCK);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}
