import type { GameEvent, GameId } from '@earworm/rules';
import type { Span } from '@earworm/service-kit/tracing';
import type { AppendListener } from '../log/flush.js';
import type { Answered } from '../log/read.js';
import type { CommittedGame } from './committed-game.js';
import { applyEvents, decideCommand, isRepeatable, startSpan, type Uncommitted } from './decide-command.js';
import { Dedupe } from './dedupe.js';
import type { ActorDependencies } from './dependencies.js';
import { HEAP_BYTES_PER_CHARACTER, type Footprint } from './footprint.js';
import type { Posted, Reply } from './mailbox.js';
import type { Position, Rehydrated } from './rehydrate.js';

/** Events up to this length, all that are played, are appended even when memory is full; content is longer. */
const ALWAYS_APPENDED_CHARACTERS = 600;
/** SQLSTATE class of values that no column can hold. */
const DATA_EXCEPTION = '22';

interface DeferredReply {
  readonly version: number;
  readonly envelope: Posted;
  readonly reply: Reply;
  readonly span: Span | undefined;
}

/** One game's decided state, which runs ahead of the committed one, and the answers that wait for the commit. */
export class CommandProcessor {
  /** What the flush has not confirmed, and the answers that wait for it. */
  #uncommitted: Uncommitted[] = [];
  #deferred: DeferredReply[] = [];
  #decided: Position;
  #dedupe = new Dedupe();

  constructor(
    private readonly game: {
      readonly gameId: GameId;
      readonly epoch: number;
      readonly committed: CommittedGame;
      buzzed(ms: number): void;
    },
    readonly dependencies: ActorDependencies,
    private readonly footprint: Footprint,
    private readonly listener: AppendListener,
  ) {
    this.#decided = game.committed.position;
  }

  get gameId(): GameId {
    return this.game.gameId;
  }

  get isIdle(): boolean {
    return this.#uncommitted.length === 0;
  }

  get answered(): Answered[] {
    return this.#dedupe.list();
  }

  findAccepted({ issuer, commandId }: Pick<Posted, 'issuer' | 'commandId'>): number | undefined {
    return this.#dedupe.find(issuer.userId, commandId);
  }

  adopt({ position, dedupe }: Rehydrated): void {
    this.#decided = position;
    this.#dedupe = dedupe;
  }

  reset(): void {
    this.dependencies.withdraw(this.listener, this.gameId);
    for (const { span } of this.#deferred) span?.end('retry');
    this.#uncommitted = [];
    this.#deferred = [];
    this.#decided = this.game.committed.position;
  }

  /** Decides a command. False, with nothing changed, if it has events and the game must be claimed first. */
  process(envelope: Posted, isClaimed: boolean): boolean {
    const { clock } = this.dependencies;
    if (envelope.deadline < clock.ticks()) {
      envelope.settle({ kind: 'retry' });
      return true;
    }
    const span = startSpan(this, 'decide', envelope);
    try {
      const decision = decideCommand(this.gameId, this.#decided, envelope, clock.now());
      span?.end(decision.ok ? undefined : decision.rejection.code);
      if (!decision.ok) this.#answerOnceCommitted(envelope, { kind: 'rejected', rejection: decision.rejection });
      else if (!isClaimed && decision.events.length > 0) return false;
      else if (!this.append(decision.events, envelope)) envelope.settle({ kind: 'busy' });
      else this.#answerOnceCommitted(envelope, { kind: 'accepted', version: this.#decided.version });
    } catch (error) {
      // A bug in the rules fails one command, not the game: nothing was appended.
      envelope.settle({ kind: 'failed', error });
    }
    return true;
  }

  /** False when the flush or the memory is full; then, and when it throws, nothing has changed. */
  append(events: readonly GameEvent[], envelope?: Posted): boolean {
    if (events.length === 0) return true;
    const { rows, versions, position } = applyEvents(this.game, this.#decided, events, envelope);
    const characters = rows.reduce((sum, { event }) => sum + event.length, 0);
    const isFull = !this.#mayGrow(characters);
    if (isFull || !this.dependencies.offer(this.listener, this.gameId, rows)) {
      this.dependencies.countBusy(isFull ? 'memory' : 'flush');
      return false;
    }
    this.#uncommitted.push(...versions);
    this.#decided = position;
    this.footprint.appended(characters);
    return true;
  }

  #mayGrow(characters: number): boolean {
    if (characters <= ALWAYS_APPENDED_CHARACTERS || this.footprint.isReserved(characters)) return true;
    return this.dependencies.makeRoom(characters * HEAP_BYTES_PER_CHARACTER);
  }

  /** Publishes what is committed, then answers the commands that waited for it. */
  commit(version: number): void {
    const versions = takeUpTo(version, this.#uncommitted);
    const replies = takeUpTo(version, this.#deferred);
    for (const { span } of replies) span?.end();
    this.game.committed.advance(versions, replies.find(({ span }) => span)?.span?.traceParent);
    for (const { envelope, reply } of replies) this.#answer(envelope, reply);
  }

  /** Fails the commands whose events the database can never store; others stay in the mailbox and are decided again. */
  refuse(code: string): void {
    if (!code.startsWith(DATA_EXCEPTION)) return;
    const error = new Error(`the log cannot store an event: SQLSTATE ${code}`);
    for (const { envelope } of this.#deferred) envelope.settle({ kind: 'failed', error });
  }

  #answerOnceCommitted(envelope: Posted, reply: Reply): void {
    const { version } = this.#decided;
    if (version <= this.game.committed.version) this.#answer(envelope, reply);
    else this.#deferred.push({ version, envelope, reply, span: startSpan(this, 'append', envelope, { version }) });
  }

  #answer(envelope: Posted, reply: Reply): void {
    const { issuer, commandId, command, receivedAt } = envelope;
    if (reply.kind === 'accepted' && isRepeatable(envelope))
      this.#dedupe.add(issuer.userId, commandId, reply.version, this.dependencies.clock.now());
    if (reply.kind === 'accepted' && command.type === 'buzz')
      this.game.buzzed(this.dependencies.clock.now() - receivedAt);
    envelope.settle(reply);
  }
}

/** Removes the entries up to a version from the front: they are in the order of their versions. */
function takeUpTo<T extends { readonly version: number }>(version: number, entries: T[]): T[] {
  const later = entries.findIndex((each) => each.version > version);
  return entries.splice(0, later < 0 ? entries.length : later);
}
