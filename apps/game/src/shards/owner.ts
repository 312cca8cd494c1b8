import { RefusedError, shardOf } from '@earworm/contracts';
import { QUIZ_BYTES_MAX, type Game, type GameId } from '@earworm/rules';
import type { Subscription } from '@earworm/service-kit/bus';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor } from '../actor/actor.js';
import { publicInfoOf, UnloadedGames, type PublicInfo } from '../actor/public-info.js';
import { ACTOR_BYTES, HEAP_BYTES_PER_CHARACTER } from '../actor/footprint.js';
import type { ActorDependencies } from '../actor/dependencies.js';
import { Heads } from './heads.js';
import type { Tenant } from './lease.js';

/** One shard while this replica holds its lock. */
export interface OwnedShard {
  readonly number: number;
  readonly epoch: number;
  readonly actors: Map<string, Actor>;
  /** What is remembered of games that are not in memory any more. */
  readonly unloadedGames: UnloadedGames;
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
export type OwnerDependencies = Omit<ActorDependencies, 'changed' | 'unfit' | 'makeRoom' | 'left'>;

/** A hand-over waits this long for what was accepted to be committed and answered. */
const HAND_OVER_MS = 1_500;
/** A board of the largest size. */
const LARGEST_GAME_BYTES = ACTOR_BYTES + QUIZ_BYTES_MAX * HEAP_BYTES_PER_CHARACTER;
/** How long a game must have been idle before it may be evicted to make room: less for one without sockets. */
const EVICTABLE_MS = { open: 10_000, closed: 1_000 };
/** Share of the limit that is made free at once: to look for idle games for every new one would cost more than it gives. */
const EVICTED_SHARE = 0.02;
/** A replica that refused a game is under pressure for this long. */
const UNDER_PRESSURE_MS = 3_000;
/** So long after no idle game was found it is not looked for another. */
const NOTHING_IDLE_MS = 250;

/** The shards of this replica and the games in them. */
export class Owner implements Tenant {
  readonly shards = new Map<number, OwnedShard>();
  private serve: (shard: number) => Subscription[] = () => [];
  private nothingIdleUntil = Number.NEGATIVE_INFINITY;
  private refusedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly dependencies: OwnerDependencies,
    private readonly options: OwnerOptions,
  ) {}

  /** How calls are answered for every shard that is taken from now on. */
  serveWith(serve: (shard: number) => Subscription[]): void {
    this.serve = serve;
  }

  taken(epochs: ReadonlyMap<number, number>): void {
    const fresh: OwnedShard[] = [];
    for (const [number, epoch] of epochs) {
      const heads = new Heads(number, epoch, this.dependencies.clock);
      const shard: OwnedShard = {
        number,
        epoch,
        actors: new Map(),
        unloadedGames: new UnloadedGames(),
        heads,
        subscriptions: [],
      };
      this.shards.set(number, shard);
      shard.subscriptions = this.serve(number);
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
    const until = this.dependencies.clock.ticks() + HAND_OVER_MS;
    while ([...shard.actors.values()].some((actor) => !actor.isQuiet) && this.dependencies.clock.ticks() < until)
      await sleep(5);
    this.lost([number]);
  }

  freed(): void {
    this.options.freed();
  }

  /**
   * Works on a game for a call. Undefined, so silence, unless this replica owns the game's shard both before and after:
   * a process that was frozen meanwhile must not answer.
   * @param reserved bytes of heap for what the game is about to be created with
   */
  async answer<T>(gameId: GameId, work: (actor: Actor) => Promise<T> | T, reserved = 0): Promise<T | undefined> {
    const shard = this.shards.get(shardOf(gameId));
    if (!shard || !this.speaksFor(shard)) return undefined;
    try {
      const reply = await work(this.actorIn(shard, gameId, reserved));
      return this.speaksFor(shard) ? reply : undefined;
    } catch (error) {
      if (!this.speaksFor(shard)) return undefined;
      throw error;
    }
  }

  speaksFor(shard: OwnedShard): boolean {
    return this.options.maySpeak() && this.shards.get(shard.number) === shard;
  }

  /**
   * Reads a game from committed state, once it is claimed. Refuses with `game-not-found`, or `busy` when it does not fit
   * into memory.
   * @param isUse false for what strangers may ask: it does not keep the game in memory
   */
  read<T>(gameId: GameId, look: (game: Game, actor: Actor) => T, isUse = true): Promise<T | undefined> {
    return this.answer(gameId, async (actor) => {
      if (!(await actor.ready(isUse))) {
        if (actor.isRefused) throw new RefusedError('busy');
        return undefined;
      }
      const { state } = actor.shown.position;
      if (state.status === 'none') throw new RefusedError('game-not-found');
      const reply = look(state, actor);
      actor.recount();
      return reply;
    });
  }

  /** What anybody with a game's code may know. A game that has left memory is not loaded for it. */
  async readPublicInfo<T>(gameId: GameId, look: (info: PublicInfo) => T): Promise<T | undefined> {
    const shard = this.shards.get(shardOf(gameId));
    const known = shard?.actors.has(gameId) ? undefined : shard?.unloadedGames.find(gameId)?.publicInfo;
    if (shard && known) return this.speaksFor(shard) ? look(known) : undefined;
    return this.read(gameId, (game) => look(publicInfoOf(game)), false);
  }

  /** True when one more game of any size fits into memory, or this one is in it; else refuses `busy`. */
  admit(gameId: GameId): true | undefined {
    const shard = this.shards.get(shardOf(gameId));
    if (!shard || !this.speaksFor(shard)) return undefined;
    if (!shard.actors.has(gameId)) this.makeRoomOrRefuse(LARGEST_GAME_BYTES);
    return true;
  }

  /** The game's actor if it is in memory. */
  inMemory(gameId: string): Actor | undefined {
    return this.shards.get(shardOf(gameId))?.actors.get(gameId);
  }

  *actors(): Generator<Actor> {
    for (const shard of this.shards.values()) yield* shard.actors.values();
  }

  /** Takes a quiet game out of memory. */
  passivate(actor: Actor): void {
    if (!actor.isQuiet) return;
    actor.saveBeforeLeaving();
    const { bytes } = actor.footprint;
    actor.abandon();
    this.left(actor, bytes);
  }

  /** Whether so many bytes more fit into memory; idle games leave it for them, those without sockets first. */
  makeRoom(bytes: number, games = 0): boolean {
    const { memory } = this.dependencies;
    const fits = () => this.count + games <= this.options.gamesMax && memory.fits(bytes);
    if (fits() || (bytes <= memory.limit && this.evict(bytes) && fits())) return true;
    this.refusedAt = this.dependencies.clock.ticks();
    return false;
  }

  /** Bytes of games that still fit; 0 while some did not a moment ago. */
  get room(): number {
    return this.dependencies.clock.ticks() - this.refusedAt < UNDER_PRESSURE_MS ? 0 : this.dependencies.memory.free;
  }

  /** What the games of each shard are counted with. */
  bytesByShard(): Map<number, number> {
    const bytes = new Map<number, number>();
    for (const { number, actors } of this.shards.values()) {
      let sum = 0;
      for (const { footprint } of actors.values()) sum += footprint.bytes;
      bytes.set(number, sum);
    }
    return bytes;
  }

  private left(actor: Actor, bytes: number): void {
    const shard = this.shards.get(shardOf(actor.gameId));
    if (shard?.actors.get(actor.gameId) !== actor) return;
    shard.actors.delete(actor.gameId);
    const { state } = actor.shown.position;
    if (state.status !== 'none' || actor.isRefused)
      shard.unloadedGames.keep(actor.gameId, state.status === 'none' ? null : state, bytes);
  }

  private get count(): number {
    let count = 0;
    for (const shard of this.shards.values()) count += shard.actors.size;
    return count;
  }

  private actorIn(shard: OwnedShard, gameId: GameId, created: number): Actor {
    const known = shard.actors.get(gameId);
    // That a game does not exist is not remembered: it may have been reserved since.
    if (known && !(known.isLive && known.isQuiet && known.shown.position.state.status === 'none')) return known;
    known?.abandon();
    shard.actors.delete(gameId);
    const reserved = Math.max(created, shard.unloadedGames.find(gameId)?.bytes ?? 0);
    this.makeRoomOrRefuse(ACTOR_BYTES + reserved);
    const around: ActorDependencies = {
      ...this.dependencies,
      changed: (id, logId, version) => shard.heads.note(id, logId, version),
      unfit: (_, reason) => {
        if (this.shards.get(shard.number) === shard) this.options.giveUp(shard.number, reason);
      },
      makeRoom: (bytes) => this.makeRoom(bytes),
      left: (bytes) => this.left(actor, bytes),
    };
    const actor: Actor = new Actor(gameId, shard.epoch, around, reserved);
    shard.actors.set(gameId, actor);
    shard.unloadedGames.forget(gameId);
    return actor;
  }

  private makeRoomOrRefuse(bytes: number): void {
    if (this.makeRoom(bytes, 1)) return;
    this.dependencies.busy('memory');
    throw new RefusedError('busy');
  }

  /** Takes idle games out of memory until so many bytes were freed, or none is left. False when there was none. */
  private evict(bytes: number): boolean {
    const { memory, clock } = this.dependencies;
    if (clock.ticks() < this.nothingIdleUntil) return false;
    const idle: { actor: Actor; isOpen: boolean; idleMs: number }[] = [];
    for (const actor of this.actors()) {
      const { isOpen, idleMs } = actor;
      if (actor.isQuiet && idleMs >= (isOpen ? EVICTABLE_MS.open : EVICTABLE_MS.closed))
        idle.push({ actor, isOpen, idleMs });
    }
    if (idle.length === 0) {
      this.nothingIdleUntil = clock.ticks() + NOTHING_IDLE_MS;
      return false;
    }
    idle.sort((a, b) => Number(a.isOpen) - Number(b.isOpen) || b.idleMs - a.idleMs);
    let freed = 0;
    for (const { actor } of idle) {
      freed += actor.footprint.bytes;
      this.passivate(actor);
      if (freed >= Math.max(bytes, memory.limit * EVICTED_SHARE)) break;
    }
    return true;
  }
}
