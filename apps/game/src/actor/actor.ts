import { setTimeout as sleep } from 'node:timers/promises';
import type { GameId } from '@earworm/rules';
import { backoffMs } from '../log/connect.js';
import type { AppendListener } from '../log/flush.js';
import { UnknownEventError } from '../log/read.js';
import { CommandProcessor } from './command-processor.js';
import { CommittedGame } from './committed-game.js';
import type { ActorDependencies } from './dependencies.js';
import { Footprint, HEAP_BYTES_PER_CHARACTER } from './footprint.js';
import { GamePresence } from './game-presence.js';
import { HoldTimer } from './hold-timer.js';
import { LastBuzzes } from './last-buzzes.js';
import { Mailbox, type Envelope, type Posted, type Reply } from './mailbox.js';
import { rehydrate } from './rehydrate.js';

/** A game that leaves memory gets a snapshot if it has this many events since the last; fewer are read as quickly. */
const SNAPSHOT_ON_LEAVING = 20;

/** The single writer of one game, in memory. Every answer waits until the version it was computed from is committed. */
export class Actor implements AppendListener {
  readonly committed: CommittedGame;
  readonly presence: GamePresence;
  readonly footprint: Footprint;
  /** Only of a game that is placed in a room. */
  #lastBuzzes: LastBuzzes | undefined;
  readonly #mailbox = new Mailbox();
  readonly #processor: CommandProcessor;
  readonly #holdTimer: HoldTimer;
  #phase: 'loading' | 'live' | 'gone' = 'loading';
  #loading = Promise.withResolvers<void>();
  #onClaimed: ((isOurs: boolean) => void) | undefined;
  #savedVersion = 0;
  #usedAt: number;
  #isRefused = false;
  /** An event of this epoch is in the log: older owners are fenced off. */
  #isClaimed = false;
  /** A command has events for a completed game, which is read without a claim: see decision 78. */
  #claimsCompleted = false;

  constructor(
    readonly gameId: GameId,
    readonly epoch: number,
    private readonly dependencies: ActorDependencies,
    reserved = 0,
  ) {
    this.#usedAt = dependencies.clock.ticks();
    this.footprint = new Footprint(dependencies.memory, reserved);
    this.presence = new GamePresence(dependencies.presence, this.#usedAt);
    this.committed = new CommittedGame(gameId, dependencies);
    this.#processor = new CommandProcessor(this, dependencies, this.footprint, this);
    this.#holdTimer = new HoldTimer(dependencies.clock, (envelope) => this.submit(envelope));
    void this.#load();
  }

  get waiting(): number {
    return this.#mailbox.size;
  }
  get isGone(): boolean {
    return this.#phase === 'gone';
  }
  get isLive(): boolean {
    return this.#phase === 'live';
  }
  get isQuiet(): boolean {
    const isIdle = this.#mailbox.size === 0 && this.#processor.isIdle && !this.#holdTimer.isRunning;
    return this.#phase !== 'loading' && isIdle;
  }
  get isRefused(): boolean {
    return this.#isRefused;
  }
  get idleMs(): number {
    return this.dependencies.clock.ticks() - this.#usedAt;
  }

  /**
   * True once the game is loaded; false when this actor will not answer any more.
   * @param isUse false for public look-ups, which do not keep the game in memory
   */
  async ready(isUse = true): Promise<boolean> {
    if (isUse) this.#usedAt = this.dependencies.clock.ticks();
    while (this.#phase === 'loading') await this.#loading.promise;
    return this.#phase === 'live';
  }

  /** Posts a command before any await: commands are decided in the order in which they arrive. */
  submit(envelope: Envelope): Promise<Reply> {
    if (this.#phase === 'gone') return Promise.resolve({ kind: 'silent' });
    this.#usedAt = this.dependencies.clock.ticks();
    const version = this.#phase === 'live' ? this.#processor.findAccepted(envelope) : undefined;
    if (version !== undefined) return Promise.resolve({ kind: 'accepted', version });
    const { tracing } = this.dependencies;
    const posted = tracing.isOn ? { ...envelope, traceParent: tracing.current } : envelope;
    const answer = this.#mailbox.post(posted, this.#process);
    if (typeof answer !== 'string') return answer;
    this.dependencies.countBusy(answer);
    return Promise.resolve({ kind: 'busy' });
  }

  readonly #process = (envelope: Posted): void => {
    if (this.#phase !== 'live' || this.#processor.process(envelope, this.#isClaimed)) return;
    this.#claimsCompleted = true;
    this.#reload();
  };

  expire(): void {
    if (this.#phase !== 'loading') return;
    const now = this.dependencies.clock.ticks();
    for (const envelope of this.#mailbox.byTimeReceived())
      if (envelope.deadline < now) envelope.settle({ kind: 'retry' });
  }

  /** Leaves memory and answers nothing more. Appends in flight may still be committed, and are then published. */
  abandon(): void {
    if (this.#phase !== 'gone') this.#leave({ kind: 'silent' });
  }

  #leave(reply: Reply): void {
    this.#phase = 'gone';
    this.#holdTimer.stop();
    this.dependencies.withdraw(this, this.gameId);
    this.footprint.release();
    this.#mailbox.settleAll(reply);
    this.#loading.resolve();
    this.#onClaimed?.(false);
  }

  saveBeforeLeaving(): void {
    if (this.committed.version - this.#savedVersion >= SNAPSHOT_ON_LEAVING) this.#save();
  }

  #save(): void {
    const { gameId, footprint, committed } = this;
    const { logId, version, state } = committed;
    if (version <= this.#savedVersion || state.status === 'none') return;
    this.#savedVersion = version;
    const { answered } = this.#processor;
    const onWritten = footprint.snapshotTaken();
    this.dependencies.save({ gameId, logId, version, state, answered, bytes: footprint.bytes, onWritten });
  }

  recount(): void {
    this.committed.ring.trim(this.dependencies.clock.ticks());
    this.footprint.update(this.committed.characters);
  }

  onCommitted(version: number): void {
    this.#processor.commit(version);
    if (this.isLive) this.#holdTimer.follow(this.committed.state);
    this.#onClaimed?.(true);
    this.footprint.endReservation();
    this.recount();
    if (this.footprint.isSnapshotDue(version - this.#savedVersion)) this.#save();
  }

  buzzed(ms: number): void {
    const { state } = this.committed;
    if (state.status !== 'none' && state.room !== undefined) (this.#lastBuzzes ??= new LastBuzzes()).add(ms);
  }

  get slowestBuzzMs(): number | null {
    return this.#lastBuzzes?.slowest ?? null;
  }

  onRefused(code: string): void {
    if (this.#phase === 'gone') return;
    this.dependencies.warn({ gameId: this.gameId, code }, 'append refused');
    this.#processor.refuse(code);
    this.#reload();
  }

  onUnknown(): void {
    if (this.#phase !== 'gone') this.#reload();
  }

  /** Unanswered commands wait for the load and are decided again. */
  #reload(): void {
    this.#processor.reset();
    this.#holdTimer.stop();
    if (this.#phase === 'loading') {
      this.#onClaimed?.(false);
      return;
    }
    this.#phase = 'loading';
    this.#loading = Promise.withResolvers<void>();
    void this.#load();
  }

  async #load(): Promise<void> {
    for (let attempt = 0; this.#phase === 'loading'; attempt++) {
      if (attempt > 0) await sleep(backoffMs(attempt - 1));
      try {
        if (await this.#tryToLoad()) return;
      } catch (error) {
        if (error instanceof UnknownEventError) this.dependencies.giveUpShard('unreadable');
        this.dependencies.warn({ gameId: this.gameId, err: error }, 'a game could not be loaded');
      }
    }
  }

  /** False when the claim failed and the log must be read again. */
  async #tryToLoad(): Promise<boolean> {
    const log = await this.dependencies.load(this.gameId);
    if (this.#phase !== 'loading') return true;
    if (log.epoch > this.epoch) {
      this.dependencies.giveUpShard('fenced');
      return true;
    }
    const bytes = log.characters * HEAP_BYTES_PER_CHARACTER;
    // Only before the first load: later, the outcome of commands in flight must be learned.
    if (this.committed.logId === '' && !this.#fits(bytes)) {
      this.#isRefused = true;
      this.dependencies.countBusy('memory');
      this.dependencies.didNotFit(bytes);
      this.#leave({ kind: 'busy' });
      return true;
    }
    const { clock, ringMs } = this.dependencies;
    const rehydrated = rehydrate(log, this.committed.version, { now: clock.now(), ticks: clock.ticks(), ringMs });
    this.#savedVersion = log.snapshot?.version ?? 0;
    this.#processor.adopt(rehydrated);
    this.committed.adopt(rehydrated, log.logId ?? '');
    this.footprint.loaded(log.characters, log.charactersSinceSnapshot);
    this.recount();
    const { status } = this.committed.state;
    // A new game is claimed by its first event.
    const mustClaim = status !== 'none' && (status !== 'completed' || this.#claimsCompleted);
    if (mustClaim && !(await this.#claim())) return false;
    this.#isClaimed = mustClaim || status === 'none';
    this.#goLive();
    return true;
  }

  #fits(bytes: number): boolean {
    const more = bytes - this.footprint.bytes;
    return more <= 0 || this.dependencies.makeRoom(more);
  }

  /** Appends an event that waits for what an older owner has in flight and fences it off. */
  async #claim(): Promise<boolean> {
    const { state } = this.committed;
    // Not the present: a buzz from before the load counts from when it was received.
    const at = state.status === 'none' ? this.dependencies.clock.now() : state.updatedAt;
    const outcome = new Promise<boolean>((resolve) => (this.#onClaimed = resolve));
    if (!this.#processor.append([{ type: 'owned', at, epoch: this.epoch }])) this.#onClaimed?.(false);
    const isOurs = await outcome;
    this.#onClaimed = undefined;
    return isOurs;
  }

  #goLive(): void {
    if (this.#phase !== 'loading') return;
    this.#phase = 'live';
    this.#holdTimer.follow(this.committed.state);
    const loading = this.#loading;
    for (const envelope of this.#mailbox.byTimeReceived()) {
      const version = this.#processor.findAccepted(envelope);
      if (version === undefined) this.#process(envelope);
      else envelope.settle({ kind: 'accepted', version });
      // The game is loaded again to be claimed; the other commands wait for that.
      if (!this.isLive) break;
    }
    loading.resolve();
  }
}
