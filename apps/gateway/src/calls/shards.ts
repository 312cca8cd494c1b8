import { heads as headsCall, HeadsMessage, headsSubject, onShard, type GameId } from '@earworm/contracts';
import { type Bus, parseJson, type Subscription } from '@earworm/service-kit/bus';
import { setTimeout as sleep } from 'node:timers/promises';

export interface HeadListener {
  readonly gameId: GameId;
  onHead(logId: string, version: number): void;
  onErased(): void;
}

interface Shard {
  readonly games: Map<string, HeadListener>;
  readonly subscription: Subscription;
  readonly listeners: (() => void)[];
  epoch: number | null;
  requests: number;
}

const RETRY_MS = { first: 100, most: 1_000 };

export interface ShardsDependencies {
  readonly bus: Bus;
  readonly onFailed: (error: unknown) => void;
}

/** Follows the owners of shards in use; requests all heads from a new owner and after a bus reconnect. */
export class Shards {
  readonly #shards = new Map<number, Shard>();
  readonly #stopListening: () => void;

  constructor(private readonly deps: ShardsDependencies) {
    this.#stopListening = deps.bus.onReconnect(() => {
      for (const shard of this.#shards.keys()) void this.#requestHeads(shard);
    });
  }

  watch(shard: number, game: HeadListener): void {
    this.#of(shard).games.set(game.gameId, game);
  }

  unwatch(shard: number, game: HeadListener): void {
    this.#shards.get(shard)?.games.delete(game.gameId);
    this.#dropIfIdle(shard);
  }

  readonly onNewOwner = (shard: number, listener: () => void): (() => void) => {
    const { listeners } = this.#of(shard);
    listeners.push(listener);
    return () => {
      const at = listeners.indexOf(listener);
      if (at >= 0) listeners.splice(at, 1);
      this.#dropIfIdle(shard);
    };
  };

  stop(): void {
    this.#stopListening();
    for (const { subscription } of this.#shards.values()) subscription.unsubscribe();
    this.#shards.clear();
  }

  #of(shard: number): Shard {
    const existing = this.#shards.get(shard);
    if (existing !== undefined) return existing;
    const created: Shard = {
      games: new Map(),
      listeners: [],
      epoch: null,
      requests: 0,
      subscription: this.deps.bus.subscribe(headsSubject(shard), ({ data }) => this.#onHeads(shard, data)),
    };
    this.#shards.set(shard, created);
    return created;
  }

  #dropIfIdle(shard: number): void {
    const existing = this.#shards.get(shard);
    if (existing === undefined || existing.games.size > 0 || existing.listeners.length > 0) return;
    existing.subscription.unsubscribe();
    this.#shards.delete(shard);
  }

  #onHeads(number: number, data: Uint8Array): void {
    const shard = this.#shards.get(number);
    if (shard === undefined) return;
    const { epoch, heads } = parseJson(HeadsMessage, data);
    if (shard.epoch !== null && epoch < shard.epoch) return;
    const isNew = shard.epoch !== null && epoch > shard.epoch;
    shard.epoch = epoch;
    for (const [gameId, logId, version] of heads) shard.games.get(gameId)?.onHead(logId, version);
    if (!isNew) return;
    for (const listener of [...shard.listeners]) listener();
    void this.#requestHeads(number);
  }

  /** Retries until answered: the periodic heads omit quiet games. */
  async #requestHeads(number: number): Promise<void> {
    const shard = this.#shards.get(number);
    if (shard === undefined) return;
    const turn = ++shard.requests;
    const isWanted = () => this.#shards.get(number) === shard && shard.requests === turn && shard.games.size > 0;
    for (let pauseMs = RETRY_MS.first; isWanted(); pauseMs = Math.min(pauseMs * 2, RETRY_MS.most)) {
      if (await this.#receivedHeads(number, shard)) return;
      await sleep(pauseMs, undefined, { ref: false });
    }
  }

  async #receivedHeads(number: number, shard: Shard): Promise<boolean> {
    const gameIds = [...shard.games.values()].map(({ gameId }) => gameId);
    try {
      const { epoch, heads } = await this.deps.bus.call(onShard(headsCall, number), { gameIds });
      if (shard.epoch !== null && epoch < shard.epoch) return false;
      for (const [gameId, logId, version] of heads) shard.games.get(gameId)?.onHead(logId, version);
      // Erased while this gateway could not hear of it.
      const known = new Set<string>(heads.map(([gameId]) => gameId));
      for (const gameId of gameIds) if (!known.has(gameId)) shard.games.get(gameId)?.onErased();
      return true;
    } catch (error) {
      this.deps.onFailed(error);
      return false;
    }
  }
}
