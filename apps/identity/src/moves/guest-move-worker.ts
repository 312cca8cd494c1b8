import {
  moveInFeedback,
  moveInGame,
  moveInLibrary,
  moveInShows,
  moveInTelemetry,
  onShard,
  openGames,
  RefusedError,
  shardOf,
} from '@earworm/contracts';
import { UserId, type GameId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { backoff } from '@earworm/service-kit/resilience';
import type { GuestMove } from './guest-move.entity.js';
import type { GuestMoves } from './guest-moves.js';

const CALL = { timeoutMs: 5_000 };
const LONGEST_PAUSE_MS = 60_000;
/** Failures of one move between two log lines. */
const LOGGED_EVERY = 10;

const STEPS = ['guest', 'games', 'library', 'telemetry', 'feedback', 'shows'] as const;
type Step = (typeof STEPS)[number];
const GAME_OVER: ReadonlySet<string> = new Set(['game-ended', 'game-not-found']);

export interface GuestMoveWorkerOptions {
  readonly bus: Pick<Bus, 'call'>;
  readonly moves: GuestMoves;
  readonly provider: { isGuest(userId: string): Promise<boolean>; endGuest(userId: string): Promise<void> };
  /** Of polling the table, and the pause after a first failure. */
  readonly everyMs: number;
  /** After this the guest's last token has expired. */
  readonly againSeconds: number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Moves the data of guests to the accounts they signed in to. Steps are idempotent, and their progress is stored, so that
 * another process resumes after a crash.
 */
export class GuestMoveWorker {
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  #again = false;
  #isStopped = false;

  constructor(private readonly options: GuestMoveWorkerOptions) {}

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.options.everyMs).unref();
    this.wake();
  }

  /** There may be a new move. */
  wake(): void {
    if (this.#isStopped) return;
    this.#again = true;
    this.#working ??= this.#work().finally(() => (this.#working = null));
  }

  /** Waits for the current step. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#working;
  }

  async #work(): Promise<void> {
    try {
      while (this.#again && !this.#isStopped) {
        this.#again = false;
        for (let move = await this.#take(); move !== null; move = await this.#take()) await this.#process(move);
      }
    } catch (error) {
      this.options.onFailure(error);
    }
  }

  #take(): Promise<GuestMove | null> {
    return this.#isStopped ? Promise.resolve(null) : this.options.moves.take();
  }

  async #process(move: GuestMove): Promise<void> {
    const { moves, everyMs, onFailure } = this.options;
    try {
      await this.#moveAll(move);
    } catch (error) {
      if (move.attempts % LOGGED_EVERY === 0) onFailure(error);
      await moves.postpone(move.guestId, backoff(everyMs, LONGEST_PAUSE_MS)(move.attempts));
    }
  }

  async #moveAll(move: GuestMove): Promise<void> {
    const { moves, provider, againSeconds } = this.options;
    const { guestId, accountId } = move;
    const isUpgrade = guestId === accountId;
    if ((await provider.isGuest(guestId)) === isUpgrade) {
      // Upgraded to an account meanwhile: an old token of the guest moves nothing.
      if (move.movedAt === null) await moves.drop(guestId);
      else await moves.finish(guestId);
      return;
    }
    const steps: readonly Step[] = isUpgrade ? ['library'] : STEPS;
    const remaining = steps.filter((step) => !move.done.includes(step));
    await this.#each(remaining, guestId, async (step) => {
      const found = await this.#step(step, move);
      // Stopped in the middle of `games`: the next process does the rest.
      if (!this.#isStopped || step !== 'games') await moves.note(guestId, { step, ...found });
    });
    if (this.#isStopped) return;
    if (isUpgrade || move.movedAt !== null) await moves.finish(guestId);
    else await moves.moved(guestId, againSeconds);
  }

  /** Continues after a failure; then throws the first one. */
  async #each<T>(items: readonly T[], guestId: string, work: (item: T) => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    for (const item of items) {
      if (this.#isStopped) break;
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
        // Renews the lease for the next item.
        await this.options.moves.note(guestId, {});
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async #step(
    step: Step,
    { guestId, accountId }: GuestMove,
  ): Promise<Pick<Partial<GuestMove>, 'templates' | 'pastGames'>> {
    const { bus, provider } = this.options;
    const move = { from: UserId.parse(guestId), to: UserId.parse(accountId) };
    switch (step) {
      case 'guest':
        await provider.endGuest(guestId);
        return {};
      case 'games': {
        const { gameIds } = await bus.call(openGames, { userId: move.from }, CALL);
        await this.#each(gameIds, guestId, (gameId) => this.#moveGame(gameId, move));
        return {};
      }
      case 'library': {
        const { templates, games } = await bus.call(moveInLibrary, move, CALL);
        return { templates, pastGames: games };
      }
      case 'telemetry':
        await bus.call(moveInTelemetry, move, CALL);
        return {};
      case 'feedback':
        await bus.call(moveInFeedback, move, CALL);
        return {};
      case 'shows':
        await bus.call(moveInShows, move, CALL);
        return {};
    }
  }

  async #moveGame(gameId: GameId, move: { from: UserId; to: UserId }): Promise<void> {
    const { bus, moves } = this.options;
    try {
      await bus.call(onShard(moveInGame, shardOf(gameId)), { ...move, gameId }, CALL);
      await moves.note(move.from, { game: gameId });
    } catch (error) {
      // Over by now: its history is moved in the library.
      if (!(error instanceof RefusedError && GAME_OVER.has(error.code))) throw error;
    }
  }
}
