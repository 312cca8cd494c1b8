import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedError, shardOf } from '@earworm/contracts';
import { QUIZ_BYTES_MAX, type Game, type GameId } from '@earworm/rules';
import type { Subscription } from '@earworm/service-kit/bus';
import { Actor } from '../actor/actor.js';
import type { ActorDependencies } from '../actor/dependencies.js';
import { ACTOR_BYTES, HEAP_BYTES_PER_CHARACTER } from '../actor/footprint.js';
import { publicInfoOf, UnloadedGames, type PublicInfo } from '../actor/public-info.js';
import { Eviction } from './eviction.js';
import { Heads } from './heads.js';
import type { LeaseListener } from './lease.js';
import { RoomStatuses } from './room-statuses.js';

export interface OwnedShard {
  readonly number: number;
  readonly epoch: number;
  readonly actors: Map<string, Actor>;
  readonly unloadedGames: UnloadedGames;
  readonly heads: Heads;
  subscriptions: Subscription[];
}

export interface OwnerOptions {
  /** While it is false, nothing is answered. */
  readonly isLeaseValid: () => boolean;
  readonly giveUp: (shard: number, reason: 'fenced' | 'unreadable') => void;
  readonly taken: (shards: readonly OwnedShard[]) => void;
  readonly freed: () => void;
  readonly gamesMax: number;
}

export type OwnerDependencies = Omit<ActorDependencies, 'noteHead' | 'giveUpShard' | 'makeRoom' | 'didNotFit'>;

const HAND_OVER_MS = 1_500;
const LARGEST_GAME_BYTES = ACTOR_BYTES + QUIZ_BYTES_MAX * HEAP_BYTES_PER_CHARACTER;

export class Owner implements LeaseListener {
  readonly shards = new Map<number, OwnedShard>();
  readonly eviction: Eviction;
  readonly roomStatuses: RoomStatuses;
  #serve: (shard: number) => Subscription[] = () => [];

  constructor(
    private readonly dependencies: OwnerDependencies,
    private readonly options: OwnerOptions,
  ) {
    this.eviction = new Eviction(this, dependencies.memory, dependencies.clock, options.gamesMax);
    this.roomStatuses = new RoomStatuses(this, dependencies.clock);
  }

  serveWith(serve: (shard: number) => Subscription[]): void {
    this.#serve = serve;
  }

  taken(epochs: ReadonlyMap<number, number>): void {
    const shards = [...epochs].map(([number, epoch]): OwnedShard => {
      const shard: OwnedShard = {
        number,
        epoch,
        actors: new Map(),
        unloadedGames: new UnloadedGames(),
        heads: new Heads(number, epoch, this.dependencies.clock),
        subscriptions: [],
      };
      this.shards.set(number, shard);
      shard.subscriptions = this.#serve(number);
      return shard;
    });
    this.options.taken(shards);
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
    const { clock } = this.dependencies;
    const until = clock.ticks() + HAND_OVER_MS;
    while ([...shard.actors.values()].some((actor) => !actor.isQuiet) && clock.ticks() < until) await sleep(5);
    this.lost([number]);
  }

  freed(): void {
    this.options.freed();
  }

  /**
   * Undefined, so no reply, unless this replica owns the shard before and after `work`: it may have been suspended.
   * @param reserved bytes of heap for the content that the game is about to be created with
   */
  async answer<T>(gameId: GameId, work: (actor: Actor) => Promise<T> | T, reserved = 0): Promise<T | undefined> {
    const shard = this.shards.get(shardOf(gameId));
    if (!shard || !this.owns(shard)) return undefined;
    try {
      const reply = await work(this.#actorIn(shard, gameId, reserved));
      return this.owns(shard) ? reply : undefined;
    } catch (error) {
      if (!this.owns(shard)) return undefined;
      throw error;
    }
  }

  owns(shard: OwnedShard): boolean {
    return this.options.isLeaseValid() && this.shards.get(shard.number) === shard;
  }

  /**
   * Reads a game's committed state. Refuses `game-not-found`, or `busy` when it does not fit into memory.
   * @param isUse false for public look-ups, which do not keep the game in memory
   */
  read<T>(gameId: GameId, look: (game: Game, actor: Actor) => T, isUse = true): Promise<T | undefined> {
    return this.answer(gameId, async (actor) => {
      if (!(await actor.ready(isUse))) {
        if (actor.isRefused) throw new RefusedError('busy');
        return undefined;
      }
      const { state } = actor.committed;
      if (state.status === 'none') {
        this.#drop(actor);
        throw new RefusedError('game-not-found');
      }
      const reply = look(state, actor);
      actor.recount();
      return reply;
    });
  }

  async readPublicInfo<T>(gameId: GameId, look: (info: PublicInfo) => T): Promise<T | undefined> {
    const shard = this.shards.get(shardOf(gameId));
    const cached = shard?.actors.has(gameId) ? undefined : shard?.unloadedGames.find(gameId)?.publicInfo;
    if (shard && cached) return this.owns(shard) ? look(cached) : undefined;
    return this.read(gameId, (game) => look(publicInfoOf(game)), false);
  }

  isOwned(gameId: string): boolean {
    const shard = this.shards.get(shardOf(gameId));
    return shard !== undefined && this.owns(shard);
  }

  /** Unloads a game whose log `work` deletes or rewrites. False, with nothing done, unless this replica owns the shard. */
  async erase(gameId: GameId, work: () => Promise<void>): Promise<boolean> {
    const shard = this.shards.get(shardOf(gameId));
    if (!shard || !this.owns(shard)) return false;
    this.#unload(shard, gameId);
    await work();
    // It may have been loaded meanwhile, as it was.
    this.#unload(shard, gameId);
    return this.owns(shard);
  }

  /**
   * Unloads a game whose log `work` rewrites under another id, and publishes that id, so that gateways load what is in it.
   * False, with nothing done, unless this replica owns the shard.
   */
  async rewrite(gameId: GameId, work: () => Promise<void>): Promise<boolean> {
    const shard = this.shards.get(shardOf(gameId));
    if (!shard || !(await this.erase(gameId, work))) return false;
    await this.read(gameId, ({ version }, { committed }) => shard.heads.note(gameId, committed.logId, version), false);
    return this.owns(shard);
  }

  #unload(shard: OwnedShard, gameId: GameId): void {
    shard.actors.get(gameId)?.abandon();
    shard.actors.delete(gameId);
    shard.unloadedGames.forget(gameId);
    shard.heads.forget(gameId);
    this.roomStatuses.forget(gameId);
  }

  /** True when the largest game would fit into memory, or this one is in it; else refuses `busy`. */
  admit(gameId: GameId): true | undefined {
    const shard = this.shards.get(shardOf(gameId));
    if (!shard || !this.owns(shard)) return undefined;
    if (!shard.actors.has(gameId)) this.#makeRoomOrRefuse(LARGEST_GAME_BYTES);
    return true;
  }

  inMemory(gameId: string): Actor | undefined {
    return this.shards.get(shardOf(gameId))?.actors.get(gameId);
  }

  *actors(): Generator<Actor> {
    for (const shard of this.shards.values()) yield* shard.actors.values();
  }

  countGames(): number {
    let count = 0;
    for (const { actors } of this.shards.values()) count += actors.size;
    return count;
  }

  passivate(actor: Actor): void {
    if (!actor.isQuiet) return;
    actor.saveBeforeLeaving();
    const { bytes } = actor.footprint;
    actor.abandon();
    this.#forget(actor, bytes);
  }

  get freeBytes(): number {
    return this.eviction.freeBytes;
  }

  bytesByShard(): Map<number, number> {
    const bytes = new Map<number, number>();
    for (const { number, actors } of this.shards.values()) {
      let sum = 0;
      for (const { footprint } of actors.values()) sum += footprint.bytes;
      bytes.set(number, sum);
    }
    return bytes;
  }

  #forget(actor: Actor, bytes: number): void {
    const { gameId } = actor;
    const shard = this.shards.get(shardOf(gameId));
    if (shard?.actors.get(gameId) !== actor) return;
    shard.actors.delete(gameId);
    const { state } = actor.committed;
    if (state.status !== 'none') shard.unloadedGames.keep(gameId, state, bytes);
    else if (actor.isRefused) shard.unloadedGames.keep(gameId, null, bytes);
  }

  /** Of a game that does not exist, unless it is just being created: made-up ids must not fill the memory. */
  #drop(actor: Actor): void {
    const shard = this.shards.get(shardOf(actor.gameId));
    if (!actor.isQuiet || shard?.actors.get(actor.gameId) !== actor) return;
    actor.abandon();
    shard.actors.delete(actor.gameId);
  }

  #actorIn(shard: OwnedShard, gameId: GameId, created: number): Actor {
    const loaded = shard.actors.get(gameId);
    // A game that did not exist may have been reserved since.
    if (loaded && !(loaded.isLive && loaded.isQuiet && loaded.committed.state.status === 'none')) return loaded;
    loaded?.abandon();
    shard.actors.delete(gameId);
    const reserved = Math.max(created, shard.unloadedGames.find(gameId)?.bytes ?? 0);
    this.#makeRoomOrRefuse(ACTOR_BYTES + reserved);
    const dependencies: ActorDependencies = {
      ...this.dependencies,
      noteHead: (id, logId, version) => shard.heads.note(id, logId, version),
      giveUpShard: (reason) => {
        if (this.shards.get(shard.number) === shard) this.options.giveUp(shard.number, reason);
      },
      makeRoom: (bytes) => this.eviction.makeRoom(bytes),
      didNotFit: (bytes) => this.#forget(actor, bytes),
    };
    const actor: Actor = new Actor(gameId, shard.epoch, dependencies, reserved);
    shard.actors.set(gameId, actor);
    shard.unloadedGames.forget(gameId);
    return actor;
  }

  #makeRoomOrRefuse(bytes: number): void {
    if (this.eviction.makeRoom(bytes, 1)) return;
    this.dependencies.countBusy('memory');
    throw new RefusedError('busy');
  }
}
