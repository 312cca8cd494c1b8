import { heads as headsCall, HeadsMessage, headsSubject, onShard, type GameId } from '@earworm/contracts';
import type { Bus, Subscription } from '@earworm/service-kit/bus';
import { setTimeout as sleep } from 'node:timers/promises';

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
  /** Counts the reasons to ask for all heads: the last one is answered for all before it. */
  asked: number;
}

/** Between two askings of which the first was not answered: an owner may be back later than this gateway. */
const ASK_AGAIN_MS = { first: 100, most: 1_000 };

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
      for (const shard of this.#shards.keys()) void this.#askAll(shard);
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
      asked: 0,
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
    void this.#askAll(number);
  }

  /** Until the owner has answered or nobody here cares: what is said every second does not name games long quiet. */
  async #askAll(number: number): Promise<void> {
    const shard = this.#shards.get(number);
    if (shard === undefined) return;
    const turn = ++shard.asked;
    const isWanted = () => this.#shards.get(number) === shard && shard.asked === turn && shard.games.size > 0;
    for (let pauseMs = ASK_AGAIN_MS.first; isWanted(); pauseMs = Math.min(pauseMs * 2, ASK_AGAIN_MS.most)) {
      if (await this.#haveAnswered(number, shard)) return;
      await sleep(pauseMs, undefined, { ref: false });
    }
  }

  /** False when nobody answered, or only an owner whose time is over. */
  async #haveAnswered(number: number, shard: Shard): Promise<boolean> {
    const gameIds = [...shard.games.values()].map(({ gameId }) => gameId);
    try {
      const { epoch, heads } = await this.terms.bus.call(onShard(headsCall, number), { gameIds });
      if (shard.epoch !== null && epoch < shard.epoch) return false;
      for (const [gameId, logId, version] of heads) shard.games.get(gameId)?.headSaid(logId, version);
      return true;
    } catch (error) {
      this.terms.onFailed(error);
      return false;
    }
  }
}
