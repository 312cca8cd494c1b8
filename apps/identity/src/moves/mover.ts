import {
  moveInFeedback,
  moveInGame,
  moveInLibrary,
  moveInTelemetry,
  onShard,
  openGames,
  RefusedError,
  shardOf,
} from '@earworm/contracts';
import { UserId, type GameId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { backoff } from '@earworm/service-kit/resilience';
import type { IdentityProvider } from '../providers/identity-provider.js';
import type { GuestMove } from './guest-move.entity.js';
import type { GuestMoves } from './guest-moves.js';

const ANSWERED_WITHIN_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** A move that goes on failing is told again after so many failures. */
const TOLD_EVERY = 10;

export interface MoverParts {
  readonly bus: Pick<Bus, 'call'>;
  readonly moves: GuestMoves;
  readonly provider: Pick<IdentityProvider, 'isGuest' | 'endGuest'>;
  /** How often the table is looked at, and the pause after a first failure. */
  readonly everyMs: number;
  /** Later than the last moment at which a token of the guest counts. */
  readonly againSeconds: number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Takes what guests have to the accounts that they signed in to: a step at a time, each of which may be repeated, until all
 * of them are done. The table knows how far each move is, so another process goes on where one has ended.
 */
export class Mover {
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(private readonly parts: MoverParts) {}

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.parts.everyMs).unref();
    this.wake();
  }

  /** There is something to do now. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#working ??= this.#work().finally(() => (this.#working = null));
  }

  /** Waits for the step that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#working;
  }

  async #work(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        for (let move = await this.#take(); move !== null; move = await this.#take()) await this.#goOn(move);
      }
    } catch (error) {
      this.parts.onFailure(error);
    }
  }

  #take(): Promise<GuestMove | null> {
    return this.#stopped ? Promise.resolve(null) : this.parts.moves.take();
  }

  async #goOn(move: GuestMove): Promise<void> {
    const { moves, everyMs, onFailure } = this.parts;
    try {
      await this.#moveAll(move);
    } catch (error) {
      if (move.attempts % TOLD_EVERY === 0) onFailure(error);
      await moves.postpone(move.guestId, backoff(everyMs, LONGEST_PAUSE_MS)(move.attempts));
    }
  }

  async #moveAll(move: GuestMove): Promise<void> {
    const { moves, provider, againSeconds } = this.parts;
    const { guestId, accountId } = move;
    const isUpgrade = guestId === accountId;
    if ((await provider.isGuest(guestId)) === isUpgrade) {
      // Somebody who has become an account and keeps what they have, whatever an old token of the guest says.
      if (move.movedAt === null) await moves.drop(guestId);
      else await moves.finish(guestId);
      return;
    }
    const steps = isUpgrade ? (['library'] as const) : STEPS;
    await this.#each(
      steps.filter((step) => !move.done.includes(step)),
      guestId,
      async (step) => {
        const found = await this.#step(step, move);
        // Stopped in the middle of the step: the next process does the rest of it.
        if (!this.#stopped || step !== 'games') await moves.note(guestId, { step, ...found });
      },
    );
    if (this.#stopped) return;
    if (isUpgrade || move.movedAt !== null) await moves.finish(guestId);
    else await moves.moved(guestId, againSeconds);
  }

  /** All of them, also after one that fails; then throws the first failure. */
  async #each<T>(all: readonly T[], guestId: string, work: (one: T) => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    for (const one of all) {
      if (this.#stopped) break;
      try {
        await work(one);
      } catch (error) {
        failures.push(error);
        // The next one has its own time.
        await this.parts.moves.note(guestId, {});
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async #step(
    step: Step,
    { guestId, accountId }: GuestMove,
  ): Promise<Pick<Partial<GuestMove>, 'templates' | 'pastGames'>> {
    const { bus, provider } = this.parts;
    const move = { from: UserId.parse(guestId), to: UserId.parse(accountId) };
    const within = { timeoutMs: ANSWERED_WITHIN_MS };
    switch (step) {
      case 'guest':
        await provider.endGuest(guestId);
        return {};
      case 'games':
        await this.#each((await bus.call(openGames, { userId: move.from }, within)).gameIds, guestId, (gameId) =>
          this.#moveGame(gameId, move),
        );
        return {};
      case 'library': {
        const { templates, games } = await bus.call(moveInLibrary, move, within);
        return { templates, pastGames: games };
      }
      case 'telemetry':
        await bus.call(moveInTelemetry, move, within);
        return {};
      case 'feedback':
        await bus.call(moveInFeedback, move, within);
        return {};
    }
  }

  async #moveGame(gameId: GameId, move: { from: UserId; to: UserId }): Promise<void> {
    try {
      const ofOwner = onShard(moveInGame, shardOf(gameId));
      await this.parts.bus.call(ofOwner, { ...move, gameId }, { timeoutMs: ANSWERED_WITHIN_MS });
      await this.parts.moves.note(move.from, { game: gameId });
    } catch (error) {
      // It has ended meanwhile: the library has its history.
      if (!(error instanceof RefusedError && OVER.has(error.code))) throw error;
    }
  }
}

const STEPS = ['guest', 'games', 'library', 'telemetry', 'feedback'] as const;
type Step = (typeof STEPS)[number];
const OVER: ReadonlySet<string> = new Set(['game-ended', 'game-not-found']);
