import { NO_GAME, seatOf, viewOf, type Game, type GameState, type UserId, type ViewKind } from '@earworm/rules';
import type { TraceParent } from '@earworm/service-kit/tracing';
import type { Clock } from './clock.js';
import type { Uncommitted } from './decide-command.js';
import { publishEvents, subjectsOf, EventRing, type EncodedEvent } from './encoded-events.js';
import type { Position, Rehydrated } from './rehydrate.js';

export interface Publisher {
  readonly clock: Clock;
  readonly ringMs: number;
  publish(subject: string, data: Uint8Array, traceParent?: TraceParent): void;
  noteHead(gameId: string, logId: string, version: number): void;
}

/** The committed side of one game: what replies, snapshots, `since` and heads are made from. */
export class CommittedGame {
  logId = '';
  ring: EventRing;
  #position: Position = { version: 0, state: NO_GAME };
  #views = new Map<ViewKind, string>();
  readonly #subjects: ReturnType<typeof subjectsOf>;

  constructor(
    private readonly gameId: string,
    private readonly publisher: Publisher,
  ) {
    this.ring = new EventRing(publisher.ringMs);
    this.#subjects = subjectsOf(gameId);
  }

  get position(): Position {
    return this.#position;
  }
  get version(): number {
    return this.#position.version;
  }
  get state(): GameState {
    return this.#position.state;
  }

  get characters(): number {
    let sum = this.ring.characters;
    for (const text of this.#views.values()) sum += text.length;
    return sum;
  }

  view(game: Game, kind: ViewKind): string {
    let text = this.#views.get(kind);
    if (text === undefined) this.#views.set(kind, (text = JSON.stringify(viewOf(game, kind))));
    return text;
  }

  forgetViews(): void {
    if (this.#views.size > 0) this.#views = new Map();
  }

  /** After a load. Publishes what this process appended without learning that it was committed. */
  adopt({ position, ring, unpublished }: Rehydrated, logId: string): void {
    this.#position = position;
    this.forgetViews();
    this.logId = logId;
    this.ring = ring;
    if (unpublished.events.length > 0) this.#publish(unpublished.from, unpublished.events);
  }

  advance(versions: readonly Uncommitted[], traceParent?: TraceParent): void {
    const [first] = versions;
    const last = versions.at(-1);
    if (!first || !last) return;
    this.#position = { version: last.version, state: last.state };
    this.forgetViews();
    const ticks = this.publisher.clock.ticks();
    for (const { version, encoded } of versions) this.ring.push(version, encoded, ticks);
    const events = versions.map(({ encoded }) => encoded);
    this.#publish(first.version, events, traceParent);
  }

  #publish(from: number, events: readonly EncodedEvent[], traceParent?: TraceParent): void {
    const { gameId, logId, publisher } = this;
    const publish = (subject: string, data: Uint8Array) => publisher.publish(subject, data, traceParent);
    publishEvents(publish, { subjects: this.#subjects, logId }, from, events);
    publisher.noteHead(gameId, logId, from + events.length - 1);
  }
}

export const seatText = (game: Game, userId: UserId | null): string =>
  JSON.stringify(userId === null ? null : seatOf(game, userId));
