import {
  erasedSubject,
  gameOfEventsSubject,
  type ReasonOf,
  type ReplyOf,
  type RequestOf,
  ROOM_STATUSES,
  ROOM_STATUSES_WANTED,
  RoomStatusesMessage,
  type ShowId,
  type ShowThresholds,
  type watchShow,
} from '@earworm/contracts';
import type { Kit, Worker } from '@earworm/service-kit/bootstrap';
import { type Subscription, tryParseJson } from '@earworm/service-kit/bus';
import { type DataSource, In } from 'typeorm';
import { requireShow } from '../shows/access.js';
import { gameNow } from '../shows/game-now.js';
import { StaffRow } from '../shows/staff.entity.js';
import type { ShowsConfig } from '../shows.config.js';
import {
  END_REASONS,
  NOTE_REASONS,
  SELECT_OPEN,
  SELECT_PLANS,
  SELECT_RUNNING,
  SELECT_THRESHOLDS,
} from './attention.sql.js';
import { HeardStatuses } from './heard-statuses.js';
import { keyOf, type OpenReason, type PlannedRoom, ShowAttention } from './show-attention.js';

interface Watched {
  readonly attention: ShowAttention;
  planAt: number;
  planning: Promise<void> | null;
  /** When a gateway asked last. */
  askedAt: number;
  /** Reasons that are open in the database as far as this replica knows; null before it has looked. */
  noted: Map<string, ReasonOf> | null;
  /** When games were looked at that no owner has in memory. */
  readonly lookedAt: Map<string, number>;
}

type PlanRow = Omit<PlannedRoom, 'startsAt'> & { readonly startsAt: Date };

/** From before its start until long after it an event is evaluated, watched or not. */
const BEFORE_MS = 15 * 60_000;
const AFTER_MS = 12 * 3_600_000;
/** A game that no owner has in memory is loaded by looking at it; in so many rooms at once. */
const LOOKS_AT_ONCE = 20;
const LOOK_AGAIN_MS = 120_000;
const WATCHED_FOR_MS = 10_000;

type Options = Pick<ShowsConfig, 'attentionMs' | 'planMs' | 'runningMs'>;

/**
 * Listens to the statuses of rooms and finds out which of them need attention. Every replica does; what they write is the
 * same, and each answers gateways from its own memory.
 */
export class AttentionWorker implements Worker {
  readonly #heard = new HeardStatuses();
  readonly #watched = new Map<ShowId, Watched>();
  readonly #listensSince = Date.now();
  #running: ReadonlySet<ShowId> = new Set();
  #runningAt = 0;
  #subscriptions: Subscription[] = [];
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> | undefined;
  /** May take seconds while an owner is away. */
  #looking: Promise<void> | undefined;

  constructor(
    private readonly kit: Pick<Kit, 'bus' | 'log'>,
    private readonly database: DataSource,
    private readonly options: Options,
  ) {}

  start(): void {
    const { bus } = this.kit;
    const ask = () => void bus.publish(ROOM_STATUSES_WANTED, new Uint8Array());
    this.#subscriptions = [
      bus.subscribe(ROOM_STATUSES, ({ data }) => this.#hear(data)),
      bus.subscribe(erasedSubject('*'), ({ subject }) => this.#heard.forgetGame(gameOfEventsSubject(subject))),
      { unsubscribe: bus.onReconnect(ask) },
    ];
    ask();
    this.#timer = setInterval(() => {
      this.#work ??= this.#tick()
        .catch((error: unknown) => this.kit.log.warn({ err: error }, 'what rooms of events need could not be written'))
        .finally(() => (this.#work = undefined));
    }, this.options.attentionMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const each of this.#subscriptions) each.unsubscribe();
    await this.#work;
  }

  async watch({ showId, after, userIds }: RequestOf<typeof watchShow>): Promise<ReplyOf<typeof watchShow>> {
    const { manager } = this.database;
    await requireShow(manager, showId);
    const staff = await manager.findBy(StaffRow, { showId, userId: In(userIds) });
    const watched = this.#watch(showId);
    watched.askedAt = Date.now();
    await this.#readPlan(showId, watched);
    await this.#readOpen(showId, watched);
    watched.attention.evaluate(this.#heard.of(showId), Date.now());
    const roles = userIds.map((userId) => staff.find((member) => member.userId === userId)?.role ?? null);
    return { ...watched.attention.changesSince(after), roles };
  }

  /** Writes what rooms of this event need now, so that it can be claimed. */
  async note(showId: ShowId): Promise<void> {
    const watched = this.#watch(showId);
    await this.#readPlan(showId, watched);
    // Another replica may have ended it a moment too early. What is over must be found among what is open, also now.
    watched.noted = null;
    await this.#write(showId, watched);
  }

  #hear(data: Uint8Array): void {
    const now = Date.now();
    for (const status of tryParseJson(RoomStatusesMessage, data)?.statuses ?? []) this.#heard.hear(status, now);
  }

  #watch(showId: ShowId): Watched {
    const existing = this.#watched.get(showId);
    if (existing !== undefined) return existing;
    const attention = new ShowAttention(this.#listensSince);
    const watched: Watched = { attention, planAt: 0, planning: null, askedAt: 0, noted: null, lookedAt: new Map() };
    this.#watched.set(showId, watched);
    return watched;
  }

  async #tick(): Promise<void> {
    const now = Date.now();
    this.#heard.forgetOld(now);
    if (now - this.#runningAt >= this.options.runningMs) {
      const rows = await this.database.query<{ showId: ShowId }[]>(SELECT_RUNNING, [BEFORE_MS, AFTER_MS]);
      this.#running = new Set(rows.map(({ showId }) => showId));
      this.#runningAt = now;
    }
    const active = new Set([...this.#running, ...this.#heard.shows]);
    for (const showId of active) this.#watch(showId);
    for (const [showId, watched] of this.#watched) {
      if (!active.has(showId) && now - watched.askedAt > WATCHED_FOR_MS) {
        this.#watched.delete(showId);
        continue;
      }
      await this.#readPlan(showId, watched);
      await this.#write(showId, watched);
    }
    if (this.#looking === undefined) this.#looking = this.#lookAtLate(now).finally(() => (this.#looking = undefined));
  }

  /** Those who come while the plan is being read wait for it: without rooms everything would look solved. */
  #readPlan(showId: ShowId, watched: Watched): Promise<void> {
    const now = Date.now();
    if (watched.planning !== null && now - watched.planAt < this.options.planMs) return watched.planning;
    watched.planAt = now;
    const planning = this.#loadPlan(showId, watched.attention);
    watched.planning = planning;
    planning.catch(() => (watched.planning = null));
    return planning;
  }

  async #loadPlan(showId: ShowId, attention: ShowAttention): Promise<void> {
    const [show] = await this.database.query<{ thresholds: ShowThresholds }[]>(SELECT_THRESHOLDS, [showId]);
    const rooms = show === undefined ? [] : await this.database.query<PlanRow[]>(SELECT_PLANS, [showId]);
    attention.plan(
      rooms.map((room) => ({ ...room, startsAt: room.startsAt.getTime() })),
      show?.thresholds ?? {},
    );
  }

  async #readOpen(showId: ShowId, { attention }: Watched): Promise<readonly OpenReason[]> {
    const open = await this.database.query<OpenReason[]>(SELECT_OPEN, [showId]);
    attention.note(open);
    return open;
  }

  /** What is new, and what is over as far as this replica can tell. */
  async #write(showId: ShowId, watched: Watched): Promise<void> {
    const { attention } = watched;
    watched.noted ??= new Map((await this.#readOpen(showId, watched)).map((reason) => [keyOf(reason), reason]));
    const { noted } = watched;
    const [heard, now] = [this.#heard.of(showId), Date.now()];
    attention.evaluate(heard, now);
    const reasons = new Map(attention.reasons.map((reason) => [keyOf(reason), reason]));
    const isOver = (reason: ReasonOf) => !reasons.has(keyOf(reason)) && attention.isKnown(reason.roomId, heard, now);
    const added = [...reasons.values()].filter((reason) => !noted.has(keyOf(reason)));
    const ended = [...noted.values()].filter(isOver);
    if (added.length > 0) await this.database.query(NOTE_REASONS, [showId, JSON.stringify(added)]);
    for (const reason of added) noted.set(keyOf(reason), reason);
    if (ended.length > 0) await this.database.query(END_REASONS, [showId, JSON.stringify(ended)]);
    for (const reason of ended) noted.delete(keyOf(reason));
  }

  async #lookAtLate(now: number): Promise<void> {
    const looked: Promise<unknown>[] = [];
    for (const [showId, { attention, lookedAt }] of this.#watched)
      for (const { roomId, gameId } of attention.late(this.#heard.of(showId), now)) {
        if (gameId === null || looked.length === LOOKS_AT_ONCE || now - (lookedAt.get(roomId) ?? 0) < LOOK_AGAIN_MS)
          continue;
        lookedAt.set(roomId, now);
        // What is wrong with it is seen by its missing status.
        looked.push(gameNow(this.kit.bus, gameId).catch(() => null));
      }
    await Promise.all(looked);
  }
}
