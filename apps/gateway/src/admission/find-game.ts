import { findByCode, joinInfo, type JoinInfo, RefusedError, type GameId, type ShowId } from '@earworm/contracts';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../limits/callers.js';
import type { CodeLimits } from '../limits/code-limits.js';
import type { Figures } from '../operations/figures.js';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import { callService } from '../calls/call-service.js';

const NEXT_GAMES_MAX = 10;
const WITHIN_MS = 5_000;
/** How long a game that was in no room is not asked for again: in it, phones of a venue would have no network. */
const NO_SHOW_MS = 1_000;

export interface TypedCode {
  /** As typed. */
  readonly code: string;
  /** Of a link or QR code. */
  readonly signature?: string | undefined;
  /** A name that may have a seat in the game. */
  readonly name?: string | undefined;
  readonly caller: Caller;
  /** Called before it waits in the line for codes. */
  readonly onQueued?: (() => void) | undefined;
}

export interface GameFinderDependencies {
  readonly owners: OwnerCallDependencies;
  readonly codes: CodeLimits;
  readonly figures: Pick<Figures, 'codeMissed'>;
}

/** What people may know of a game before they join it. */
export class GameFinder {
  /**
   * The code of a game belongs to it for ever. That of a room is moved to the next game, and the earlier one leads there
   * too. The time bounds what is remembered of a game that was erased.
   */
  readonly #gameOf = new LRUCache<string, GameId>({ max: 10_000, ttl: 60_000 });
  /** A game is placed in a room once; one that is in none may be soon. */
  readonly #showOf = new LRUCache<GameId, Promise<{ readonly showId: ShowId | null }>>({ max: 10_000, ttl: 60_000 });

  constructor(private readonly deps: GameFinderDependencies) {}

  /** Refuses `game-not-found` and the limits of codes. An ended game leads to its successor. */
  async byCode({ name, ...typed }: TypedCode): Promise<JoinInfo> {
    let info = await this.byId(await this.#gameWithCode(typed), name);
    for (let hops = 0; info.next !== undefined && hops < NEXT_GAMES_MAX; hops++) {
      const next = await this.byId(info.next, name).catch(() => null);
      if (next === null) break;
      info = next;
    }
    return info;
  }

  /** The event in one of whose rooms a game is played. */
  async showOf(gameId: GameId): Promise<ShowId | null> {
    let known = this.#showOf.get(gameId);
    if (known === undefined) {
      // Many ask at once when doors open.
      const asked = this.byId(gameId, undefined).then(({ showId = null }) => ({ showId }));
      this.#showOf.set(gameId, asked);
      asked.then(
        ({ showId }) => showId === null && this.#showOf.set(gameId, asked, { ttl: NO_SHOW_MS }),
        () => undefined,
      );
      known = asked;
    }
    try {
      return (await known).showId;
    } catch {
      if (this.#showOf.get(gameId) === known) this.#showOf.delete(gameId);
      return null;
    }
  }

  byId(gameId: GameId, name: string | undefined): Promise<JoinInfo> {
    return callOwner(this.deps.owners, joinInfo, gameId, () => ({ gameId, name }), WITHIN_MS);
  }

  async #gameWithCode({ code: text, signature, caller, onQueued }: Omit<TypedCode, 'name'>): Promise<GameId> {
    const parsed = findByCode.request.safeParse({ gameCode: text });
    const code = parsed.data?.gameCode ?? text;
    try {
      return await this.deps.codes.find({ code, signature, caller, onQueued }, async () => {
        if (!parsed.success) throw new RefusedError('game-not-found');
        const known = this.#gameOf.get(code);
        if (known !== undefined) return known;
        const { gameId } = await callService(this.deps.owners.bus, findByCode, parsed.data);
        this.#gameOf.set(code, gameId);
        return gameId;
      });
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'game-not-found') this.deps.figures.codeMissed();
      throw error;
    }
  }
}
