import {
  type CrewMember,
  type GameId,
  heads,
  headsSubject,
  onShard,
  playerSnapshots,
  RefusedError,
  roleEventsSubject,
  roleEventsText,
  sendCommand,
  shardOf,
  since,
  snapshot,
  type RequestOf,
  type UserId,
  type ViewKind,
} from '@earworm/contracts';
import type { Bus, Subscription } from '@earworm/service-kit/bus';

type SentCommand = RequestOf<typeof sendCommand>;

/** The owner of one game's shard, played by a spec: hidden events only, committed at once. */
export class ScriptedOwner {
  version = 1;
  logId = 'log-1';
  epoch = 1;
  readonly requests = { snapshot: 0, playerSnapshots: 0, since: 0, heads: 0 };
  readonly sentCommands: SentCommand[] = [];
  /** What a command does; default: one event. */
  onCommand: (given: SentCommand) => Promise<number> | number = () => this.happens();
  /** Older versions than this are no longer available. */
  keepsFrom = 0;
  /** How many more reads of past events fail. */
  sinceRefused = 0;
  /** What views show of the board. */
  categories: readonly object[] = [];
  /** Users without a seat; all others have one. */
  readonly seatless = new Set<string>();
  /** Content of a view, to make snapshots of any size. */
  viewSize = 0;
  /** What a snapshot waits for. */
  snapshotWaits: Promise<void> | null = null;
  /** Events that are not hidden, by version. */
  readonly missed = new Map<number, string>();
  readonly #served: Subscription[];

  constructor(
    private readonly bus: Bus,
    readonly gameId: GameId,
    public moderatorId: string,
    private readonly kinds: readonly ViewKind[] = ['player', 'stage', 'full'],
    /** Of a release that knows no `playerSnapshots`. */
    private readonly isOld = false,
  ) {
    const shard = shardOf(gameId);
    const plain = { queue: null };
    const snapshots = bus.serve(
      onShard(snapshot, shard),
      async ({ gameId: requestedId, kind, userId }) => {
        this.requests.snapshot++;
        if (this.snapshotWaits !== null) await this.snapshotWaits;
        if (requestedId !== this.gameId) throw new RefusedError('game-not-found');
        return { ...this.#view(kind), seat: this.#seat(userId) };
      },
      plain,
    );
    const ofPlayers = this.isOld
      ? []
      : [
          bus.serve(
            onShard(playerSnapshots, shard),
            ({ userIds }) => {
              this.requests.playerSnapshots++;
              return { ...this.#view('player'), seats: userIds.map((userId) => this.#seat(userId)) };
            },
            plain,
          ),
        ];
    const past = bus.serve(
      onShard(since, shard),
      ({ version }) => {
        this.requests.since++;
        if (this.sinceRefused-- > 0) throw new RefusedError('busy');
        if (version < this.keepsFrom) return { kind: 'tooOld' as const, logId: this.logId, version: this.version };
        const items = Array.from({ length: this.version - version }, (_, i) => {
          const v = version + 1 + i;
          return this.missed.get(v) ?? `{"v":${v}}`;
        });
        return { kind: 'events' as const, logId: this.logId, from: version + 1, items };
      },
      plain,
    );
    const current = bus.serve(
      onShard(heads, shard),
      () => {
        this.requests.heads++;
        const head: [GameId, string, number] = [this.gameId, this.logId, this.version];
        return { epoch: this.epoch, heads: [head] };
      },
      plain,
    );
    const commands = bus.serve(
      onShard(sendCommand, shard),
      async (given) => {
        this.sentCommands.push(given);
        return { version: await this.onCommand(given) };
      },
      plain,
    );
    this.#served = [snapshots, ...ofPlayers, past, current, commands];
  }

  #view(kind: ViewKind) {
    return {
      logId: this.logId,
      version: this.version,
      now: Date.now(),
      moderatorId: this.moderatorId as UserId,
      ...(this.crew && { crew: this.crew }),
      view: JSON.stringify({ kind, categories: this.categories, padding: 'x'.repeat(this.viewSize) }),
    };
  }

  #seat(userId: string | null): string {
    return userId === null || this.seatless.has(userId) ? 'null' : JSON.stringify({ id: userId, isActive: true });
  }

  /** Answers no more calls, like a process that was killed. */
  stop(): void {
    for (const each of this.#served) each.unsubscribe();
  }

  /** Publishes `count` hidden events, unless the bus loses them. */
  happens(count = 1, { lost = false, padding = 0 } = {}): number {
    const from = this.version + 1;
    this.version += count;
    const items = Array.from({ length: count }, (_, i) =>
      padding === 0 ? `{"v":${from + i}}` : `{"v":${from + i},"padding":"${'x'.repeat(padding)}"}`,
    );
    if (lost) return this.version;
    for (const kind of this.kinds) {
      this.bus.publish(roleEventsSubject(this.gameId, kind), Buffer.from(roleEventsText(this.logId, from, items)));
    }
    return this.version;
  }

  /** The crew; undefined: the owner alone. */
  crew: readonly CrewMember[] | undefined;

  /** Another crew from now on; `lost`: the bus loses the event. */
  crewChanges(crew: readonly CrewMember[] | undefined, { lost = false } = {}): void {
    this.crew = crew;
    const event = { v: ++this.version, type: 'crewRemoved', at: Date.now(), userId: 'somebody' };
    this.missed.set(this.version, JSON.stringify(event));
    const text = roleEventsText(this.logId, this.version, [JSON.stringify(event)], true);
    if (lost) return;
    for (const kind of this.kinds) this.bus.publish(roleEventsSubject(this.gameId, kind), Buffer.from(text));
  }

  /** Another user moderates from now on. */
  moderatorMoves(to: string): void {
    const event = { v: ++this.version, type: 'moderatorMoved', at: Date.now(), from: this.moderatorId, to };
    this.moderatorId = to;
    const text = roleEventsText(this.logId, this.version, [JSON.stringify(event)], true);
    for (const kind of this.kinds) this.bus.publish(roleEventsSubject(this.gameId, kind), Buffer.from(text));
  }

  saysHeads(): void {
    const message = {
      shard: shardOf(this.gameId),
      epoch: this.epoch,
      heads: [[this.gameId, this.logId, this.version]],
    };
    this.bus.publish(headsSubject(message.shard), new TextEncoder().encode(JSON.stringify(message)));
  }
}
