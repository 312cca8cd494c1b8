import { randomUUID } from 'node:crypto';
import { Version, type Game, type GameState } from '@earworm/rules';
import type { Clock } from './clock.js';
import type { Envelope, Reply } from './mailbox.js';

const ORDER_WITHIN_MS = 4_000;
const RETRY_MS = 200;

/**
 * Ends the hold of buzzes of one game in time; the sweep, which runs every second, is too late for that. A hold runs from when its
 * first buzz was committed: after a change of owner it runs once more, for buzzes that were on their way.
 */
export class HoldTimer {
  /** The version that began the hold, and what ends it. */
  #running: { readonly hold: number; readonly timer: NodeJS.Timeout } | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly submit: (envelope: Envelope) => Promise<Reply>,
  ) {}

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** To be called with every committed state. */
  follow(state: GameState): void {
    const hold = state.status === 'playing' ? state.current?.hold : undefined;
    if (hold?.version === this.#running?.hold) return;
    this.stop();
    if (state.status === 'playing' && hold !== undefined) this.#start(state, hold.version, hold.holdMs);
  }

  stop(): void {
    clearTimeout(this.#running?.timer);
    this.#running = undefined;
  }

  #start(game: Game, hold: number, ms: number): void {
    this.#running = { hold, timer: setTimeout(() => void this.#order(game, hold), ms) };
  }

  async #order(game: Game, hold: number): Promise<void> {
    const reply = await this.submit({
      issuer: { userId: game.moderatorId, isAdmin: false, isServer: true },
      commandId: randomUUID(),
      command: { type: 'orderBuzzes', hold: Version.parse(hold) },
      receivedAt: this.clock.now(),
      deadline: this.clock.ticks() + ORDER_WITHIN_MS,
    });
    // Full for a moment: the game must not wait for ever.
    if (reply.kind !== 'accepted' && this.#running?.hold === hold) this.#start(game, hold, RETRY_MS);
  }
}
