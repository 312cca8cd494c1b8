import { setTimeout as sleep } from 'node:timers/promises';
import type { GameEvent, GameId } from '@earworm/rules';
import { backoffMs } from '../log/connect.js';
import type { Author } from '../log/flush.js';
import { UnknownEventError } from '../log/read.js';
import { Absence } from './connection-tracker.js';
import { Dedupe } from './dedupe.js';
import { draft, type Pending } from './draft.js';
import { Footprint, HEAP_BYTES_PER_CHARACTER } from './footprint.js';
import { judge } from './decide-command.js';
import { MusicDesk } from './music-desk.js';
import {
  failReplies,
  Mailbox,
  neverFits,
  type Envelope,
  type DeferredReply,
  type Posted,
  type Reply,
} from './mailbox.js';
import { rehydrate, type Position } from './rehydrate.js';
import { RequestWatch } from './seat-request-tracker.js';
import { Shown } from './committed-game.js';
import { SNAPSHOT_EVERY } from './snapshot.js';
import { step } from './step.js';
import type { ActorDependencies } from './dependencies.js';

/** Events up to this length are appended however little memory is left: what is played, as opposed to what is written. */
const ALWAYS_APPENDED_CHARACTERS = 600;
/** A game that leaves memory writes a snapshot when it has grown by this many events: fewer are as quickly read again. */
const SNAPSHOT_ON_LEAVING = 20;

/**
 * One game in memory, its only writer while its epoch is the highest in the log. `decided` runs ahead of `shown` by what
 * the flush has not confirmed; whatever leaves this object was computed from a committed version.
 */
export class Actor implements Author {
  readonly absence: Absence;
  readonly requestWatch: RequestWatch;
  readonly musicDesk: MusicDesk;
  readonly shown: Shown;
  readonly footprint: Footprint;
  private phase: 'loading' | 'live' | 'gone' = 'loading';
  private readiness = Promise.withResolvers<void>();
  private claimed: ((isOurs: boolean) => void) | undefined;
  private readonly mailbox = new Mailbox();
  private decided: Position;
  private pending: Pending[] = [];
  private replies: DeferredReply[] = [];
  private dedupe = new Dedupe();
  private savedVersion = 0;
  private usedAt: number;
  /** When a gateway last reported a socket of this game; undefined: not since it is in memory. */
  private socketsAt: number | undefined;
  private refusedToLoad = false;
  /** Its first event of this epoch is in the log, or it was created by one. */
  private isClaimed = false;
  /** Something is to be appended to a game that is over, which is read without being claimed. */
  private claimsCompleted = false;

  /** @param reserved bytes of heap for the content that this game is about to be created with */
  constructor(
    readonly gameId: GameId,
    readonly epoch: number,
    readonly around: ActorDependencies,
    reserved = 0,
  ) {
    this.usedAt = around.clock.ticks();
    this.footprint = new Footprint(around.memory, reserved);
    this.absence = new Absence(around.absence, this.usedAt);
    this.requestWatch = new RequestWatch(around.seatRequests);
    this.musicDesk = new MusicDesk(around.absence);
    this.shown = new Shown(gameId, around);
    this.decided = this.shown.position;
    void this.load();
  }

  get waiting(): number {
    return this.mailbox.size;
  }
  get isGone(): boolean {
    return this.phase === 'gone';
  }
  get isLive(): boolean {
    return this.phase === 'live';
  }
  /** Nothing is on its way: everything accepted is in the log and answered. */
  get isQuiet(): boolean {
    return this.phase !== 'loading' && this.mailbox.size === 0 && this.pending.length === 0;
  }
  /** It did not fit into memory and was dropped before anything was decided. */
  get isRefused(): boolean {
    return this.refusedToLoad;
  }
  /** ms since the last command or read. */
  get idleMs(): number {
    return this.around.clock.ticks() - this.usedAt;
  }
  /** A socket of this game was reported since it is in memory. */
  get wasOpened(): boolean {
    return this.socketsAt !== undefined;
  }
  /** A gateway has a socket of this game. */
  get isOpen(): boolean {
    const { clock, absence } = this.around;
    return this.socketsAt !== undefined && clock.ticks() - this.socketsAt < absence.expiresMs;
  }

  /** Nothing was heard of its desks for reasons of our own. */
  forgive(ticks: number): void {
    this.absence.forgive(ticks);
    this.musicDesk.forgive(ticks);
    this.requestWatch.forgive(ticks);
  }

  socketsReported(ticks: number): void {
    this.socketsAt = ticks;
  }

  /**
   * True once the game is claimed and may be read; false when this actor will never answer (again).
   * @param isUse false for what strangers may ask: it does not keep the game in memory
   */
  async ready(isUse = true): Promise<boolean> {
    if (isUse) this.usedAt = this.around.clock.ticks();
    while (this.phase === 'loading') await this.readiness.promise;
    return this.phase === 'live';
  }

  /** Takes a command before any await: commands are decided in the order in which they arrive. */
  submit(envelope: Envelope): Promise<Reply> {
    if (this.phase === 'gone') return Promise.resolve({ kind: 'silent' });
    this.usedAt = this.around.clock.ticks();
    const { issuer, commandId } = envelope;
    const version = this.phase === 'live' ? this.dedupe.find(issuer.userId, commandId) : undefined;
    if (version !== undefined) return Promise.resolve({ kind: 'accepted', version });
    const same = this.mailbox.find(issuer, commandId);
    if (same) return same.answer;
    const { tracing } = this.around;
    const posted = this.mailbox.post(tracing.isOn ? { ...envelope, traceParent: tracing.current } : envelope);
    if (typeof posted === 'string') {
      this.around.busy(posted);
      return Promise.resolve({ kind: 'busy' });
    }
    if (this.phase === 'live') this.decideOn(posted);
    return posted.answer;
  }

  /** Answers those nobody waits for any more while the game cannot be loaded. */
  expire(): void {
    if (this.phase !== 'loading') return;
    const now = this.around.clock.ticks();
    for (const envelope of this.mailbox.byPressTime()) if (envelope.deadline < now) envelope.settle({ kind: 'retry' });
  }

  /** Leaves memory: nothing is answered from here on. What is in flight may still be committed and is then published. */
  abandon(): void {
    if (this.phase === 'gone') return;
    this.leave({ kind: 'silent' });
  }

  private leave(reply: Reply): void {
    this.phase = 'gone';
    this.around.withdraw(this, this.gameId);
    this.footprint.release();
    this.mailbox.settleAll(reply);
    this.readiness.resolve();
    this.claimed?.(false);
  }

  /** Writes a snapshot when the game has grown by enough events since the last one. */
  saveBeforeLeaving(): void {
    if (this.shown.position.version - this.savedVersion >= SNAPSHOT_ON_LEAVING) this.save();
  }

  /** Counts anew what the game takes, and lets go of encoded events that are too old to be asked for. */
  recount(): void {
    const { ring, views } = this.shown;
    ring.trim(this.around.clock.ticks());
    this.footprint.count(ring.characters + views.characters);
  }

  private save(): void {
    const { version, state } = this.shown.position;
    if (version <= this.savedVersion || state.status === 'none') return;
    this.savedVersion = version;
    const { gameId, footprint } = this;
    const { logId } = this.shown;
    const answered = this.dedupe.list();
    const onWritten = footprint.snapshotTaken();
    this.around.save({ gameId, logId, version, state, answered, bytes: footprint.bytes, onWritten });
  }

  committed(version: number): void {
    const done = this.pending.filter((entry) => entry.version <= version);
    this.pending = this.pending.slice(done.length);
    const answered = this.replies.filter((each) => each.version <= version);
    this.replies = this.replies.slice(answered.length);
    for (const { appending } of answered) appending?.end();
    this.shown.advance(done, answered.find(({ appending }) => appending)?.appending?.traceParent);
    for (const { envelope, reply } of answered) this.answer(envelope, reply);
    this.claimed?.(true);
    this.footprint.created();
    this.recount();
    if (version - this.savedVersion >= SNAPSHOT_EVERY) this.save();
  }

  refused(code: string): void {
    if (this.phase === 'gone') return;
    this.around.warn({ gameId: this.gameId, code }, 'append refused');
    if (neverFits(code)) failReplies(this.replies, code);
    this.startOver();
  }

  uncertain(): void {
    if (this.phase !== 'gone') this.startOver();
  }

  /** What was built on the rows in question is forgotten; unanswered commands wait and are decided again. */
  private startOver(): void {
    this.around.withdraw(this, this.gameId);
    this.pending = [];
    for (const { appending } of this.replies) appending?.end('retry');
    this.replies = [];
    this.decided = this.shown.position;
    if (this.phase === 'loading') {
      this.claimed?.(false);
      return;
    }
    this.phase = 'loading';
    this.readiness = Promise.withResolvers<void>();
    void this.load();
  }

  private decideOn(envelope: Posted): void {
    const { clock } = this.around;
    if (envelope.deadline < clock.ticks()) return envelope.settle({ kind: 'retry' });
    if (envelope.command.type === 'playAgain' && !this.isClaimed) {
      this.claimsCompleted = true;
      return this.startOver();
    }
    const deciding = step(this, 'decide', envelope);
    try {
      const decision = judge(this.gameId, this.decided, envelope, clock.now());
      deciding?.end(decision.ok ? undefined : decision.rejection.code);
      if (!decision.ok) this.answerOnceCommitted(envelope, { kind: 'rejected', rejection: decision.rejection });
      else if (!this.append(decision.events, envelope)) envelope.settle({ kind: 'busy' });
      else this.answerOnceCommitted(envelope, { kind: 'accepted', version: this.decided.version });
    } catch (error) {
      // A bug in the rules fails the command that met it, not the game: nothing was appended.
      envelope.settle({ kind: 'failed', error });
    }
  }

  /** False when the flush or the memory is full; then, and when it throws, nothing has changed. */
  private append(events: readonly GameEvent[], envelope?: Posted): boolean {
    if (events.length === 0) return true;
    const { rows, entries, position } = draft(this, this.decided, events, envelope);
    const characters = rows.reduce((sum, { event }) => sum + event.length, 0);
    if (!this.mayGrow(characters)) {
      this.around.busy('memory');
      return false;
    }
    if (!this.around.offer(this, this.gameId, rows)) {
      this.around.busy('flush');
      return false;
    }
    this.pending.push(...entries);
    this.decided = position;
    this.footprint.appended(characters);
    return true;
  }

  private mayGrow(characters: number): boolean {
    if (characters <= ALWAYS_APPENDED_CHARACTERS || this.footprint.isReserved(characters)) return true;
    return this.around.makeRoom(characters * HEAP_BYTES_PER_CHARACTER);
  }

  private answerOnceCommitted(envelope: Posted, reply: Reply): void {
    const { version } = this.decided;
    if (version <= this.shown.position.version) this.answer(envelope, reply);
    else this.replies.push({ version, envelope, reply, appending: step(this, 'append', envelope, { version }) });
  }

  private answer(envelope: Posted, reply: Reply): void {
    if (reply.kind === 'accepted' && !envelope.issuer.isServer)
      this.dedupe.add(envelope.issuer.userId, envelope.commandId, reply.version, this.around.clock.now());
    envelope.settle(reply);
  }

  private async load(): Promise<void> {
    for (let attempt = 0; this.phase === 'loading'; attempt++) {
      if (attempt > 0) await sleep(backoffMs(attempt - 1));
      try {
        if (await this.tryToLoad()) return;
      } catch (error) {
        if (error instanceof UnknownEventError) this.around.unfit(this.gameId, 'unreadable');
        this.around.warn({ gameId: this.gameId, err: error }, 'a game could not be loaded');
      }
    }
  }

  /** False when the claim did not go through and the log must be read again. */
  private async tryToLoad(): Promise<boolean> {
    const log = await this.around.load(this.gameId);
    if (this.phase !== 'loading') return true;
    if (log.epoch > this.epoch) {
      this.around.unfit(this.gameId, 'fenced');
      return true;
    }
    const isFirstLoad = this.shown.logId === '';
    // Later it is there already, and what happened to its commands is not known.
    if (isFirstLoad && !this.mayLoad(log.characters)) {
      this.refusedToLoad = true;
      this.around.busy('memory');
      this.around.left(log.characters * HEAP_BYTES_PER_CHARACTER);
      this.leave({ kind: 'busy' });
      return true;
    }
    const { clock, ringMs } = this.around;
    const rehydrated = rehydrate(log, this.shown.position.version, { now: clock.now(), ticks: clock.ticks(), ringMs });
    this.savedVersion = log.snapshot?.version ?? 0;
    this.dedupe = rehydrated.dedupe;
    this.decided = rehydrated.position;
    this.shown.adopt(rehydrated, log.logId ?? '');
    this.footprint.loaded(log.characters);
    this.recount();
    const { status } = this.decided.state;
    // Hardly anything is ever appended to a completed game, and a new one is claimed by its first event.
    const mustClaim = status !== 'none' && (status !== 'completed' || this.claimsCompleted);
    if (mustClaim && !(await this.claim())) return false;
    this.isClaimed = mustClaim || status === 'none';
    this.goLive();
    return true;
  }

  private mayLoad(characters: number): boolean {
    const more = characters * HEAP_BYTES_PER_CHARACTER - this.footprint.bytes;
    return more <= 0 || this.around.makeRoom(more);
  }

  /** The first act on a game: an event that waits for whatever an older owner has in flight and shuts it out. */
  private async claim(): Promise<boolean> {
    const { state } = this.decided;
    // Not the present: what was pressed while the game was loading still counts from when it was pressed.
    const at = state.status === 'none' ? this.around.clock.now() : state.updatedAt;
    const outcome = new Promise<boolean>((resolve) => (this.claimed = resolve));
    if (!this.append([{ type: 'owned', at, epoch: this.epoch }])) this.claimed?.(false);
    const isOurs = await outcome;
    this.claimed = undefined;
    return isOurs;
  }

  private goLive(): void {
    if (this.phase !== 'loading') return;
    this.phase = 'live';
    for (const envelope of this.mailbox.byPressTime()) {
      const version = this.dedupe.find(envelope.issuer.userId, envelope.commandId);
      if (version === undefined) this.decideOn(envelope);
      else envelope.settle({ kind: 'accepted', version });
    }
    this.readiness.resolve();
  }
}
