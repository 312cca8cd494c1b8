import { randomUUID } from 'node:crypto';
import { type ErrorCode, RefusedError } from '@earworm/contracts';
import type { Kit, Worker } from '@earworm/service-kit/bootstrap';
import { BusError } from '@earworm/service-kit/bus';
import { refusalOf } from '@earworm/service-kit/postgres';
import pThrottle from 'p-throttle';
import type { DataSource } from 'typeorm';
import { CLAIM, END_FAILED, END_READY, GIVE_BACK_ROOM } from '../rooms/rooms.sql.js';
import type { ShowsConfig } from '../shows.config.js';
import { type ClaimedRoom, prepareRoom } from './prepare-room.js';
import { Templates } from './templates.js';

/** The game or library service cannot do it now: the room waits, and so do the others. */
const LATER: ReadonlySet<ErrorCode> = new Set(['busy', 'retry', 'unavailable']);

type Options = Pick<ShowsConfig, 'roomsPerSecond' | 'roomsPerClaim' | 'claimMs' | 'busyPauseMs' | 'pollMs'>;

/**
 * Prepares rooms that operators asked for, those of all events together. Several replicas share the work: each claims a
 * few rooms at a time, and the claims of a replica that died expire.
 */
export class RoomsWorker implements Worker {
  readonly #templates: Templates;
  /** Evenly spaced: games are being played meanwhile, and creating one takes CPU. */
  readonly #paced: (claim: string, room: ClaimedRoom) => Promise<'done' | 'later'>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(
    private readonly kit: Pick<Kit, 'bus' | 'log'>,
    private readonly database: DataSource,
    private readonly options: Options,
  ) {
    this.#templates = new Templates(kit.bus);
    const throttle = pThrottle({ limit: 1, interval: 1_000 / options.roomsPerSecond });
    this.#paced = throttle((claim: string, room: ClaimedRoom) => this.#prepare(claim, room));
  }

  start(): void {
    this.#schedule(this.options.pollMs);
  }

  /** Rooms in work are finished, the others left to other replicas. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Rooms have been asked for on this replica. */
  wake(): void {
    if (this.#running === undefined) this.#schedule(0);
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#work().then((waitMs) => {
        this.#running = undefined;
        this.#schedule(waitMs);
      });
    }, afterMs);
    this.#timer.unref();
  }

  /** Until no room is left, or none can be prepared; resolves with how long to wait, in ms. Never rejects. */
  async #work(): Promise<number> {
    const { log } = this.kit;
    try {
      while (!this.#isStopped) {
        const claim = randomUUID();
        const rooms = await this.#claim(claim);
        if (rooms.length === 0) {
          this.#templates.forget();
          return this.options.pollMs;
        }
        const outcomes = await Promise.all(rooms.map((room) => this.#paced(claim, room)));
        if (outcomes.includes('later')) return this.options.busyPauseMs;
      }
    } catch (error) {
      log.warn({ err: error }, 'rooms of events could not be prepared');
    }
    return this.options.pollMs;
  }

  async #claim(claim: string): Promise<ClaimedRoom[]> {
    const { roomsPerClaim, claimMs } = this.options;
    const [rooms] = await this.database.query<[ClaimedRoom[], number]>(CLAIM, [claim, roomsPerClaim, claimMs / 1_000]);
    return rooms;
  }

  async #prepare(claim: string, room: ClaimedRoom): Promise<'done' | 'later'> {
    try {
      const outcome = await this.#createGame(claim, room).catch((error: unknown) => this.#failed(claim, room, error));
      return outcome;
    } catch (error) {
      // Another claim finds out how far the room is.
      this.kit.log.warn({ err: error, roomId: room.roomId }, 'the progress of a room could not be written');
      return 'later';
    }
  }

  async #createGame(claim: string, room: ClaimedRoom): Promise<'done'> {
    const { roomId, name } = room;
    const { gameId, gameCode, templateVersion } = await prepareRoom(this.kit.bus, this.#templates, room);
    await this.database.query(END_READY, [roomId, claim, name, gameId, gameCode, templateVersion]);
    return 'done';
  }

  async #failed(claim: string, { roomId, showId }: ClaimedRoom, error: unknown): Promise<'done' | 'later'> {
    const code = codeOf(error);
    if (LATER.has(code)) {
      await this.database.query(GIVE_BACK_ROOM, [roomId, claim, this.options.busyPauseMs / 1_000]);
      return 'later';
    }
    // Refusals are shown to the operators.
    if (code === 'internal')
      this.kit.log.error({ err: error, showId, roomId }, 'the game of a room could not be created');
    await this.database.query(END_FAILED, [roomId, claim, code]);
    return 'done';
  }
}

function codeOf(thrown: unknown): ErrorCode {
  const error = refusalOf(thrown);
  return error instanceof RefusedError || error instanceof BusError ? error.code : 'internal';
}
