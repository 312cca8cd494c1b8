import {
  decodeRoleEvents,
  gameEventsWildcard,
  type GameId,
  kindsOf,
  shardOf,
  since,
  type UserId,
  type ViewKind,
} from '@earworm/contracts';
import type { Bus, BusMessage, Subscription } from '@earworm/service-kit/bus';
import type { RingBounds } from '@earworm/service-kit/ring';
import type { Tracing } from '@earworm/service-kit/tracing';
import { askOwner, type OwnerTerms } from '../calls/ask-owner.js';
import { framed } from '../wire/frame.js';
import { Round } from './round.js';
import type { Turns } from './turns.js';
import { Channel } from './channel.js';
import { type KeptEvents, keptEvents } from './kept-events.js';
import { Presence, type PresenceFrames, type PresenceTimes } from './presence.js';
import type { Shards } from '../calls/shards.js';
import { type Snapshot, Snapshots } from './snapshots.js';

const SINCE_WITHIN_MS = 8_000;

/** A socket as its room sees it. */
export interface Member {
  presence(frame: Buffer): void;
}

export interface RoomTerms {
  readonly bus: Bus;
  readonly owners: OwnerTerms;
  readonly shards: Shards;
  readonly gateway: string;
  readonly turns: Turns;
  /** Of those who tell who is here: slower ones, a press goes before. */
  readonly presenceTurns: Turns;
  readonly tracing: Tracing;
  readonly bounds: RingBounds;
  readonly presence: PresenceTimes;
  readonly onRound: () => void;
  readonly onGap: () => void;
  readonly onFailed: (error: unknown) => void;
}

const MODERATOR_MOVED = Buffer.from('"type":"moderatorMoved"');
/** Text that people typed cannot look like it: its quotation marks are escaped. */
const isAboutModerator = (data: Uint8Array): boolean =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).includes(MODERATOR_MOVED);

/** What this gateway knows of one game, shared by all its sockets. Follows the bus from the moment it is made. */
export class Room {
  readonly shard: number;
  readonly snapshots: Snapshots;
  readonly presence: Presence;
  /** Who is here, and what kind of view each has. */
  readonly members = new Map<Member, ViewKind>();
  moderatorId: UserId | null = null;
  /** Hellos under way; while there are any, the room is kept. */
  greeting = 0;
  /** Own clock, ms; null while somebody is here. */
  emptySince: number | null = null;
  /** How far the owner has said it is, in its heads and snapshots; never counted here, and only of one history. */
  #said: { readonly logId: string; readonly version: number } | null = null;
  readonly #channels = new Map<ViewKind, Channel>();
  readonly #events: Subscription;
  readonly #presenceRound: Round<[Member, ViewKind]>;
  /** Of those alone who see who is here: while joins wait, that changes and the count does not. */
  readonly #fullPresenceRound: Round<[Member, ViewKind]>;
  #shown = { all: framed(new Uint8Array()), full: framed(new Uint8Array()) };

  constructor(
    readonly gameId: GameId,
    private readonly terms: RoomTerms,
  ) {
    this.shard = shardOf(gameId);
    this.#events = terms.bus.subscribe(gameEventsWildcard(gameId), (message) => this.#heard(message));
    this.snapshots = new Snapshots(terms.owners, gameId);
    this.presence = new Presence({
      bus: terms.bus,
      gateway: terms.gateway,
      times: terms.presence,
      gameId,
      onChange: (frames, changed) => this.#showPresence(frames, changed),
    });
    const show = ([member, kind]: [Member, ViewKind]) =>
      member.presence(kind === 'full' ? this.#shown.full : this.#shown.all);
    this.#presenceRound = new Round({ values: () => this.members.entries() }, show, terms.presenceTurns);
    const full = () => [...this.members.entries()].filter(([, kind]) => kind === 'full').values();
    this.#fullPresenceRound = new Round({ values: full }, show, terms.presenceTurns);
    terms.shards.watch(this.shard, this);
  }

  get ownerHead(): number | null {
    return this.#said?.version ?? null;
  }

  channel(kind: ViewKind): Channel {
    const known = this.#channels.get(kind);
    if (known !== undefined) return known;
    const made = new Channel(kind, {
      ...this.terms,
      askSince: (logId, version) =>
        askOwner(
          this.terms.owners,
          since,
          this.gameId,
          () => ({ gameId: this.gameId, kind, logId, version }),
          SINCE_WITHIN_MS,
        ),
    });
    this.#channels.set(kind, made);
    return made;
  }

  /** Resolves when the owner has said whose game it is and where it stands; one asking for all who wait. */
  async known(channel: Channel): Promise<void> {
    if (this.moderatorId === null || channel.logId === null) this.learn(channel, await this.snapshots.shared(channel));
  }

  /** What a snapshot says beside its view. */
  learn(channel: Channel, from: Snapshot): void {
    this.moderatorId = from.moderatorId;
    this.presence.knowModerator(from.moderatorId);
    channel.stands(from.logId, from.version);
    this.#note(from.logId, from.version);
  }

  headSaid(logId: string, version: number): void {
    this.#note(logId, version);
    for (const channel of this.#channels.values()) if (channel.logId !== null) channel.stands(logId, version);
  }

  tick(now: number): void {
    for (const channel of this.#channels.values()) {
      channel.ring.expire(now);
      // What could not be read when the owner said it: of a quiet game it says it only once.
      if (channel.logId === this.#said?.logId) channel.stands(this.#said.logId, this.#said.version);
    }
    this.presence.tick(now);
  }

  stop(): void {
    this.#events.unsubscribe();
    this.presence.stop();
    this.terms.shards.unwatch(this.shard, this);
  }

  /** Kinds that nobody here looks at cost nothing but this look at the subject. */
  #heard({ subject, data, traceParent: parent }: BusMessage): void {
    const shown = kindsOf(subject).flatMap((kind) => this.#channels.get(kind) ?? []);
    if (shown.length === 0) return;
    const events = keptEvents(decodeRoleEvents(data));
    for (const channel of shown) this.#show(channel, events, parent);
    if (isAboutModerator(data)) void this.#askModerator(shown[0]!, events.to);
  }

  /** The only thing that a gateway remembers of what events say: who moderates. */
  async #askModerator(channel: Channel, version: number): Promise<void> {
    try {
      const told = await this.snapshots.shared(channel);
      // One that was asked for before the event may be on its way.
      this.learn(channel, told.version >= version ? told : await this.snapshots.shared(channel));
    } catch (error) {
      // The next hello asks again: the old id is not believed any more.
      this.moderatorId = null;
      this.terms.onFailed(error);
    }
  }

  #note(logId: string, version: number): void {
    if (this.#said?.logId === logId && this.#said.version >= version) return;
    this.#said = { logId, version };
  }

  #show(channel: Channel, events: KeptEvents, parent: string | undefined): void {
    channel.take(events);
    if (parent === undefined) return;
    const span = this.terms.tracing.start(`show ${channel.kind}`, { kind: 'consumer', parent });
    channel.round.whenDone(() => span?.end());
  }

  #showPresence({ all, full }: PresenceFrames, changed: 'all' | 'full'): void {
    const encoder = new TextEncoder();
    this.#shown = { all: framed(encoder.encode(all)), full: framed(encoder.encode(full)) };
    if (changed === 'all') this.#presenceRound.start();
    else this.#fullPresenceRound.start();
  }
}
