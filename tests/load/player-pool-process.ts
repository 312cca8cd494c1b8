import { setTimeout as pause } from 'node:timers/promises';
import type { PoolRequest, PoolReplies, PoolShape } from './player-pool.js';
import { leanClients } from './lean-clients.js';
import type { LeanSocket } from './lean-socket.js';
import { LoadSession } from './session.js';
import { timesOf } from './percentiles.js';

const BACK_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 5;

/** The separate process of `player-pool.ts`, controlled by messages. */
class PlayerPoolProcess {
  readonly #known = new Set<LeanSocket>();
  readonly #session: LoadSession;

  constructor({ urls, ...shape }: PoolShape) {
    const keep = (socket: LeanSocket) => void this.#known.add(socket);
    this.#session = new LoadSession(urls, { ...shape, warmUp: 0 }, () => leanClients({ onCreated: keep }));
  }

  async open(): Promise<PoolReplies['open']> {
    await this.#session.open();
    const { joinMs, seatedWithinMs } = this.#session;
    return { sockets: this.#sum('online'), seatedWithinMs: Math.round(seatedWithinMs), join: timesOf(joinMs) };
  }

  /** Cuts all connections at once; reports when all have reconnected. */
  async cut(): Promise<PoolReplies['cut']> {
    const sockets = this.#sum('online');
    const before = { resumes: this.#sum('resumes'), snapshots: this.#sum('snapshots') };
    const cutAt = performance.now();
    for (const socket of [...this.#known]) socket.cut();
    this.#known.clear();
    while (this.#sum('online') === sockets) await pause(1);
    while (this.#sum('online') < sockets && performance.now() - cutAt < BACK_WITHIN_MS) await pause(20);
    return {
      backMs: Math.round(performance.now() - cutAt),
      isBack: this.#sum('online') === sockets,
      resumes: this.#sum('resumes') - before.resumes,
      snapshots: this.#sum('snapshots') - before.snapshots,
    };
  }

  /** Waits until all connections are lost, then until all are back. */
  async recover(): Promise<PoolReplies['recover']> {
    const sockets = this.#sum('online');
    const until = performance.now() + BACK_WITHIN_MS;
    while (this.#sum('online') > 0 && performance.now() < until) await pause(1);
    const backAt = async (share: number): Promise<number> => {
      for (;;) {
        if (this.#sum('online') >= Math.ceil(sockets * share)) return Date.now();
        if (performance.now() > until) return NaN;
        await pause(LOOK_EVERY_MS);
      }
    };
    const firstAt = await backAt(1 / sockets);
    const halfAt = await backAt(0.5);
    const p99At = await backAt(0.99);
    return { sockets, firstAt, halfAt, p99At, lastAt: await backAt(1) };
  }

  async play(forMs: number, rate: number): Promise<PoolReplies['play']> {
    const { tally } = this.#session;
    tally.measureFrom = performance.now();
    const from = tally.latencies.length;
    const stop = this.#session.play(undefined, rate);
    await pause(forMs);
    await stop();
    return { ...timesOf(tally.latencies.slice(from)), unseen: tally.unseen, stuck: tally.stuck.length };
  }

  #sum(field: 'online' | 'resumes' | 'snapshots'): number {
    return this.#session.games.reduce((counted, game) => counted + game.connections[field], 0);
  }
}

let pool: PlayerPoolProcess | undefined;

function act(request: PoolRequest): Promise<object> {
  pool ??= new PlayerPoolProcess(request.shape);
  switch (request.what) {
    case 'open':
      return pool.open();
    case 'cut':
      return pool.cut();
    case 'recover':
      return pool.recover();
    case 'play':
      return pool.play(request.forMs, request.rate);
  }
}

process.on('message', (request: PoolRequest) => {
  act(request).then(
    (says) => process.send?.(says),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
// No process is left to report to.
process.once('disconnect', () => process.exit());
