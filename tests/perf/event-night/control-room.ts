import { afterFrame, type EventNow, NOTHING, watchShow } from '@earworm/client';
import type { RoomId, RoomNow, ShowCard } from '@earworm/contracts';
import type { AttentionKind } from '@earworm/rules';
import type { PreparedEvent } from '../../e2e/support/prepared-event.js';
import { leanSockets, ReceivedTexts } from '../../load/lean-socket.js';
import { socketUrl } from '../../load/sockets.js';

/** A reason that came, in ms since the epoch. */
interface Shown {
  readonly roomId: RoomId;
  readonly kind: AttentionKind;
  readonly at: number;
  /** As it was shown then. */
  readonly room: RoomNow | undefined;
}

class CountedTexts extends ReceivedTexts {
  readonly #bytes = new Map<number, number>();

  /** In the second with the most. */
  get mostPerSecond(): number {
    return Math.max(0, ...this.#bytes.values());
  }

  override text(bytes: Buffer, start: number, end: number): string {
    const second = Math.floor(Date.now() / 1_000);
    this.#bytes.set(second, (this.#bytes.get(second) ?? 0) + end - start);
    return super.text(bytes, start, end);
  }
}

/** What the operator's stream shows of an event, and when each reason came. */
export class WatchedControlRoom {
  /** All reasons, each time that it came. */
  readonly shown: Shown[] = [];
  #now: EventNow = NOTHING;
  /** That are shown now, by a card or at a room. */
  #reasons: ReadonlySet<string> = new Set();
  readonly #texts = new CountedTexts();
  readonly #watching: ReturnType<typeof watchShow>;
  readonly #open = Promise.withResolvers<void>();
  readonly #listeners = new Set<(room: RoomNow) => void>();

  constructor({ operator, showId }: PreparedEvent, url: string) {
    this.#watching = watchShow({
      ...{ url: socketUrl(url), showId, token: () => Promise.resolve(operator.tokens.access_token) },
      WebSocket: leanSockets({}, { texts: this.#texts }),
      onFrame: (frame) => {
        this.#now = afterFrame(this.#now, frame);
        this.#noteReasons();
        for (const { roomId } of frame.rooms) this.#tell(this.#now.rooms.get(roomId));
        this.#open.resolve();
      },
      onStatus: () => undefined,
    });
  }

  get isOpen(): Promise<void> {
    return this.#open.promise;
  }

  get cards(): readonly ShowCard[] {
    return [...this.#now.cards.values()].sort((a, b) => a.since - b.since);
  }

  get mostBytesPerSecond(): number {
    return this.#texts.mostPerSecond;
  }

  room(roomId: RoomId): RoomNow | undefined {
    return this.#now.rooms.get(roomId);
  }

  /** Calls back with every room that has changed. */
  onRooms(listener: (room: RoomNow) => void): void {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#watching.close();
  }

  /** A card comes before the room that it names. */
  #noteReasons(): void {
    const { cards, rooms } = this.#now;
    const inCards = [...cards.values()].flatMap((card) => card.rooms);
    const inRooms = [...rooms.values()].flatMap(({ roomId, reasons }) => reasons.map(({ kind }) => ({ roomId, kind })));
    const now = new Map([...inCards, ...inRooms].map(({ roomId, kind }) => [`${roomId} ${kind}`, { roomId, kind }]));
    for (const [key, { roomId, kind }] of now)
      if (!this.#reasons.has(key)) this.shown.push({ roomId, kind, at: Date.now(), room: rooms.get(roomId) });
    this.#reasons = new Set(now.keys());
  }

  #tell(room: RoomNow | undefined): void {
    if (room === undefined) return;
    for (const listener of this.#listeners) listener(room);
  }
}
