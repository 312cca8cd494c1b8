import { actAsStaff, playersOfGame, RefusedError, type RequestOf, type ShowId } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { callShard } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { ClaimingWorker, codeOf, isForLater, type Outcome } from '../claiming-worker.js';
import type { ShowsConfig } from '../shows.config.js';
import type { AdvancedRow } from './advance.entity.js';
import { commandIdOf } from './advances.js';
import { CLAIM_ADVANCED, GIVE_BACK, NOTE_STEP } from './advances.sql.js';

type Claimed = Pick<
  AdvancedRow,
  'jobId' | 'playerId' | 'name' | 'team' | 'fromGame' | 'toGame' | 'toCode' | 'state'
> & {
  readonly showId: ShowId;
  readonly askedBy: UserId;
  readonly isOperator: boolean;
  readonly isKept: boolean;
};
/** One player who has a step to do, or all of a job who may have arrived in one game. */
type Item = readonly [Claimed, ...Claimed[]];

type Command = RequestOf<typeof actAsStaff>['command'];
type Options = Pick<
  ShowsConfig,
  'actsPerClaim' | 'actsAtOnce' | 'claimMs' | 'busyPauseMs' | 'pollMs' | 'lookForArrivalMs'
>;

/**
 * Reserves seats, sends players to them, and has them leave their former seats once they have arrived. Each step is written when it is
 * done, and repeated it changes nothing.
 */
export class AdvancesWorker extends ClaimingWorker<Item> {
  constructor(
    kit: Pick<Kit, 'bus' | 'log'>,
    private readonly database: DataSource,
    private readonly options: Options,
  ) {
    super(kit, { ...options, atOnce: options.actsAtOnce }, 'players could not be sent to the next round');
  }

  protected async claim(claim: string): Promise<Item[]> {
    const { actsPerClaim, claimMs } = this.options;
    const rows = await this.database.query<Claimed[]>(CLAIM_ADVANCED, [claim, actsPerClaim, claimMs / 1_000]);
    const sent = Map.groupBy(
      rows.filter(({ state }) => state === 'sent'),
      ({ jobId, toGame }) => `${jobId} ${toGame}`,
    );
    const others = rows.filter(({ state }) => state !== 'sent').map((row): Item => [row]);
    return [...others, ...([...sent.values()] as unknown as Item[])];
  }

  protected async process(claim: string, item: Item): Promise<Outcome> {
    const [first] = item;
    try {
      if (first.state === 'sent') await this.#lookFor(claim, item);
      else await this.#step(claim, first);
    } catch (error) {
      // Another claim repeats it.
      const { jobId } = first;
      this.kit.log.warn({ err: error, jobId }, 'a step of an advance was not done');
    }
    return 'done';
  }

  async #step(claim: string, row: Claimed): Promise<void> {
    const { state, playerId, name, team, fromGame: before, toGame: gameId, toCode: code } = row;
    try {
      if (state === 'waiting') {
        if (!row.isOperator) throw new RefusedError('event-not-operator');
        if (!row.isKept) throw new RefusedError('event-deleted');
        const teamName = team === null ? {} : { teamName: team };
        await this.#act(row, gameId, 'reserve', { type: 'reserveSeat', playerId, name, before, ...teamName });
        await this.#note(claim, row, 'reserved');
      } else if (state === 'reserved') {
        await this.#act(row, before, 'send', { type: 'sendPlayers', playerIds: [playerId], next: { gameId, code } });
        await this.#note(claim, row, 'sent');
      } else {
        // Also of a reservation that was on its way when the seat was released.
        await this.#act(row, gameId, 'release', { type: 'releaseSeat', playerId }).catch(ignoreGone);
        const back = { type: 'sendPlayers', playerIds: [playerId], next: null, calledBackFrom: gameId } as const;
        await this.#act(row, before, 'call-back', { ...back, playerIds: [playerId] }).catch(ignoreGone);
        await this.#note(claim, row, 'released');
      }
    } catch (error) {
      const failure = codeOf(error);
      if (isForLater(failure)) return this.#giveBack(claim, [row], this.options.busyPauseMs);
      if (failure === 'internal') throw error;
      // Who left meanwhile does not come.
      if (state === 'reserved')
        await this.#act(row, gameId, 'give-up', { type: 'releaseSeat', playerId }).catch(ignoreGone);
      await this.#note(claim, row, 'failed', failure);
    }
  }

  async #lookFor(claim: string, sent: Item): Promise<void> {
    const [{ toGame: gameId, showId }] = sent;
    try {
      const asked = { gameId, showId, playerIds: sent.map(({ playerId }) => playerId), teams: [] };
      const { players } = await callShard(this.kit.bus, playersOfGame, gameId, asked);
      const arrived = new Set(players.filter(({ isActive }) => isActive).map(({ playerId }) => playerId));
      for (const row of sent.filter(({ playerId }) => arrived.has(playerId))) {
        const playerIds = [row.playerId];
        await this.#act(row, row.fromGame, 'arrival', { type: 'noteArrival', playerIds }).catch(ignoreGone);
        await this.#note(claim, row, 'arrived');
      }
    } catch (error) {
      if (!isForLater(codeOf(error))) this.kit.log.warn({ err: error, gameId }, 'arrivals could not be looked up');
    }
    await this.#giveBack(claim, sent, this.options.lookForArrivalMs);
  }

  #act({ jobId, playerId, showId, askedBy: userId }: Claimed, gameId: GameId, step: string, command: Command) {
    const commandId = commandIdOf(jobId, playerId, step);
    return callShard(this.kit.bus, actAsStaff, gameId, { gameId, commandId, staff: { showId, userId }, command });
  }

  #note(claim: string, { jobId, playerId }: Claimed, state: AdvancedRow['state'], code: string | null = null) {
    return this.database.query(NOTE_STEP, [jobId, playerId, claim, state, code]);
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
