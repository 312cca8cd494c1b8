import { setTimeout as sleep } from 'node:timers/promises';
import { evolve, NO_GAME, type GameEvent, type GameId } from '@earworm/rules';
import type { LogRow } from '../log/append.js';
import { backoffMs } from '../log/connect.js';
import type { Author } from '../log/flush.js';
import { UnknownEventError, type LoadedLog } from '../log/read.js';
import { Absence } from './absence.js';
import type { Clock } from './clock.js';
import { Dedupe } from './dedupe.js';
import { itemsOf, publishItems } from './encode.js';
import { judge } from './judge.js';
import { Mailbox, type Letter, type Posted, type Reply } from './mailbox.js';
import { revive, type Position } from './revive.js';
import { Ring, type Items } from './ring.js';
import { SNAPSHOT_EVERY, type SavedGame } from './snapshot.js';
import { ViewTexts } from './views.js';

/** What an actor needs of the replica it lives in. */
export interface Surroundings {
  readonly clock: Clock;
  load(gameId: string): Promise<LoadedLog>;
  /** Hands rows to the flush; false when too much waits. */
  offer(author: Author, gameId: string, rows: readonly LogRow[]): boolean;
  withdraw(author: Author, gameId: string): void;
  publish(subject: string, data: Uint8Array): void;
  save(game: SavedGame): void;
  /** A committed version, for the heads. */
  changed(gameId: string, logId: string, version: number): void;
  /** The log shows a newer owner, or something this release cannot read: the shard must be given up. */
  unfit(gameId: string, reason: 'fenced' | 'unreadable'): void;
  warn(fields: object, message: string): void;
}

interface Pending extends Position {
  readonly items: Items;
}

/**
 * One game in memory, its only writer while its epoch is the highest in the log. `decided` runs ahead of `head` by what
 * the flush has not confirmed; whatever leaves this object was computed from a committed version.
 */
export class Actor implements Author {
  readonly absence: Absence;
  readonly views = new ViewTexts();
  private phase: 'loading' | 'live' | 'gone' = 'loading';
  private readiness = Promise.withResolvers<boolean>();
  private claimed: ((outcome: 'committed' | 'failed') => void) | undefined;
  private readonly mailbox = new Mailbox();
  private decided: Position = { version: 0, state: NO_GAME };
  private committedPosition: Position = this.decided;
  private pending: Pending[] = [];
  private replies: { readonly version: number; readonly letter: Posted; readonly reply: Reply }[] = [];
  private dedupe = new Dedupe();
  private encoded = new Ring();
  private log = '';
  private savedVersion = 0;
  private usedAt: number;

  constructor(
    readonly gameId: GameId,
    readonly epoch: number,
    private readonly around: Surroundings,
  ) {
    this.usedAt = around.clock.ticks();
    this.absence = new Absence(this.usedAt);
    void this.load();
  }

  /** The committed state: the only one that may be shown. */
  get head(): Position {
    return this.committedPosition;
  }
  get ring(): Ring {
    return this.encoded;
  }
  /** Empty for a game that was never reserved. */
  get logId(): string {
    return this.log;
  }
  get waiting(): number {
    return this.mailbox.size;
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
    const posted = this.mailbox.post(letter);
    if (!posted) return Promise.resolve({ kind: 'busy' });
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
    this.readiness.resolve(false);
    this.claimed?.('failed');
  }

  save(): void {
    const { version, state } = this.committedPosition;
    if (version <= this.savedVersion || state.status === 'none') return;
    this.savedVersion = version;
    this.around.save({ gameId: this.gameId, logId: this.log, version, state, answered: this.dedupe.list() });
  }

  committed(version: number): void {
    const done = this.pending.filter((entry) => entry.version <= version);
    const last = done.at(-1);
    if (!last || !done[0]) return;
    this.pending = this.pending.slice(done.length);
    this.committedPosition = { version: last.version, state: last.state };
    this.show(
      done[0].version,
      done.map((entry) => entry.items),
    );
    while (this.replies[0] && this.replies[0].version <= version) {
      const { letter, reply } = this.replies.shift() as (typeof this.replies)[number];
      this.reply(letter, reply);
    }
    this.claimed?.('committed');
    if (last.version - this.savedVersion >= SNAPSHOT_EVERY) this.save();
  }

  refused(code: string): void {
    if (this.phase === 'gone') return;
    this.around.warn({ gameId: this.gameId, code }, 'append refused');
    this.startOver();
  }

  uncertain(): void {
    if (this.phase !== 'gone') this.startOver();
  }

  /** What was built on the rows in question is forgotten; unanswered commands wait and are decided again. */
  private startOver(): void {
    this.around.withdraw(this, this.gameId);
    this.pending = [];
    this.replies = [];
    this.decided = this.committedPosition;
    if (this.phase === 'loading') {
      this.claimed?.('failed');
      return;
    }
    this.phase = 'loading';
    this.readiness = Promise.withResolvers<boolean>();
    void this.load();
  }

  private decideOn(letter: Posted): void {
    const { clock } = this.around;
    if (letter.deadline < clock.ticks()) {
      letter.settle({ kind: 'retry' });
      return;
    }
    const verdict = judge(this.gameId, this.decided, letter, clock.now());
    if (verdict.kind !== 'events') this.replyOnceCommitted(letter, verdict);
    else if (this.append(verdict.events, letter))
      this.replyOnceCommitted(letter, { kind: 'accepted', version: this.decided.version });
    else letter.settle({ kind: 'busy' });
  }

  /** Numbers events on, evolves and hands them to the flush; false when it is full, and then nothing has changed. */
  private append(events: readonly GameEvent[], letter?: Posted): boolean {
    const rows: LogRow[] = [];
    const entries: Pending[] = [];
    let { version, state } = this.decided;
    for (const happened of events) {
      const before = state;
      const after = evolve(before, happened);
      if (after.status === 'none') throw new Error(`"${happened.type}" left no game`);
      state = after;
      version += 1;
      rows.push({
        gameId: this.gameId,
        version,
        userId: letter && !letter.giver.isServer ? letter.giver.userId : null,
        commandId: letter && !letter.giver.isServer ? letter.commandId : null,
        event: JSON.stringify(happened),
        at: happened.at,
        epoch: this.epoch,
      });
      entries.push({ version, state, items: itemsOf(before, happened, after, version) });
    }
    if (rows.length === 0) return true;
    if (!this.around.offer(this, this.gameId, rows)) return false;
    this.pending.push(...entries);
    this.decided = { version, state };
    return true;
  }

  private replyOnceCommitted(letter: Posted, reply: Reply): void {
    const { version } = this.decided;
    if (version <= this.committedPosition.version) this.reply(letter, reply);
    else this.replies.push({ version, letter, reply });
  }

  private reply(letter: Posted, reply: Reply): void {
    if (reply.kind === 'accepted' && !letter.giver.isServer)
      this.dedupe.add(letter.giver.userId, letter.commandId, reply.version, this.around.clock.now());
    letter.settle(reply);
  }

  private show(from: number, items: readonly Items[]): void {
    const ticks = this.around.clock.ticks();
    items.forEach((item, index) => this.encoded.push(from + index, item, ticks));
    publishItems(
      (subject, data) => this.around.publish(subject, data),
      { gameId: this.gameId, logId: this.log },
      from,
      items,
    );
    this.around.changed(this.gameId, this.log, from + items.length - 1);
  }

  private async load(): Promise<void> {
    for (let attempt = 0; this.phase === 'loading'; attempt++) {
      if (attempt > 0) await sleep(backoffMs(attempt - 1));
      try {
        if (await this.tryToLoad()) return;
      } catch (error) {
        if (error instanceof UnknownEventError) this.around.unfit(this.gameId, 'unreadable');
        this.around.warn({ gameId: this.gameId, error }, 'a game could not be loaded');
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
    this.adopt(log);
    const { status } = this.decided.state;
    // Nothing can be appended to a completed game, and a new one is claimed by its first event.
    if (status !== 'none' && status !== 'completed' && !(await this.claim())) return false;
    this.goLive();
    return true;
  }

  private adopt(log: LoadedLog): void {
    const { clock } = this.around;
    const revived = revive(log, this.committedPosition.version, clock.now(), clock.ticks());
    this.log = log.logId ?? '';
    this.savedVersion = log.snapshot?.version ?? 0;
    this.decided = revived.position;
    this.committedPosition = revived.position;
    this.dedupe = revived.dedupe;
    this.encoded = revived.ring;
    const { from, items } = revived.unpublished;
    if (items.length > 0) {
      publishItems(
        (subject, data) => this.around.publish(subject, data),
        { gameId: this.gameId, logId: this.log },
        from,
        items,
      );
      this.around.changed(this.gameId, this.log, revived.position.version);
    }
  }

  /** The first act on a game: an event that waits for whatever an older owner has in flight and shuts it out. */
  private claim(): Promise<boolean> {
    const outcome = new Promise<'committed' | 'failed'>((resolve) => (this.claimed = resolve));
    const { state } = this.decided;
    const at = Math.max(this.around.clock.now(), state.status === 'none' ? 0 : state.updatedAt);
    if (!this.append([{ type: 'owned', at, epoch: this.epoch }])) this.claimed?.('failed');
    return outcome.then((it) => {
      this.claimed = undefined;
      return it === 'committed' && this.phase === 'loading';
    });
  }

  private goLive(): void {
    if (this.phase !== 'loading') return;
    this.phase = 'live';
    for (const letter of this.mailbox.byPressTime()) {
      const version = this.dedupe.find(letter.giver.userId, letter.commandId);
      if (version === undefined) this.decideOn(letter);
      else letter.settle({ kind: 'accepted', version });
    }
    this.readiness.resolve(true);
  }
}
