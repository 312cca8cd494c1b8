import { setTimeout as sleep } from 'node:timers/promises';
import type { GameEvent, GameId } from '@earworm/rules';
import { backoffMs } from '../log/connect.js';
import type { Author } from '../log/flush.js';
import { UnknownEventError } from '../log/read.js';
import { Absence } from './absence.js';
import { Dedupe } from './dedupe.js';
import { draft, type Pending } from './draft.js';
import { judge } from './judge.js';
import { failOwed, Mailbox, neverFits, type Letter, type Owed, type Posted, type Reply } from './mailbox.js';
import { revive, type Position } from './revive.js';
import { Shown } from './shown.js';
import { SNAPSHOT_EVERY } from './snapshot.js';
import { step } from './step.js';
import type { Surroundings } from './surroundings.js';

/**
 * One game in memory, its only writer while its epoch is the highest in the log. `decided` runs ahead of `shown` by what
 * the flush has not confirmed; whatever leaves this object was computed from a committed version.
 */
export class Actor implements Author {
  readonly absence: Absence;
  readonly shown: Shown;
  private phase: 'loading' | 'live' | 'gone' = 'loading';
  private readiness = Promise.withResolvers<void>();
  private claimed: ((isOurs: boolean) => void) | undefined;
  private readonly mailbox = new Mailbox();
  private decided: Position;
  private pending: Pending[] = [];
  private replies: Owed[] = [];
  private dedupe = new Dedupe();
  private savedVersion = 0;
  private usedAt: number;

  constructor(
    readonly gameId: GameId,
    readonly epoch: number,
    readonly around: Surroundings,
  ) {
    this.usedAt = around.clock.ticks();
    this.absence = new Absence(around.absence, this.usedAt);
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
  /** ms since the last command or read. */
  get idleMs(): number {
    return this.around.clock.ticks() - this.usedAt;
  }

  /** True once the game is claimed and may be read; false when this actor will never answer (again). */
  async ready(): Promise<boolean> {
    this.usedAt = this.around.clock.ticks();
    while (this.phase === 'loading') await this.readiness.promise;
    return this.phase === 'live';
  }

  /** Takes a command before any await: commands are decided in the order in which they arrive. */
  submit(letter: Letter): Promise<Reply> {
    if (this.phase === 'gone') return Promise.resolve({ kind: 'silent' });
    this.usedAt = this.around.clock.ticks();
    const { giver, commandId } = letter;
    const version = this.phase === 'live' ? this.dedupe.find(giver.userId, commandId) : undefined;
    if (version !== undefined) return Promise.resolve({ kind: 'accepted', version });
    const same = this.mailbox.find(giver, commandId);
    if (same) return same.answer;
    const { tracing } = this.around;
    const posted = this.mailbox.post(tracing.isOn ? { ...letter, traceParent: tracing.current } : letter);
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
    for (const letter of this.mailbox.byPressTime()) if (letter.deadline < now) letter.settle({ kind: 'retry' });
  }

  /** Leaves memory: nothing is answered from here on. What is in flight may still be committed and is then published. */
  abandon(): void {
    if (this.phase === 'gone') return;
    this.phase = 'gone';
    this.around.withdraw(this, this.gameId);
    this.mailbox.settleAll({ kind: 'silent' });
    this.readiness.resolve();
    this.claimed?.(false);
  }

  save(): void {
    const { version, state } = this.shown.position;
    if (version <= this.savedVersion || state.status === 'none') return;
    this.savedVersion = version;
    this.around.save({ gameId: this.gameId, logId: this.shown.logId, version, state, answered: this.dedupe.list() });
  }

  committed(version: number): void {
    const done = this.pending.filter((entry) => entry.version <= version);
    this.pending = this.pending.slice(done.length);
    const answered = this.replies.filter((each) => each.version <= version);
    this.replies = this.replies.slice(answered.length);
    for (const { appending } of answered) appending?.end();
    this.shown.advance(done, answered.find(({ appending }) => appending)?.appending?.traceParent);
    for (const { letter, reply } of answered) this.answer(letter, reply);
    this.claimed?.(true);
    if (version - this.savedVersion >= SNAPSHOT_EVERY) this.save();
  }

  refused(code: string): void {
    if (this.phase === 'gone') return;
    this.around.warn({ gameId: this.gameId, code }, 'append refused');
    if (neverFits(code)) failOwed(this.replies, code);
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

  private decideOn(letter: Posted): void {
    const { clock } = this.around;
    if (letter.deadline < clock.ticks()) return letter.settle({ kind: 'retry' });
    const deciding = step(this, 'decide', letter);
    try {
      const decision = judge(this.gameId, this.decided, letter, clock.now());
      deciding?.end(decision.ok ? undefined : decision.rejection.code);
      if (!decision.ok) this.answerOnceCommitted(letter, { kind: 'rejected', rejection: decision.rejection });
      else if (!this.append(decision.events, letter)) letter.settle({ kind: 'busy' });
      else this.answerOnceCommitted(letter, { kind: 'accepted', version: this.decided.version });
    } catch (error) {
      // A bug in the rules fails the command that met it, not the game: nothing was appended.
      letter.settle({ kind: 'failed', error });
    }
  }

  /** False when the flush is full; then, and when it throws, nothing has changed. */
  private append(events: readonly GameEvent[], letter?: Posted): boolean {
    if (events.length === 0) return true;
    const { rows, entries, position } = draft(this, this.decided, events, letter);
    if (!this.around.offer(this, this.gameId, rows)) {
      this.around.busy('flush');
      return false;
    }
    this.pending.push(...entries);
    this.decided = position;
    return true;
  }

  private answerOnceCommitted(letter: Posted, reply: Reply): void {
    const { version } = this.decided;
    if (version <= this.shown.position.version) this.answer(letter, reply);
    else this.replies.push({ version, letter, reply, appending: step(this, 'append', letter, { version }) });
  }

  private answer(letter: Posted, reply: Reply): void {
    if (reply.kind === 'accepted' && !letter.giver.isServer)
      this.dedupe.add(letter.giver.userId, letter.commandId, reply.version, this.around.clock.now());
    letter.settle(reply);
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
    const { clock, ringMs } = this.around;
    const revived = revive(log, this.shown.position.version, { now: clock.now(), ticks: clock.ticks(), ringMs });
    this.savedVersion = log.snapshot?.version ?? 0;
    this.dedupe = revived.dedupe;
    this.decided = revived.position;
    this.shown.adopt(revived, log.logId ?? '');
    const { status } = this.decided.state;
    // Nothing can be appended to a completed game, and a new one is claimed by its first event.
    if (status !== 'none' && status !== 'completed' && !(await this.claim())) return false;
    this.goLive();
    return true;
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
    for (const letter of this.mailbox.byPressTime()) {
      const version = this.dedupe.find(letter.giver.userId, letter.commandId);
      if (version === undefined) this.decideOn(letter);
      else letter.settle({ kind: 'accepted', version });
    }
    this.readiness.resolve();
  }
}
