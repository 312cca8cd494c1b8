import { randomUUID } from 'node:crypto';
import {
  listOfCursor,
  type ReasonOf,
  type ReplyOf,
  ROOM_STATUS_EVERY_MS,
  type RoomId,
  type RoomNow,
  type ShowCard,
  type ShowThresholds,
  type watchShow,
} from '@earworm/contracts';
import {
  ATTENTION_THRESHOLDS,
  type AttentionThresholds,
  attentionOf,
  cardsOf,
  type GameId,
  type HeardStatus,
  isOutdated,
  RESTING_REPEAT_MS,
} from '@earworm/rules';
import type { AttentionRow } from './attention.entity.js';

export interface PlannedRoom {
  readonly roomId: RoomId;
  readonly number: number;
  readonly name: string;
  readonly group: string;
  readonly startsAt: number;
  readonly gameId: GameId | null;
  readonly gameCode: string | null;
}

export type OpenReason = Omit<AttentionRow, 'attentionId' | 'showId' | 'endedAt'>;

interface Known {
  readonly room: RoomNow;
  readonly text: string;
  readonly revision: number;
}

export type Reason = ReasonOf & { readonly since: number };

/** About 150 KB: a message of the bus has at most 1 MB. */
const ROOMS_PER_REPLY = 300;

/** Twice as long as it takes until an owner repeats it. */
const LATE_MS = 2 * ROOM_STATUS_EVERY_MS;

export const keyOf = ({ roomId, kind }: ReasonOf): string => `${roomId} ${kind}`;

function thresholdsOf(own: ShowThresholds): AttentionThresholds {
  const inMs = Object.entries(own).map(([name, seconds]) => [`${name}Ms`, seconds * 1_000] as const);
  return { ...ATTENTION_THRESHOLDS, ...Object.fromEntries(inMs) };
}

/** What the control room of one event shows, with a revision of each change. */
export class ShowAttention {
  /** A cursor of another replica, or of before rooms were removed, is of no use. */
  #generation = randomUUID();
  #revision = 0;
  #rooms = new Map<string, Known>();
  #cards: { readonly list: readonly ShowCard[]; readonly text: string; readonly revision: number } | null = null;
  #plan: readonly PlannedRoom[] = [];
  #thresholds = ATTENTION_THRESHOLDS;
  #open: readonly OpenReason[] = [];

  /** @param listensSince before that no status could come */
  constructor(private readonly listensSince: number) {}

  /** Reasons of rooms as evaluated last. */
  get reasons(): readonly Reason[] {
    return [...this.#rooms.values()].flatMap(({ room: { roomId, reasons } }) =>
      reasons.map(({ kind, since }) => ({ roomId, kind, since })),
    );
  }

  /** Rooms whose status should have come, but for a game that is in no memory. */
  late(heard: ReadonlyMap<string, HeardStatus>, now: number): PlannedRoom[] {
    return this.#plan.filter(({ roomId, gameId }) => {
      const last = heard.get(roomId);
      if (gameId === null || last === undefined) return gameId !== null;
      return now - last.heardAt > LATE_MS + (last.status.resting === true ? RESTING_REPEAT_MS : 0);
    });
  }

  /** Whether it is known what the room needs now: what it needed before is over, unless it is among `reasons`. */
  isKnown(roomId: string, heard: ReadonlyMap<string, HeardStatus>, now: number): boolean {
    // It was removed, or its game was erased.
    if (!this.#plan.some((room) => room.roomId === roomId && room.gameId !== null)) return true;
    const last = heard.get(roomId);
    return last !== undefined && !isOutdated(last, this.#thresholds, now);
  }

  plan(rooms: readonly PlannedRoom[], thresholds: ShowThresholds): void {
    this.#plan = rooms;
    this.#thresholds = thresholdsOf(thresholds);
    const ids = new Set<string>(rooms.map(({ roomId }) => roomId));
    if ([...this.#rooms.keys()].every((roomId) => ids.has(roomId))) return;
    this.#generation = randomUUID();
    this.#rooms = new Map();
    this.#cards = null;
  }

  /** What is known about reasons: who is on them, and which can wait. */
  note(open: readonly OpenReason[]): void {
    this.#open = open;
  }

  evaluate(heard: ReadonlyMap<string, HeardStatus>, now: number): void {
    for (const planned of this.#plan) this.#put(this.#roomNow(planned, heard.get(planned.roomId) ?? null, now));
    const list = this.#cardsNow(now);
    const text = JSON.stringify(list);
    if (text !== this.#cards?.text) this.#cards = { list, text, revision: ++this.#revision };
  }

  /** @param after cursors of this and other replicas */
  changesSince(after: readonly string[]): Omit<ReplyOf<typeof watchShow>, 'roles'> {
    const own = after.find((cursor) => listOfCursor(cursor) === this.#generation);
    const whole = own === undefined;
    const from = whole ? 0 : Number(own.slice(this.#generation.length));
    const changed = [...this.#rooms.values()]
      .filter(({ revision }) => revision > from)
      .sort((a, b) => a.revision - b.revision);
    const sent = changed.slice(0, ROOMS_PER_REPLY);
    const more = changed.length > sent.length;
    const upTo = more ? (sent.at(-1)?.revision ?? from) : this.#revision;
    const { list, revision } = this.#cards ?? { list: [], revision: 0 };
    const hasCards = revision > from && revision <= upTo;
    return {
      ...{ cursor: `${this.#generation} ${upTo}`, whole, more },
      rooms: sent.map(({ room }) => room),
      cards: hasCards ? [...list] : null,
    };
  }

  #roomNow({ gameId, ...plan }: PlannedRoom, heard: HeardStatus | null, now: number): RoomNow {
    const thresholds = this.#thresholds;
    const { startsAt } = plan;
    // The status of a game without connections comes once a minute.
    const since = heard === null ? Math.max(startsAt, this.listensSince + RESTING_REPEAT_MS) : startsAt;
    // A room without a game has no one to attend to.
    const found = gameId === null ? [] : attentionOf(heard, { startsAt: since, thresholds }, now);
    const reasons = found.map(({ facts: why, acts, ...reason }) => ({ ...reason, facts: { ...why }, acts: [...acts] }));
    const { showId: _, roomId: _roomId, ...facts } = heard?.status ?? {};
    const isUnknown = reasons.some(({ kind }) => kind === 'unknown');
    // Operators can act in a game before its first status has come.
    return { ...(gameId !== null && { gameId }), ...facts, ...plan, isUnknown, reasons };
  }

  #put(room: RoomNow): void {
    const text = JSON.stringify(room);
    if (this.#rooms.get(room.roomId)?.text === text) return;
    this.#rooms.set(room.roomId, { room, text, revision: ++this.#revision });
  }

  #cardsNow(now: number): ShowCard[] {
    const open = new Map(this.#open.map((each) => [keyOf(each), each]));
    const items = [...this.#rooms.values()].flatMap(({ room: { roomId, group, network, reasons } }) =>
      reasons.map(({ kind, since }) => ({ roomId, group, network, kind, since })),
    );
    return cardsOf(items).map((card): ShowCard => {
      const rooms = card.rooms as ShowCard['rooms'];
      const known = rooms.map((reason) => open.get(keyOf(reason)));
      return { ...card, rooms, ...claimOf(known), ...snoozeOf(known, now) };
    });
  }
}

/** A room that joins others is worked on with them. */
function claimOf(reasons: readonly (OpenReason | undefined)[]): Pick<ShowCard, 'claim'> {
  const [first] = reasons
    .flatMap((reason) => (reason?.claimedAt ? [{ ...reason, claimedAt: reason.claimedAt }] : []))
    .sort((a, b) => a.claimedAt.getTime() - b.claimedAt.getTime());
  if (first?.claimedBy == null) return {};
  return { claim: { userId: first.claimedBy, name: first.claimedName ?? '', at: first.claimedAt.getTime() } };
}

/** While all of it can wait. */
function snoozeOf(reasons: readonly (OpenReason | undefined)[], now: number): Pick<ShowCard, 'snooze'> {
  const until = Math.min(...reasons.map((reason) => reason?.snoozedUntil?.getTime() ?? 0));
  const [first] = reasons;
  if (until <= now || first === undefined) return {};
  return { snooze: { until, reason: first.snoozeReason ?? '', name: first.snoozedName ?? '' } };
}
