import {
  type ConnectionQuality,
  PresenceMessage,
  presenceSubject,
  type Role,
  type ServerFrame,
} from '@earworm/contracts';
import type { CrewPresence } from './crew.js';
import { type Bus, parseJson, publishJson, type Subscription } from '@earworm/service-kit/bus';

const COALESCE_MS = 250;
const USERS_SHOWN = 500;
/** An update costs time in proportion to the users: larger games get one per `COALESCE_MS`. */
const SMALL_GAME = 64;
/** A change of connections alone is not urgent. */
const CONNECTIONS_EVERY_MS = 5_000;

type PresenceFrame = Extract<ServerFrame, { type: 'presence' }>;
export type PresenceFrames = { readonly all: string; readonly full: string };

export interface PresenceOptions {
  /** Id of this gateway. */
  readonly gateway: string;
  readonly everyMs: number;
  readonly expiresMs: number;
}

export interface PresenceDependencies {
  readonly bus: Bus;
  readonly gameId: string;
  readonly onChange: (frames: PresenceFrames, changed: 'all' | 'full') => void;
}

/** Where a socket comes from. */
interface From {
  readonly desk?: string | undefined;
  readonly network?: string | null;
}

type Connections = readonly (ConnectionQuality | null)[];

interface RemotePresence {
  readonly users: readonly string[];
  /** Of each of `users`; absent where none is measured. */
  readonly connections: Connections | undefined;
  readonly stages: number;
  readonly delayed: number;
  readonly at: number;
}

/** Users connected to a game, over all gateways. Soft state: sets that are not repeated expire. */
export class Presence {
  readonly #own = new Map<string, number>();
  readonly #connections = new Map<string, ConnectionQuality>();
  readonly #desks = new Map<string, number>();
  readonly #networks = new Map<string, number>();
  readonly #others = new Map<string, RemotePresence>();
  readonly #subscription: Subscription;
  #stages = 0;
  #delayed = 0;
  #stopped = false;
  #isMuted = false;
  #mustPublish = false;
  /** Since the last update, connections have become better or worse. */
  #areConnectionsNew = false;
  /** Since the last update, users have only joined. */
  #areEntries = true;
  #crew: CrewPresence = { listed: [], atDesks: [], judges: [] };
  #publishedAt = 0;
  #updatedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #frames: PresenceFrames = { all: '', full: '' };

  constructor(
    private readonly options: PresenceOptions,
    private readonly deps: PresenceDependencies,
  ) {
    this.#subscription = deps.bus.subscribe(presenceSubject(deps.gameId), ({ data }) => this.#onMessage(data));
  }

  /**
   * Whether a pending update can be sent now, with events: at most one per `COALESCE_MS`, and only when users have joined.
   * A user who has left may only be changing sockets.
   */
  get canGoWithEvents(): boolean {
    if (this.#timer === null || !this.#areEntries || this.#size > SMALL_GAME) return false;
    return performance.now() - this.#updatedAt >= COALESCE_MS;
  }

  setCrew(crew: CrewPresence): void {
    this.#crew = crew;
    // Of a room that has shown something: who is a moderator, and who a player, may have changed.
    if (this.#frames.all !== '') this.#updateSoon();
  }

  enter(role: Role, userId: string, from: From = {}): void {
    this.#count(role, userId, from, 1);
  }

  leave(role: Role, userId: string, from: From = {}): void {
    this.#count(role, userId, from, -1);
  }

  /** What the connection of a user is like. Published with the next set. */
  measured(userId: string, quality: ConnectionQuality | null): void {
    if (quality === null || !this.#own.has(userId) || this.#connections.get(userId) === quality) return;
    this.#connections.set(userId, quality);
    this.#areConnectionsNew = true;
  }

  addDelayed(more: number): void {
    this.#delayed += more;
    this.#onChanged();
  }

  tick(now: number): void {
    const { everyMs, expiresMs } = this.options;
    let forgotten = false;
    for (const [gateway, { at }] of this.#others) {
      if (now - at > expiresMs) forgotten = this.#others.delete(gateway) || forgotten;
    }
    if (forgotten) this.#onChanged();
    else if (now - this.#publishedAt >= everyMs) this.#publish();
    const isDue = this.#areConnectionsNew && now - this.#updatedAt >= CONNECTIONS_EVERY_MS;
    if (isDue && this.#timer === null) this.update();
  }

  /** Before the sockets close: the last set stays valid until clients reconnect elsewhere, so no game pauses. */
  stopPublishing(): void {
    this.#isMuted = true;
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#subscription.unsubscribe();
  }

  get #size(): number {
    let size = this.#own.size;
    for (const { users } of this.#others.values()) size += users.length;
    return size;
  }

  #count(role: Role, userId: string, { desk, network = null }: From, more: 1 | -1): void {
    if (role === 'stage') this.#stages += more;
    if (role === 'player' || role === 'moderator') adjust(this.#own, userId, more);
    if (!this.#own.has(userId)) this.#connections.delete(userId);
    if (desk !== undefined) adjust(this.#desks, desk, more);
    if (network !== null) adjust(this.#networks, network, more);
    this.#onChanged(more > 0);
  }

  #onMessage(data: Uint8Array): void {
    const message = parseJson(PresenceMessage, data);
    if (message.gateway === this.options.gateway) return;
    const { users, connections, stages, delayed = 0 } = message;
    const before = this.#others.get(message.gateway);
    const now: RemotePresence = { users, connections, stages, delayed, at: performance.now() };
    this.#others.set(message.gateway, now);
    // Answering every message would make gateways answer each other forever.
    if (before === undefined || (isEmpty(before) && !isEmpty(now))) this.#onChanged();
    else if (before.delayed !== delayed || !isSame(before.users, users)) this.#updateSoon();
    else if (!isSame(before.connections, connections)) this.#areConnectionsNew = true;
  }

  #onChanged(isEntry = false): void {
    this.#mustPublish = true;
    this.#updateSoon(isEntry);
  }

  #updateSoon(isEntry = false): void {
    if (this.#stopped) return;
    this.#areEntries &&= isEntry;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        this.#areEntries = true;
        if (this.#mustPublish) this.#publish();
        this.update();
      },
      Math.max(COALESCE_MS, this.#own.size),
    );
  }

  #publish(): void {
    if (this.#isMuted) return;
    this.#mustPublish = false;
    this.#publishedAt = performance.now();
    const message: PresenceMessage = {
      gateway: this.options.gateway,
      stages: this.#stages,
      users: [...this.#own.keys()],
      ...connectionsOf([...this.#own.keys()], this.#connections),
      ...(this.#desks.size === 0 ? {} : { desks: [...this.#desks.keys()] }),
      ...(this.#networks.size === 0 ? {} : { networks: [...this.#networks] }),
      ...(this.#delayed === 0 ? {} : { delayed: this.#delayed }),
    };
    publishJson(this.deps.bus, presenceSubject(this.deps.gameId), message);
  }

  /** Computes the frames and calls `onChange` if they differ from the last ones. */
  update(): void {
    this.#updatedAt = performance.now();
    this.#areConnectionsNew = false;
    const connections = new Map(this.#connections);
    const union = new Set(this.#own.keys());
    let delayed = this.#delayed;
    for (const other of this.#others.values()) {
      for (const user of other.users) union.add(user);
      for (const [index, quality] of (other.connections ?? []).entries())
        if (quality !== null) connections.set(other.users[index] ?? '', quality);
      delayed += other.delayed;
    }
    const { listed, atDesks, judges } = this.#crew;
    const moderator = judges.some((id) => union.has(id));
    const crew = listed.filter((id) => union.has(id));
    for (const id of atDesks) union.delete(id);
    const users = [...union].slice(0, USERS_SHOWN);
    const all: PresenceFrame = { type: 'presence', online: union.size, moderator };
    const frames = {
      all: JSON.stringify(all),
      full: JSON.stringify({
        ...all,
        users,
        ...connectionsOf(users, connections),
        ...(listed.length === 0 ? {} : { crew }),
        ...(delayed === 0 ? {} : { delayed }),
      } satisfies PresenceFrame),
    };
    const before = this.#frames;
    this.#frames = frames;
    if (frames.all !== before.all) this.deps.onChange(frames, 'all');
    else if (frames.full !== before.full) this.deps.onChange(frames, 'full');
  }
}

function adjust(counts: Map<string, number>, key: string, more: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

/** It may have just started following the game. */
const isEmpty = ({ users, stages }: RemotePresence): boolean => users.length === 0 && stages === 0;

/** In the order of the users; nothing where none is known. */
function connectionsOf(users: readonly string[], known: ReadonlyMap<string, ConnectionQuality>) {
  if (!users.some((id) => known.has(id))) return {};
  return { connections: users.map((id) => known.get(id) ?? null) };
}

const isSame = (some: Connections | readonly string[] = [], others: Connections | readonly string[] = []): boolean =>
  some.length === others.length && some.every((each, i) => each === others[i]);
