import {
  actAsStaff,
  type ErrorCode,
  playersOfGame,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type ShowId,
} from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { callShard } from '@earworm/service-kit/bus';
import { semaphore, type Semaphore } from '@earworm/service-kit/resilience';
import type { DataSource } from 'typeorm';
import { ClaimingWorker, codeOf, type Held, isForLater, type Outcome } from '../claiming-worker.js';
import type { ShowsConfig } from '../shows.config.js';
import type { AdvancedRow } from './advance.entity.js';
import { commandIdOf } from './advances.js';
import { CLAIM_ADVANCED, FOLLOW_SEAT, GIVE_BACK, NOTE_STEP, RENEW_ADVANCED } from './advances.sql.js';

type Claimed = Pick<
  AdvancedRow,
  | 'jobId'
  | 'playerId'
  | 'name'
  | 'team'
  | 'teamKey'
  | 'fromGame'
  | 'fromSeat'
  | 'toGame'
  | 'toSeat'
  | 'toCode'
  | 'state'
> & {
  readonly showId: ShowId;
  readonly askedBy: UserId;
  readonly isOperator: boolean;
  readonly isKept: boolean;
  readonly isLate: boolean;
};
/** One player who has a step to do, or all of a job who go from one game to another, or who may have arrived in one. */
type Item = readonly [Claimed, ...Claimed[]];

type Seated = ReplyOf<typeof playersOfGame>['players'][number];
/** Those in a game who have a row's seat or its user id: these differ once a person has another id. */
type SeatedOf = (row: Claimed) => readonly Seated[];
const isActiveIn = (seated: SeatedOf, row: Claimed): boolean => seated(row).some(({ isActive }) => isActive);

const keyOf = ({ jobId, playerId }: Claimed): string => `${jobId} ${playerId}`;

type Command = RequestOf<typeof actAsStaff>['command'];
type Options = Pick<
  ShowsConfig,
  'actsAtOnce' | 'claimMs' | 'busyPauseMs' | 'pollMs' | 'lookForArrivalMs' | 'lookForMovedMs' | 'advanceWithinMs'
>;

/**
 * Reserves seats, sends players to them, and has them leave their former seats once they have arrived. Each step is written when it is
 * done, and repeated it changes nothing.
 */
export class AdvancesWorker extends ClaimingWorker<Item> {
  /** Of the games that have acts in work, with how many. */
  readonly #turns = new Map<GameId, { readonly inTurn: Semaphore; acts: number }>();
  /** When each player's former seat was last checked for a new user id, oldest first. */
  readonly #askedAt = new Map<string, number>();

  constructor(
    kit: Pick<Kit, 'bus' | 'log'>,
    private readonly database: DataSource,
    private readonly options: Options,
  ) {
    super(kit, { ...options, atOnce: options.actsAtOnce }, 'players could not be sent to the next round');
  }

  protected async claim(claim: string, most: number): Promise<Item[]> {
    const { claimMs, advanceWithinMs } = this.options;
    const lasts = [claimMs / 1_000, advanceWithinMs / 1_000];
    const rows = await this.database.query<Claimed[]>(CLAIM_ADVANCED, [claim, most, ...lasts]);
    // Each phone of a game gets what is done in it, so those who go together are sent together.
    const together = Map.groupBy(rows, ({ state, jobId, playerId, fromGame, toGame }) =>
      [state, jobId, toGame, state === 'sent' ? '' : state === 'reserved' ? fromGame : playerId].join(' '),
    );
    return [...together.values()] as unknown as Item[];
  }

  protected renew(held: readonly Held<Item>[]): Promise<unknown> {
    const rows = held.flatMap(({ claim, item }) => item.map(({ jobId, playerId }) => ({ claim, jobId, playerId })));
    return this.database.query(RENEW_ADVANCED, [JSON.stringify(rows), this.options.claimMs / 1_000]);
  }

  protected async process(claim: string, item: Item): Promise<Outcome> {
    const [first] = item;
    try {
      if (first.state === 'sent') await this.#lookFor(claim, item);
      else if (item.length > 1) await this.#sendTogether(claim, item);
      else await this.#step(claim, first);
    } catch (error) {
      // Another claim repeats it.
      const { jobId } = first;
      this.kit.log.warn({ err: error, jobId }, 'a step of an advance was not done');
    }
    return 'done';
  }

  /** One who cannot be sent holds up no other. */
  async #sendTogether(claim: string, item: Item): Promise<void> {
    let seats: (number | null)[];
    try {
      seats = await this.#send(item);
    } catch (error) {
      if (isForLater(codeOf(error)) && !item.some(({ isLate }) => isLate))
        return this.#giveBack(claim, item, this.options.busyPauseMs);
      for (const row of item) await this.#step(claim, row);
      return;
    }
    await this.#note(claim, item, 'sent', null, seats);
  }

  /** Resolves with the seats that are reserved for them. */
  async #send(item: Item): Promise<(number | null)[]> {
    const [{ fromGame, toGame: gameId, toCode: code }] = item;
    const reserved = await this.#seated(gameId, item, () => null);
    const playerIds = item.map(({ playerId }) => playerId).sort();
    await this.#act(item[0], fromGame, 'send', { type: 'sendPlayers', playerIds, next: { gameId, code } }, playerIds);
    return item.map((row) => reserved(row)[0]?.seat ?? null);
  }

  async #step(claim: string, row: Claimed): Promise<void> {
    const { state, playerId, name, team, teamKey, fromGame: before, toGame: gameId } = row;
    try {
      if (state === 'waiting') {
        if (!row.isOperator) throw new RefusedError('event-not-operator');
        if (!row.isKept) throw new RefusedError('event-deleted');
        const ofTeam = team === null ? {} : { teamName: team, ...(teamKey !== null && { teamKey }) };
        await this.#act(row, gameId, 'reserve', { type: 'reserveSeat', playerId, name, before, ...ofTeam });
        await this.#note(claim, [row], 'reserved');
      } else if (state === 'reserved') {
        await this.#note(claim, [row], 'sent', null, await this.#send([row]));
      } else {
        // Also of a reservation that was on its way when the seat was released.
        await this.#act(row, gameId, 'release', { type: 'releaseSeat', playerId }).catch(ignoreGone);
        await this.#callBack(row);
        await this.#note(claim, [row], 'released');
      }
    } catch (error) {
      const failure = codeOf(error);
      if (failure === 'player-not-found' && state === 'reserved' && (await this.#hasMoved(claim, row))) return;
      if (row.isLate || !(isForLater(failure) || failure === 'internal')) return this.#end(claim, row, failure);
      if (failure === 'internal') this.kit.log.warn({ err: error, jobId: row.jobId }, 'a step of an advance failed');
      await this.#giveBack(claim, [row], this.options.busyPauseMs);
    }
  }

  /** Nothing more is tried. */
  async #end(claim: string, row: Claimed, failure: ErrorCode): Promise<void> {
    const { state, jobId, playerId, toGame } = row;
    if (failure === 'internal') this.kit.log.error({ jobId, toGame }, 'a step of an advance was given up');
    // The seat was released when that was asked for.
    if (state === 'releasing') return this.#note(claim, [row], 'released');
    // Who left meanwhile does not come.
    if (state === 'reserved')
      await this.#act(row, toGame, 'give-up', { type: 'releaseSeat', playerId }).catch((error: unknown) => {
        if (!row.isLate) ignoreGone(error);
      });
    await this.#note(claim, [row], 'failed', failure);
  }

  async #lookFor(claim: string, sent: Item): Promise<void> {
    const [{ toGame: gameId }] = sent;
    try {
      const there = await this.#seated(gameId, sent, ({ toSeat }) => toSeat);
      const groups = [...Map.groupBy(sent, ({ fromGame }) => fromGame).values()] as unknown as Item[];
      await Promise.all(groups.map((rows) => this.#lookFrom(claim, rows, there)));
    } catch (error) {
      const failure = codeOf(error);
      // It was erased.
      if (failure === 'game-not-found') for (const row of sent) await this.#loseTarget(claim, row);
      else if (!isForLater(failure))
        this.kit.log.warn({ err: error, gameId }, 'arrivals in a game could not be looked up');
    }
    await this.#giveBack(claim, sent, this.options.lookForArrivalMs);
  }

  /**
   * Those from one game: who has arrived leaves it, under whichever user id they have it, and others get their seats under the ids that they
   * have now. While all of them are on their way, the game is seldom asked. One that refuses it holds up no player of another one.
   */
  async #lookFrom(claim: string, rows: Item, there: SeatedOf): Promise<void> {
    const [{ fromGame }] = rows;
    const arrived = rows.filter((row) => isActiveIn(there, row));
    if (arrived.length === 0 && !rows.some((row) => this.#isMoveDue(keyOf(row)))) return;
    try {
      const here = await this.#seated(fromGame, rows, ({ fromSeat }) => fromSeat).catch(noneIfErased);
      for (const row of rows) this.#noteAsked(keyOf(row));
      const playerIds = [...new Set(arrived.flatMap((row) => here(row).map(({ playerId }) => playerId)))].sort();
      if (playerIds.length > 0)
        await this.#act(rows[0], fromGame, 'arrival', { type: 'noteArrival', playerIds }, playerIds).catch(ignoreGone);
      if (arrived.length > 0) await this.#note(claim, arrived, 'arrived');
      for (const row of rows) if (!arrived.includes(row)) await this.#follow(claim, row, here, there);
    } catch (error) {
      if (!isForLater(codeOf(error))) this.kit.log.warn({ err: error, fromGame }, 'an arrival could not be noted');
    }
  }

  #isMoveDue(key: string): boolean {
    return performance.now() - (this.#askedAt.get(key) ?? -Infinity) >= this.options.lookForMovedMs;
  }

  #noteAsked(key: string): void {
    this.#askedAt.delete(key);
    this.#askedAt.set(key, performance.now());
    for (const known of this.#askedAt.keys()) {
      if (!this.#isMoveDue(known)) break;
      this.#askedAt.delete(known);
    }
  }

  /** Whether the seat that the player is to be sent from has another user id by now, to whom the reserved seat goes. */
  async #hasMoved(claim: string, row: Claimed): Promise<boolean> {
    const here = await this.#seated(row.fromGame, [row], ({ fromSeat }) => fromSeat).catch(noneIfErased);
    const there = await this.#seated(row.toGame, [row], ({ toSeat }) => toSeat).catch(noneIfErased);
    return this.#follow(claim, row, here, there);
  }

  /** False: nothing is to be done, the reserved seat was taken meanwhile, or the id that the player has now has a row. */
  async #follow(claim: string, row: Claimed, here: SeatedOf, there: SeatedOf): Promise<boolean> {
    const { jobId, playerId, fromSeat, toGame } = row;
    const now = here(row).find(({ seat, isActive }) => seat === fromSeat && isActive);
    const isHere = here(row).some((one) => one.playerId === playerId && one.isActive);
    if (now === undefined || now.playerId === playerId || isHere || isActiveIn(there, row)) return false;
    try {
      const isReserved = there(row).some((one) => one.playerId === playerId);
      if (isReserved) await this.#act(row, toGame, 'move', { type: 'releaseSeat', playerId });
    } catch (error) {
      if (codeOf(error) === 'seat-arrived') return false;
      throw error;
    }
    const [, written] = await this.database.query<[unknown, number]>(FOLLOW_SEAT, [
      jobId,
      playerId,
      claim,
      now.playerId,
    ]);
    return written > 0;
  }

  async #seated(gameId: GameId, rows: Item, seatOf: (row: Claimed) => number | null): Promise<SeatedOf> {
    const [{ showId }] = rows;
    const playerIds = rows.map(({ playerId }) => playerId);
    const asked = { gameId, showId, playerIds, teams: [], seats: rows.flatMap((row) => seatOf(row) ?? []) };
    const { players } = await callShard(this.kit.bus, playersOfGame, gameId, asked);
    return (row) => players.filter(({ playerId, seat }) => playerId === row.playerId || seat === seatOf(row));
  }

  async #loseTarget(claim: string, row: Claimed): Promise<void> {
    await this.#callBack(row);
    await this.#note(claim, [row], 'failed', 'game-not-found');
  }

  async #callBack(row: Claimed): Promise<void> {
    const { playerId, fromGame, toGame: calledBackFrom } = row;
    const command = { type: 'sendPlayers' as const, playerIds: [playerId], next: null, calledBackFrom };
    await this.#act(row, fromGame, 'call-back', command).catch(ignoreGone);
  }

  #act(
    { jobId, playerId, showId, askedBy: userId }: Claimed,
    gameId: GameId,
    step: string,
    command: Command,
    of: readonly string[] = [playerId],
  ) {
    const commandId = commandIdOf(jobId, of.join(' '), step);
    const request = { gameId, commandId, staff: { showId, userId }, command };
    return this.#inTurn(gameId, () => callShard(this.kit.bus, actAsStaff, gameId, request));
  }

  /**
   * One after the other in a game: it is busy for a second command of the same kind and person. Who waits longer than a claim lasts is
   * tried again later, so that a game without an answer collects no repeated acts.
   */
  async #inTurn<T>(gameId: GameId, act: () => Promise<T>): Promise<T> {
    const maxWaitMs = this.options.claimMs;
    const inTurn = () => semaphore({ concurrency: 1, queue: Infinity, maxWaitMs, refusal: 'busy' });
    const turn = this.#turns.get(gameId) ?? { inTurn: inTurn(), acts: 0 };
    this.#turns.set(gameId, turn);
    turn.acts++;
    try {
      return await turn.inTurn(act);
    } finally {
      if (--turn.acts === 0) this.#turns.delete(gameId);
    }
  }

  /** All of one job. `seats`: that are reserved for them, where that is known now. */
  async #note(
    claim: string,
    rows: readonly Claimed[],
    state: AdvancedRow['state'],
    code: string | null = null,
    seats: readonly (number | null)[] | null = null,
  ): Promise<void> {
    const ids = rows.map(({ playerId }) => playerId);
    await this.database.query(NOTE_STEP, [rows[0]?.jobId, ids, claim, state, code, seats]);
  }

  async #giveBack(claim: string, rows: Item, afterMs: number): Promise<void> {
    const ids = rows.map(({ playerId }) => playerId);
    await this.database.query(GIVE_BACK, [rows[0].jobId, ids, claim, afterMs / 1_000]);
  }
}

/** There is nothing to give back: no such seat, or the game is over or erased. */
const GONE: ReadonlySet<string> = new Set(['player-not-found', 'game-ended', 'game-not-found', 'seat-arrived']);
function ignoreGone(error: unknown): null {
  if (error instanceof RefusedError && GONE.has(error.code)) return null;
  throw error;
}

const NONE: SeatedOf = () => [];
function noneIfErased(error: unknown): SeatedOf {
  if (codeOf(error) === 'game-not-found') return NONE;
  throw error;
}
