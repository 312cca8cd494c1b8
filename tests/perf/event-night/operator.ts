import { newId } from '@earworm/client';
import { type BulkAct, RefusedError, type RoomAct, type RoomId, type RoomNow, type ShowCard } from '@earworm/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import type { PreparedEvent } from '../../e2e/support/prepared-event.js';
import type { WatchedControlRoom } from './control-room.js';

/** A person reads, taps and types a reason. */
const ACT_MS = 2_000;
/** What several rooms have in common may be their network, which shows a little later than buzzes that wait. */
const COMMON_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 250;
/** What is still wrong so long after an act is seen to again. */
const AGAIN_AFTER_MS = 20_000;

/**
 * One person at the control room, who sees what the stream shows and does what its routes allow, one act after the other. `opensDesk`: of
 * a room that was taken over.
 */
export class ScriptedOperator {
  /** What was done, in order. */
  readonly log: string[] = [];
  /** Acts that came too late, with the code. */
  readonly refused: string[] = [];
  #isOver = false;
  /** When something was done about a reason last. */
  readonly #doneAt = new Map<string, number>();
  /** When cards of several rooms were seen first. */
  readonly #seenAt = new Map<string, number>();
  readonly #paused = new Set<RoomId>();
  #working: Promise<void> | undefined;

  constructor(
    private readonly event: PreparedEvent,
    private readonly controlRoom: WatchedControlRoom,
    private readonly opensDesk: (roomId: RoomId) => Promise<void>,
  ) {}

  /** Rejects when something has failed, and never resolves before `stop`. */
  start(): Promise<void> {
    return (this.#working = this.#work());
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#isOver) if (!(await this.#next())) await pause(LOOK_EVERY_MS);
  }

  /** Resolves with false when there is nothing to do. */
  async #next(): Promise<boolean> {
    const back = [...this.#paused].filter((roomId) => isBack(this.controlRoom.room(roomId)));
    // Together, once the network of the last one is back.
    if (back.length > 0 && back.length === this.#paused.size) {
      await this.#inAll({ type: 'resumeGame' }, back);
      this.#paused.clear();
      return true;
    }
    for (const card of this.controlRoom.cards) if (await this.#handle(card)) return true;
    return false;
  }

  async #handle(card: ShowCard): Promise<boolean> {
    const rooms = card.rooms.flatMap(({ roomId, kind }) => {
      const room = this.controlRoom.room(roomId);
      return room === undefined || !this.#isDue(`${roomId} ${kind}`) ? [] : [{ room, kind }];
    });
    const offline = rooms.filter(({ room, kind }) => kind === 'players-offline' && !this.#paused.has(room.roomId));
    if (offline.length > 0) {
      await this.#claim(card);
      for (const { room } of offline) this.#paused.add(room.roomId);
      await this.#inAll(
        { type: 'pauseGame' },
        offline.map(({ room }) => room.roomId),
      );
      return true;
    }
    const first = rooms.find(({ room }) => !this.#paused.has(room.roomId));
    if (first === undefined || this.#isTooEarly(card)) return false;
    const { room, kind } = first;
    this.#doneAt.set(`${room.roomId} ${kind}`, Date.now());
    if (kind === 'crew-away' || kind === 'buzz-waiting') {
      await this.#claim(card);
      const isTaken = await this.#act(room, { type: 'takeOver', reason: 'The desk does not answer' });
      if (isTaken) await this.opensDesk(room.roomId);
    } else if (kind === 'song-silent' && room.questionId !== undefined) {
      await this.#claim(card);
      await this.#act(room, { type: 'markUnanswered', questionId: room.questionId });
    } else return false;
    return true;
  }

  #isDue(reason: string): boolean {
    return Date.now() - (this.#doneAt.get(reason) ?? -Infinity) >= AGAIN_AFTER_MS;
  }

  #isTooEarly({ id, common }: ShowCard): boolean {
    if (common === undefined) return false;
    const seenAt = this.#seenAt.get(id) ?? Date.now();
    this.#seenAt.set(id, seenAt);
    return Date.now() - seenAt < COMMON_WAIT_MS;
  }

  async #claim({ rooms }: ShowCard): Promise<void> {
    const { operator, showId } = this.event;
    const reasons = rooms.map(({ roomId, kind }) => ({ roomId, kind }));
    const body = { reasons, isClaimed: true, from: null };
    await operator.http.call('claimAttention', { params: { showId }, body }).catch((error: unknown) => {
      // It is over, or claimed with another act on the same card.
      if (!(error instanceof RefusedError)) throw error;
    });
  }

  /** Resolves with false when it was refused. */
  async #act({ roomId, gameId, name }: RoomNow, act: RoomAct): Promise<boolean> {
    await pause(ACT_MS);
    this.log.push(`${act.type} in ${name}`);
    const { operator, showId } = this.event;
    if (gameId === undefined) throw new Error('a room without a game needs attention');
    const body = { after: gameId, commandId: newId(), act };
    try {
      await operator.http.call('actInRoom', { params: { showId, roomId }, body });
      return true;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.refused.push(`${act.type}: ${error.code}`);
      return false;
    }
  }

  async #inAll(act: BulkAct, roomIds: readonly RoomId[]): Promise<void> {
    await pause(ACT_MS);
    this.log.push(`${act.type} in ${roomIds.length} rooms`);
    const { operator, showId } = this.event;
    const rooms = roomIds.flatMap((roomId) => {
      const after = this.controlRoom.room(roomId)?.gameId;
      return after === undefined ? [] : [{ roomId, after }];
    });
    await operator.http.call('actInRooms', { params: { showId }, body: { jobId: newId(), act, rooms } });
  }
}

const isBack = (room: RoomNow | undefined): boolean => {
  const { seated = 0, connected = 0, crew = 0 } = room ?? {};
  return crew > 0 && connected * 2 >= seated;
};
