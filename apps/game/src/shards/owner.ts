import { RefusedError, shardOf } from '@earworm/contracts';
import type { Game, GameId } from '@earworm/rules';
import type { Subscription } from '@earworm/service-kit/bus';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor } from '../room/actor.js';
import type { Surroundings } from '../room/surroundings.js';
import { Heads } from './heads.js';
import type { Tenant } from './lease.js';

/** One call as it is answered for one shard. */
export interface ShardHandler {
  serve(shard: number): Subscription;
}

/** One shard while this replica holds its lock. */
export interface OwnedShard {
  readonly number: number;
  readonly epoch: number;
  readonly actors: Map<string, Actor>;
  readonly heads: Heads;
  subscriptions: Subscription[];
}

export interface OwnerOptions {
  /** False while the lease is not surely ours: then nothing is answered. */
  readonly maySpeak: () => boolean;
  readonly giveUp: (shard: number, reason: 'fenced' | 'unreadable') => void;
  readonly taken: (shards: readonly OwnedShard[]) => void;
  readonly freed: () => void;
  /** Games in memory; past it a game that is not in memory is answered `busy` unless an idle one can leave. */
  readonly gamesMax: number;
}

/** What an actor needs besides what its owner gives it. */
export type Workshop = Omit<Surroundings, 'changed' | 'unfit'>;

/** A hand-over waits this long for what was accepted to be committed and answered. */
const HAND_OVER_MS = 1_500;
/** A game may leave memory early, to make room, when nobody used it for this long. */
const EVICTABLE_MS = 10_000;

/** The shards of this replica and the games in them. */
export class Owner implements Tenant {
  readonly shards = new Map<number, OwnedShard>();
  private handlers: readonly ShardHandler[] = [];

  constructor(
    private readonly workshop: Workshop,
    private readonly options: OwnerOptions,
  ) {}

  /** The calls to answer for every shard that is taken from now on. */
  serve(handlers: readonly ShardHandler[]): void {
    this.handlers = handlers;
  }

  taken(epochs: ReadonlyMap<number, number>): void {
    const fresh: OwnedShard[] = [];
    for (const [number, epoch] of epochs) {
      const heads = new Heads(number, epoch, this.workshop.clock);
      const shard: OwnedShard = { number, epoch, actors: new Map(), heads, subscriptions: [] };
      this.shards.set(number, shard);
      shard.subscriptions = this.handlers.map((handler) => handler.serve(number));
      fresh.push(shard);
    }
    this.options.taken(fresh);
  }

  lost(numbers: readonly number[]): void {
    for (const number of numbers) {
      const shard = this.shards.get(number);
      this.shards.delete(number);
      for (const subscription of shard?.subscriptions ?? []) subscription.unsubscribe();
      for (const actor of shard?.actors.values() ?? []) actor.abandon();
    }
  }

  async handOver(number: number): Promise<void> {
    const shard = this.shards.get(number);
    if (!shard) return;
    for (const subscription of shard.subscriptions) subscription.unsubscribe();
    const until = this.workshop.clock.ticks() + HAND_OVER_MS;
    while ([...shard.actors.values()].some((actor) => !actor.isQuiet) && this.workshop.clock.ticks() < until)
      await sleep(5);
    this.lost([number]);
  }

  freed(): void {
    this.options.freed();
  }

  /**
   * Works on a game for a call. Undefined, so silence, unless this replica owns the game's shard both before and after:
   * a process that was frozen meanwhile must not answer.
   */
  async answer<T>(gameId: GameId, work: (actor: Actor) => Promise<T> | T): Promise<T | undefined> {
    const shard = this.shards.get(shardOf(gameId));
    if (!shard || !this.speaksFor(shard)) return undefined;
    try {
      const reply = await work(this.actorIn(shard, gameId));
      return this.speaksFor(shard) ? reply : undefined;
    } catch (error) {
      if (!this.speaksFor(shard)) return undefined;
      throw error;
    }
  }

  speaksFor(shard: OwnedShard): boolean {
    return this.options.maySpeak() && this.shards.get(shard.number) === shard;
  }

  /** Reads a game from committed state, once it is claimed. Refuses with `game-not-found`. */
  read<T>(gameId: GameId, look: (game: Game, actor: Actor) => T): Promise<T | undefined> {
    return this.answer(gameId, async (actor) => {
      if (!(await actor.ready())) return undefined;
      const { state } = actor.shown.position;
      if (state.status === 'none') throw new RefusedError('game-not-found');
      return look(state, actor);
    });
  }

  /** The game's actor if it is in memory. */
  inMemory(gameId: string): Actor | undefined {
    return this.shards.get(shardOf(gameId))?.actors.get(gameId);
  }

  *actors(): Generator<Actor> {
    for (const shard of this.shards.values()) yield* shard.actors.values();
  }

  /** Takes a quiet game out of memory; its state is kept as a snapshot. */
  passivate(actor: Actor): void {
    if (!actor.isQuiet) return;
    actor.save();
    actor.abandon();
    const actors = this.shards.get(shardOf(actor.gameId))?.actors;
    if (actors?.get(actor.gameId) === actor) actors.delete(actor.gameId);
  }

  private actorIn(shard: OwnedShard, gameId: GameId): Actor {
    const known = shard.actors.get(gameId);
    // That a game does not exist is not remembered: it may have been reserved since.
    if (known && !(known.isLive && known.isQuiet && known.shown.position.state.status === 'none')) return known;
    known?.abandon();
    if (!known) this.makeRoom();
    const actor = new Actor(gameId, shard.epoch, {
      ...this.workshop,
      changed: (id, logId, version) => shard.heads.note(id, logId, version),
      unfit: (_, reason) => {
        if (this.shards.get(shard.number) === shard) this.options.giveUp(shard.number, reason);
      },
    });
    shard.actors.set(gameId, actor);
    return actor;
  }

  private makeRoom(): void {
    let count = 0;
    for (const shard of this.shards.values()) count += shard.actors.size;
    if (count < this.options.gamesMax) return;
    for (const actor of this.actors()) {
      if (!actor.isQuiet || actor.idleMs < EVICTABLE_MS) continue;
      this.passivate(actor);
      return;
    }
    this.workshop.busy('memory');
    throw new RefusedError('busy');
  }
}
