import { createHash } from 'node:crypto';
import { type BulkAct, joinInfo, RefusedError, type RoomId, type ShowId } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { callShard } from '@earworm/service-kit/bus';
import { Batcher, semaphore, type Semaphore } from '@earworm/service-kit/resilience';
import type { DataSource } from 'typeorm';
import { ClaimingWorker, codeOf, type Held, isForLater, type Outcome } from '../claiming-worker.js';
import { beginNext } from '../preparing/rounds.js';
import { actAsOperator, gameSeen } from '../rooms/act.js';
import type { ShowsConfig } from '../shows.config.js';
import type { BulkActRoomRow } from './bulk-act.entity.js';
import { CLAIM_BULK_ROOMS, MOVE_START, NOTE_RESULTS, RENEW_BULK_ROOMS } from './bulk-acts.sql.js';

interface ClaimedAct {
  readonly jobId: string;
  readonly roomId: RoomId;
  readonly showId: ShowId;
  readonly act: BulkAct;
  readonly askedBy: UserId;
  readonly after: GameId;
  readonly first: GameId | null;
  readonly hasRoom: boolean;
  readonly isOperator: boolean;
  readonly isKept: boolean;
  /** By `performance.now()`: afterwards the operator has given up. */
  readonly lateAt: number;
}
type ClaimedRow = Omit<ClaimedAct, 'lateAt'> & { readonly leftMs: number };

type GameAct = Exclude<BulkAct, { type: 'moveStart' | 'setStart' | 'beginRound' }>;
/** What the act is to a game. */
const commandOf = (act: GameAct) =>
  act.type === 'holdStart' || act.type === 'releaseStart' ? { type: act.type } : act;

type StartMove = Extract<BulkAct, { type: 'moveStart' | 'setStart' }>;
interface Result extends Pick<BulkActRoomRow, 'jobId' | 'roomId' | 'state' | 'code'> {
  readonly claim: string;
  /** Seconds until it is tried again; null: it is over. */
  readonly againS: number | null;
}
type Options = Pick<ShowsConfig, 'actsAtOnce' | 'roundsAtOnce' | 'claimMs' | 'busyPauseMs' | 'pollMs' | 'actWithinMs'>;

/** Repeated after a crash, it is the same command to the game. */
const commandIdOf = ({ jobId, roomId }: ClaimedAct): string =>
  createHash('sha256').update(`${jobId} ${roomId}`).digest('hex');

function requireInTime({ lateAt }: ClaimedAct): void {
  if (performance.now() > lateAt) throw new RefusedError('bulk-act-late');
}

/** Does what operators asked for in many rooms. */
export class BulkActsWorker extends ClaimingWorker<ClaimedAct> {
  /** Hundreds of rooms at once: one commit for each would take longer than the acts. */
  readonly #results = new Batcher<Result>((results) => this.database.query(NOTE_RESULTS, [JSON.stringify(results)]));

  readonly #rounds: Semaphore;

  constructor(
    kit: Pick<Kit, 'bus' | 'log'>,
    private readonly database: DataSource,
    private readonly options: Options,
  ) {
    super(kit, { ...options, atOnce: options.actsAtOnce }, 'acts in rooms of events could not be done');
    this.#rounds = semaphore({ concurrency: options.roundsAtOnce, queue: Infinity, refusal: 'busy' });
  }

  protected async claim(claim: string, most: number): Promise<ClaimedAct[]> {
    const { claimMs, actWithinMs } = this.options;
    const lasts = [claimMs / 1_000, actWithinMs / 1_000];
    const rows = await this.database.query<ClaimedRow[]>(CLAIM_BULK_ROOMS, [claim, most, ...lasts]);
    const now = performance.now();
    return rows.map(({ leftMs, ...room }) => ({ ...room, lateAt: now + leftMs }));
  }

  protected renew(held: readonly Held<ClaimedAct>[]): Promise<unknown> {
    const rows = held.map(({ claim, item: { jobId, roomId } }) => ({ claim, jobId, roomId }));
    return this.database.query(RENEW_BULK_ROOMS, [JSON.stringify(rows), this.options.claimMs / 1_000]);
  }

  protected async process(claim: string, claimed: ClaimedAct): Promise<Outcome> {
    try {
      const code = await this.#act(claim, claimed).then(() => null, codeOf);
      return await this.#end(claim, claimed, code);
    } catch (error) {
      // Another claim repeats it.
      this.kit.log.warn({ err: error, roomId: claimed.roomId }, 'the result of an act in a room could not be written');
      return 'later';
    }
  }

  /** Throws the refusal of this room. */
  async #act(claim: string, claimed: ClaimedAct): Promise<void> {
    const { showId, roomId, askedBy: userId, after, act, first, hasRoom, isOperator, isKept } = claimed;
    if (!isOperator) throw new RefusedError('event-not-operator');
    if (!isKept) throw new RefusedError('event-deleted');
    if (!hasRoom) throw new RefusedError('room-not-found');
    requireInTime(claimed);
    const { bus } = this.kit;
    if (act.type === 'beginRound')
      return this.#rounds(() => {
        if (!this.isHeld(claim)) throw new RefusedError('busy');
        requireInTime(claimed);
        return beginNext(this.database, bus, { showId, roomId, userId, after });
      });
    if (act.type === 'moveStart' || act.type === 'setStart') return this.#moveStart(claim, claimed, act);
    const commandId = commandIdOf(claimed);
    await actAsOperator(bus, { ...{ showId, userId, first, after }, commandId, command: commandOf(act) });
  }

  async #moveStart(claim: string, { jobId, roomId, first, after }: ClaimedAct, act: StartMove): Promise<void> {
    const { bus } = this.kit;
    const gameId = await gameSeen(bus, first, after);
    const { status } = await callShard(bus, joinInfo, gameId, { gameId });
    if (status !== 'setup') throw new RefusedError(status === 'playing' ? 'not-in-setup' : 'game-ended');
    const [minutes, at] = act.type === 'moveStart' ? [act.minutes, null] : [0, new Date(act.startsAt)];
    await this.database.query(MOVE_START, [jobId, roomId, claim, minutes, at]);
  }

  async #end(claim: string, { jobId, roomId }: ClaimedAct, code: ReturnType<typeof codeOf> | null): Promise<Outcome> {
    const isAgain = code !== null && isForLater(code);
    if (code === 'internal') this.kit.log.error({ jobId, roomId }, 'an act in a room failed');
    await this.#results.add({
      ...{ jobId, roomId, claim },
      ...(isAgain
        ? { state: 'waiting', code: null, againS: this.options.busyPauseMs / 1_000 }
        : { state: code === null ? 'done' : 'refused', code, againS: null }),
    });
    // The others need not wait for a room that is tried again.
    return 'done';
  }
}
