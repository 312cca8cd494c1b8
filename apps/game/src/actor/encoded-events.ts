import {
  type ViewKind,
  isSameForAllKinds,
  VIEW_KINDS,
  viewEventOf,
  type Game,
  type GameEvent,
  type GameState,
} from '@earworm/rules';
import { RingBuffer } from '@earworm/service-kit/ring';
import { changesCrew, EVERY_KIND, roleEventsSubject, roleEventsText } from '@earworm/contracts';

export interface EncodedEvent extends Readonly<Record<ViewKind, string>> {
  readonly changesCrew: boolean;
}

const RING_BYTES = 1024 * 1024;

interface Slot {
  readonly version: number;
  readonly event: EncodedEvent;
  readonly at: number;
}

export class EventRing {
  readonly #slots: RingBuffer<Slot>;

  constructor(maxAgeMs: number) {
    this.#slots = new RingBuffer(
      { maxBytes: RING_BYTES, maxAgeMs },
      ({ event }) => event.player.length + event.stage.length + event.full.length,
    );
  }

  get characters(): number {
    return this.#slots.bytes;
  }

  push(version: number, event: EncodedEvent, ticks: number): void {
    this.#slots.push({ version, event, at: ticks });
  }

  /** Events after `version`; undefined when the first of them is no longer in the ring. */
  after(version: number, kind: ViewKind): string[] | undefined {
    const first = this.#slots.at(this.#slots.start);
    if (!first || version + 1 < first.version) return undefined;
    return this.#slots.from(this.#slots.start + version + 1 - first.version).map(({ event }) => event[kind]);
  }

  trim(ticks: number): void {
    this.#slots.expire(ticks);
  }
}

/** Encoded by the owner, once, so that no secret travels further. */
export function encodeEvent(before: GameState, event: GameEvent, after: Game, version: number): EncodedEvent {
  const encode = (kind: ViewKind) => JSON.stringify(viewEventOf(before, event, after, kind, version));
  const full = encode('full');
  const isOfCrew = changesCrew(event.type);
  return isSameForAllKinds(before, event, after)
    ? { player: full, stage: full, full, changesCrew: isOfCrew }
    : { player: encode('player'), stage: encode('stage'), full, changesCrew: isOfCrew };
}

type Audience = ViewKind | typeof EVERY_KIND;

/** Kept with a game, so that V8 hashes each subject once. */
export const subjectsOf = (gameId: string): Readonly<Record<Audience, string>> => ({
  [EVERY_KIND]: roleEventsSubject(gameId, EVERY_KIND),
  player: roleEventsSubject(gameId, 'player'),
  stage: roleEventsSubject(gameId, 'stage'),
  full: roleEventsSubject(gameId, 'full'),
});

/** Publishes events from a version on: as one message if all kinds of view are equal, else one for each. */
export function publishEvents(
  publish: (subject: string, data: Uint8Array) => void,
  game: { readonly subjects: Readonly<Record<Audience, string>>; readonly logId: string },
  from: number,
  events: readonly EncodedEvent[],
): void {
  const isOfCrew = events.some((event) => event.changesCrew);
  const send = (to: Audience, kind: ViewKind) => {
    const texts = events.map((event) => event[kind]);
    publish(game.subjects[to], Buffer.from(roleEventsText(game.logId, from, texts, isOfCrew)));
  };
  if (events.every(({ player, stage, full }) => player === full && stage === full)) return send(EVERY_KIND, 'full');
  for (const kind of VIEW_KINDS) send(kind, kind);
}
