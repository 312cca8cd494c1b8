import { heads as headsCall, HeadsMessage, headsSubject, onShard, type GameId } from '@earworm/contracts';
import type { Bus, Subscription } from '@earworm/service-kit/bus';

/** A game that wants to hear where its owner says it stands. */
export interface Headed {
  readonly gameId: GameId;
  headSaid(logId: string, version: number): void;
}

interface Shard {
  readonly games: Map<string, Headed>;
  readonly subscription: Subscription;
  readonly listeners: (() => void)[];
  epoch: number | null;
}

export interface ShardsTerms {
  readonly bus: Bus;
  readonly onFailed: (error: unknown) => void;
}

const decoder = new TextDecoder();

/**
 * Listens to the owners of the shards that this gateway has games or commands in. Heads come every second; a new owner,
 * or a bus that was away, is asked for all of them at once.
 */
export class Shards {
  readonly #shards = new Map<number, Shard>();
  readonly #stopListening: () => void;

  constructor(private readonly terms: ShardsTerms) {
    this.#stopListening = terms.bus.onReconnect(() => {
      for (const shard of this.#shards.keys()) this.#askAll(shard);
    });
  }

  watch(shard: number, game: Headed): void {
    this.#of(shard).games.set(game.gameId, game);
  }

  unwatch(shard: number, game: Headed): void {
    this.#shards.get(shard)?.games.delete(game.gameId);
    this.#dropIfIdle(shard);
  }

  /** The signature of `OwnerTerms.onNewOwner`. */
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
    const known = this.#shards.get(shard);
    if (known !== undefined) return known;
    const made: Shard = {
      games: new Map(),
      listeners: [],
      epoch: null,
      subscription: this.terms.bus.subscribe(headsSubject(shard), ({ data }) => this.#heard(shard, data)),
    };
    this.#shards.set(shard, made);
    return made;
  }

  #dropIfIdle(shard: number): void {
    const known = this.#shards.get(shard);
    if (known === undefined || known.games.size > 0 || known.listeners.length > 0) return;
    known.subscription.unsubscribe();
    this.#shards.delete(shard);
  }

  #heard(number: number, data: Uint8Array): void {
    const shard = this.#shards.get(number);
    if (shard === undefined) return;
    const { epoch, heads } = HeadsMessage.parse(JSON.parse(decoder.decode(data)));
    if (shard.epoch !== null && epoch < shard.epoch) return;
    const isNew = shard.epoch !== null && epoch > shard.epoch;
    shard.epoch = epoch;
    for (const [gameId, logId, version] of heads) shard.games.get(gameId)?.headSaid(logId, version);
    if (!isNew) return;
    for (const listener of [...shard.listeners]) listener();
    this.#askAll(number);
  }

  #askAll(number: number): void {
    const games = this.#shards.get(number)?.games;
    if (games === undefined || games.size === 0) return;
    const gameIds = [...games.values()].map(({ gameId }) => gameId);
    this.terms.bus.call(onShard(headsCall, number), { gameIds }).then(
      ({ heads }) => {
        for (const [gameId, logId, version] of heads) games.get(gameId)?.headSaid(logId, version);
      },
      (error: unknown) => this.terms.onFailed(error),
    );
  }
}
