import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Times } from './percentiles.js';

export interface PoolShape {
  readonly urls: readonly string[];
  readonly games: number;
  /** Per game. */
  readonly players: number;
  /** Buzzes a second over all games, when it plays; the most, if it plays at several rates. */
  readonly rate: number;
  /** How long it plays in all. */
  readonly seconds: number;
  /** Players who join at the same time. */
  readonly parallelJoins?: number;
}

export type PoolRequest =
  | { readonly shape: PoolShape; readonly what: 'open' | 'cut' | 'recover' }
  | { readonly shape: PoolShape; readonly what: 'play'; readonly forMs: number; readonly rate: number };

/** Its replies; all times in ms. */
export interface PoolReplies {
  readonly open: { readonly sockets: number; readonly seatedWithinMs: number; readonly join: Times };
  readonly cut: {
    readonly backMs: number;
    readonly isBack: boolean;
    readonly resumes: number;
    readonly snapshots: number;
  };
  /** When shares of the sockets were back, Unix ms; NaN: not within 30 s. */
  readonly recover: Readonly<Record<'sockets' | 'firstAt' | 'halfAt' | 'p99At' | 'lastAt', number>>;
  readonly play: Times & { readonly unseen: number; readonly stuck: number };
}

/** Clients in a separate process, so that they do not delay the measuring of others. One request at a time. */
export class PlayerPool {
  readonly #process: ChildProcess;

  constructor(private readonly shape: PoolShape) {
    this.#process = fork(new URL('player-pool-process.js', import.meta.url), { serialization: 'advanced' });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  open(): Promise<PoolReplies['open']> {
    return this.#ask<'open'>({ shape: this.shape, what: 'open' });
  }

  cut(): Promise<PoolReplies['cut']> {
    return this.#ask<'cut'>({ shape: this.shape, what: 'cut' });
  }

  /** Asked before the server is killed: when the sockets are lost and connected again. */
  recover(): Promise<PoolReplies['recover']> {
    return this.#ask<'recover'>({ shape: this.shape, what: 'recover' });
  }

  play(forMs: number, rate = this.shape.rate): Promise<PoolReplies['play']> {
    return this.#ask<'play'>({ shape: this.shape, what: 'play', forMs, rate });
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.disconnect();
    await ended;
  }

  async #ask<What extends PoolRequest['what']>(order: PoolRequest): Promise<PoolReplies[What]> {
    const gone = new AbortController();
    const ended = once(this.#process, 'exit', { signal: gone.signal }).then(() => {
      throw new Error('the player pool has exited');
    });
    this.#process.send(order);
    const reply = once(this.#process, 'message').then(([message]) => message as PoolReplies[What]);
    try {
      return await Promise.race([reply, ended]);
    } finally {
      gone.abort();
      ended.catch(() => undefined);
    }
  }
}
