import type { Kit } from '@earworm/service-kit/bootstrap';
import pThrottle from 'p-throttle';
import type { DataSource } from 'typeorm';
import { CLAIM, END_FAILED, END_READY, GIVE_BACK_ROOM, RENEW_ROOMS } from '../rooms/rooms.sql.js';
import type { ShowsConfig } from '../shows.config.js';
import { ClaimingWorker, codeOf, type Held, isForLater, type Outcome } from '../claiming-worker.js';
import { concernsGame, holdOrRelease, isStartDue } from './held-starts.js';
import { NOTE_START_DUE } from './held-starts.sql.js';
import { type ClaimedRoom, prepareRoom } from './prepare-room.js';
import { Templates } from './templates.js';

type Options = Pick<ShowsConfig, 'roomsPerSecond' | 'roomsAtOnce' | 'claimMs' | 'busyPauseMs' | 'pollMs'>;

/** Prepares rooms that operators asked for, those of all events together. */
export class RoomsWorker extends ClaimingWorker<ClaimedRoom> {
  readonly #templates: Templates;
  /** Evenly spaced: games are being played meanwhile, and creating one takes CPU. */
  readonly #paced: (claim: string, room: ClaimedRoom) => Promise<Outcome>;

  constructor(
    kit: Pick<Kit, 'bus' | 'log'>,
    private readonly database: DataSource,
    private readonly options: Options,
  ) {
    super(kit, { ...options, atOnce: options.roomsAtOnce }, 'rooms of events could not be prepared');
    this.#templates = new Templates(kit.bus);
    const throttle = pThrottle({ limit: 1, interval: 1_000 / options.roomsPerSecond });
    this.#paced = throttle((claim: string, room: ClaimedRoom) => this.#prepare(claim, room));
  }

  protected override onIdle(): void {
    this.#templates.forget();
  }

  protected async claim(claim: string, most: number): Promise<ClaimedRoom[]> {
    const lastsS = this.options.claimMs / 1_000;
    const [rooms] = await this.database.query<[ClaimedRoom[], number]>(CLAIM, [claim, most, lastsS]);
    return rooms;
  }

  protected renew(held: readonly Held<ClaimedRoom>[]): Promise<unknown> {
    const rows = held.map(({ claim, item: { roomId } }) => ({ claim, roomId }));
    return this.database.query(RENEW_ROOMS, [JSON.stringify(rows), this.options.claimMs / 1_000]);
  }

  protected process(claim: string, room: ClaimedRoom): Promise<Outcome> {
    return this.#paced(claim, room);
  }

  async #prepare(claim: string, room: ClaimedRoom): Promise<Outcome> {
    try {
      const outcome = await this.#createGame(claim, room).catch((error: unknown) => this.#failed(claim, room, error));
      return outcome;
    } catch (error) {
      // Another claim finds out how far the room is.
      this.kit.log.warn({ err: error, roomId: room.roomId }, 'the progress of a room could not be written');
      return 'later';
    }
  }

  async #createGame(claim: string, room: ClaimedRoom): Promise<Outcome> {
    const { roomId, showId, name } = room;
    const prepared = await prepareRoom(this.kit.bus, this.#templates, room);
    const { gameId, gameCode, templateVersion, refusal, now } = prepared;
    if (concernsGame(room)) {
      await this.database.query(NOTE_START_DUE, [roomId, claim]);
      await holdOrRelease(this.kit.bus, { showId, gameId: now }, room);
    }
    await this.database.transaction(async (manager) => {
      const isDue = await isStartDue(manager, room);
      const end = [roomId, claim, name, gameId, gameCode, templateVersion, refusal, isDue];
      await manager.query(END_READY, end);
    });
    return 'done';
  }

  async #failed(claim: string, { roomId, showId }: ClaimedRoom, error: unknown): Promise<Outcome> {
    const code = codeOf(error);
    if (isForLater(code)) {
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
