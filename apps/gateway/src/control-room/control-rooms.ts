import {
  FRAME_PRICES,
  listOfCursor,
  RefusedError,
  type ReplyOf,
  SHOW_CURSORS_MOST,
  SHOW_LIMITS,
  SILENT_AFTER_MS,
  type ShowFigures,
  type ShowHelloFrame,
  type ShowId,
  type StaffRole,
  type UserId,
  watchShow,
} from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import { type Bus, BusError } from '@earworm/service-kit/bus';
import type { VitalSigns } from '@earworm/service-kit/vitals';
import { sendBye } from '../connections/bye.js';
import type { Connection } from '../connections/connection.js';
import type { Allowance } from '../limits/allowance.js';
import type { Topic } from '../operations/topics.js';
import { Fleet } from '../operations/fleet.js';
import { Watchers } from '../operations/watchers.js';
import { Backlog } from './backlog.js';
import { SentShow, type ShowChanges } from './sent-show.js';

export interface ControlRoomsDependencies {
  readonly bus: Bus;
  readonly tokens: TokenVerifier;
  readonly allowance: Pick<Allowance, 'take'>;
  readonly vitals: Pick<VitalSigns, 'read'>;
  readonly onBug: (error: unknown) => void;
  readonly goneMs: number;
  readonly everyMs: number;
}

interface Watching {
  readonly showId: ShowId;
  /** Null until the shows service has told it; nothing is sent before. */
  role: StaffRole | null;
  /** Null until the first frame, which has everything or its beginning. */
  backlog: Backlog | null;
}

interface Watched {
  readonly sent: SentShow;
  /** The last one of each list that a replica of the shows service keeps, the latest last. */
  readonly cursors: Map<string, string>;
  isAsking: boolean;
  /** False: the shows service did not answer. */
  isKnown: boolean;
  framedAt: number;
  figuresAt: number;
}

const WATCHERS_MOST = 1_000;
const ANSWERED_WITHIN_MS = 3_000;
/** Of what one watcher is sent in a second, from the first frame on. With times and what a frame needs besides it stays below 64 KB. */
const BYTES_PER_SECOND = 56_000;
/** Pages of the lists of several replicas, which answer in turn. */
const ASKED_AT_ONCE = 50;
/** Without a change: so that a page knows that it is up to date. */
const FRAME_EVERY_MS = 1_000;

function keepCursor(cursors: Map<string, string>, cursor: string): void {
  const list = listOfCursor(cursor);
  cursors.delete(list);
  cursors.set(list, cursor);
  const [oldest] = cursors.keys();
  if (cursors.size > SHOW_CURSORS_MOST && oldest !== undefined) cursors.delete(oldest);
}

/** Sends the rooms of events to their staff. Asks the shows service only about events that someone watches. */
export class ControlRooms implements Topic<ShowHelloFrame> {
  readonly #watchers: Watchers<Watching>;
  readonly #shows = new Map<ShowId, Watched>();
  readonly #fleet: Fleet;
  #refreshedAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly deps: ControlRoomsDependencies) {
    const { bus, vitals, goneMs } = deps;
    this.#fleet = new Fleet({ bus, own: () => vitals.read(), goneMs });
    this.#watchers = new Watchers({
      tokens: deps.tokens,
      most: WATCHERS_MOST,
      mayWatch: ({ isGuest }: Principal) => !isGuest,
    });
  }

  isSubscribed(connection: Connection): boolean {
    return this.#watchers.has(connection);
  }

  principalOf(connection: Connection): Principal | null {
    return this.#watchers.principalOf(connection);
  }

  renewToken(connection: Connection, token: string): Promise<void> {
    return this.#watchers.renewToken(connection, token);
  }

  async subscribe(connection: Connection, hello: ShowHelloFrame): Promise<void> {
    const principal = await this.#watchers.admit(connection, hello);
    if (principal === null) return;
    const { showId } = hello;
    const isPaid = this.deps.allowance.take(principal.userId, FRAME_PRICES.hello) !== null;
    if (!isPaid || this.#of(showId).length >= SHOW_LIMITS.watchersPerGateway) return sendBye(connection, 'busy');
    this.#watchers.add(connection, principal, { showId, role: null, backlog: null });
    if (!this.#shows.has(showId))
      this.#shows.set(showId, {
        sent: new SentShow(),
        cursors: new Map(),
        isAsking: false,
        isKnown: false,
        framedAt: 0,
        figuresAt: 0,
      });
    this.#timer ??= this.#startTicking();
    this.#ask(showId);
  }

  unsubscribe(connection: Connection): void {
    const showId = this.#watchers.extraOf(connection)?.showId;
    if (showId === undefined) return;
    this.#watchers.delete(connection);
    if (this.#of(showId).length === 0) this.#shows.delete(showId);
    if (this.#shows.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#fleet.stop();
  }

  #of(showId: ShowId): readonly (readonly [Connection, Watching])[] {
    return [...this.#watchers].filter(([, watching]) => watching.showId === showId);
  }

  /** Services are asked first: until they have had time to answer, none is missing. */
  #startTicking(): ReturnType<typeof setInterval> {
    this.#fleet.refresh();
    this.#refreshedAt = Date.now();
    return setInterval(() => this.#tick(), this.deps.everyMs).unref();
  }

  #tick(): void {
    const now = Date.now();
    if (now - this.#refreshedAt >= FRAME_EVERY_MS) {
      this.#refreshedAt = now;
      this.#fleet.refresh();
    }
    for (const showId of this.#shows.keys()) this.#ask(showId);
  }

  #ask(showId: ShowId): void {
    const watched = this.#shows.get(showId);
    if (watched === undefined || watched.isAsking) return;
    watched.isAsking = true;
    this.#refresh(showId, watched)
      .catch(this.deps.onBug)
      .finally(() => (watched.isAsking = false));
  }

  async #refresh(showId: ShowId, watched: Watched): Promise<void> {
    try {
      watched.isKnown = await this.#read(showId, watched);
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'event-not-found')
        return this.#of(showId).forEach(([connection]) => sendBye(connection, 'forbidden'));
      if (!(error instanceof BusError) && !(error instanceof RefusedError)) throw error;
      watched.isKnown = false;
    }
    this.#broadcast(showId, watched);
  }

  /** Until there is nothing more; false if the last watcher has left meanwhile. */
  async #read(showId: ShowId, watched: Watched): Promise<boolean> {
    if (!this.deps.bus.connected) return false;
    for (let asked = 0; asked < ASKED_AT_ONCE; asked += 1) {
      const userIds = [...new Set(this.#of(showId).map(([connection]) => this.#userOf(connection)))];
      const request = { showId, after: [...watched.cursors.values()], userIds };
      const reply = await this.deps.bus.call(watchShow, request, { timeoutMs: ANSWERED_WITHIN_MS });
      if (this.#shows.get(showId) !== watched) return false;
      this.#applyRoles(showId, userIds, reply.roles);
      watched.sent.learn(reply);
      keepCursor(watched.cursors, reply.cursor);
      // Another replica may have answered than the one whose list is not complete yet.
      if (watched.sent.isComplete) return true;
    }
    watched.sent.stopReading();
    return true;
  }

  #userOf = (connection: Connection): UserId => (this.principalOf(connection)?.userId ?? '') as UserId;

  /** A member who is not on the staff, or not any more, sees nothing more. */
  #applyRoles(showId: ShowId, userIds: readonly UserId[], roles: ReplyOf<typeof watchShow>['roles']): void {
    for (const [connection, watching] of this.#of(showId)) {
      const at = userIds.indexOf(this.#userOf(connection));
      // It came while the shows service was asked.
      if (at < 0) continue;
      watching.role = roles[at] ?? null;
      if (watching.role === null) sendBye(connection, 'forbidden');
    }
  }

  #figures(): ShowFigures {
    const { joins = 0, wrongCodes = 0, refusals = {}, press, down = [] } = this.#fleet.totals;
    const failing = this.#fleet.services.filter(
      ({ heardAgoMs, checks }) =>
        heardAgoMs === null || heardAgoMs >= SILENT_AFTER_MS || checks.some(({ ok, optional }) => !ok && !optional),
    );
    return {
      ...{ joins, wrongCodes, p99: press.p99, down },
      refusals: Object.values(refusals).reduce((sum, count) => sum + count, 0),
      failing: [...new Set(failing.map(({ service }) => service))],
    };
  }

  #broadcast(showId: ShowId, watched: Watched): void {
    const now = Date.now();
    const { sent, isKnown } = watched;
    const most = (BYTES_PER_SECOND * this.deps.everyMs) / 1_000;
    const changes = sent.next(most);
    const hasNews = changes.rooms.length + changes.cards.length + changes.gone.length > 0;
    const isDue = hasNews || now - watched.framedAt >= FRAME_EVERY_MS;
    const withFigures = now - watched.figuresAt >= FRAME_EVERY_MS;
    if (isDue) watched.framedAt = now;
    if (isDue && withFigures) watched.figuresAt = now;
    const encode = (role: StaffRole, whole: boolean, part: ShowChanges, backlog: Backlog) =>
      JSON.stringify({
        ...{ type: 'show', now, role, known: isKnown, whole, ...part },
        ...((sent.hasUnsent || !backlog.isEmpty) && { more: true }),
        ...((whole || withFigures) && { figures: this.#figures() }),
      });
    const texts = new Map<StaffRole, string>();
    for (const [connection, watching] of this.#of(showId)) {
      this.#watchers.watchAuth(connection, now);
      const { role, backlog } = watching;
      if (!connection.open || role === null) continue;
      if (!connection.idle) {
        backlog?.add(changes);
      } else if (backlog === null) {
        const all = (watching.backlog = new Backlog(sent.whole));
        connection.sendText(encode(role, true, all.take(most), all));
      } else if (!backlog.isEmpty) {
        backlog.add(changes);
        connection.sendText(encode(role, false, backlog.take(most), backlog));
      } else if (isDue) {
        const text = texts.get(role) ?? encode(role, false, changes, backlog);
        texts.set(role, text);
        connection.sendText(text);
      }
    }
  }
}
