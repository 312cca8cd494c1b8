import {
  type Answer,
  type Command,
  type CountedAction,
  type Delay,
  type ErrorCode,
  type GameId,
  RefusedError,
  type Role,
  sendCommand,
  shardOf,
  type UserId,
} from '@earworm/contracts';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { Bus } from '@earworm/service-kit/bus';
import type { Principal } from '@earworm/service-kit/auth';
import type { Caller } from '../limits/callers.js';
import { askOwner, type OwnerTerms } from '../calls/ask-owner.js';
import { COMES_IN, LIMITS_OF, mayGive, pointsOf, refusedAs } from './kinds.js';
import { type Limiter, type PressLimit, spend } from '../limits/action-limits.js';

/** Commands waiting for one shard; one more is answered `busy`. */
const MOST_WAITING_PER_SHARD = 1_000;

export interface GivenCommand {
  readonly id: string;
  readonly command: Command;
  readonly gameId: GameId;
  readonly role: Role;
  readonly principal: Principal;
  readonly caller: Caller;
  /** `performance.now()` when its frame came in. */
  readonly receivedAt: number;
  /** Its limits were spent when it was answered "not now"; this is its second try. */
  readonly isPaid: boolean;
  /** Resolves when it is the command's turn; rejects with a refusal when its socket has closed meanwhile. */
  readonly wait: (delay: Delay) => Promise<void>;
}

export interface CommandTerms extends OwnerTerms {
  readonly bus: Bus;
  readonly limiter: Limiter;
  readonly deadlineMs: number;
  /** A seated player keeps playing this long on an expired token, so that an identity outage ends no game. */
  readonly graceMs: number;
  readonly presses: PressLimit;
  readonly ceilings: Pick<AddressLimits, 'spend'>;
  /** A command was refused because a thousand wait for its shard. */
  readonly onFull: () => void;
  /** Something that is no refusal was thrown; the command is answered `internal`. */
  readonly onBug: (error: unknown, ids: { requestId: string; gameId: string; userId: string }) => void;
}

/** Carries commands to their owners: exactly one answer each, within the deadline. */
export class CommandSender {
  readonly #waiting = new Map<number, number>();

  constructor(private readonly terms: CommandTerms) {}

  async send(given: GivenCommand): Promise<Answer> {
    const { id } = given;
    try {
      this.#check(given);
      const limits = given.isPaid ? undefined : LIMITS_OF[given.command.type];
      const delay = limits === undefined ? null : await this.#spend(limits, given);
      if (delay !== null) await given.wait(delay);
      // The deadline is for the owner's answer: it begins when the command may go.
      const going = delay === null ? given : { ...given, receivedAt: performance.now() };
      const { version } = await this.#counted(shardOf(given.gameId), () => this.#ask(going));
      return { type: 'answer', id, ok: true, version };
    } catch (error) {
      const refused = error instanceof RefusedError ? error : new RefusedError('internal');
      if (!(error instanceof RefusedError))
        this.terms.onBug(error, { requestId: id, gameId: given.gameId, userId: given.principal.userId });
      return { type: 'answer', id, ok: false, code: refused.code, params: refused.params };
    }
  }

  /** What the command has to wait before it may go; null: nothing. */
  async #spend(limits: readonly CountedAction[], given: GivenCommand): Promise<Delay | null> {
    const { command, principal, gameId, caller } = given;
    if (limits.includes('join_game')) this.terms.ceilings.spend('joins', caller.address);
    const spender = { userId: principal.userId, gameId, caller };
    const delays = await Promise.all(
      limits.map((limit) =>
        spend(this.terms.limiter, limit, { ...spender, points: pointsOf(command, limit) }, refusedAs(limit)),
      ),
    );
    return delays.find((delay) => delay !== null) ?? null;
  }

  #check({ role, command, principal, caller, isPaid }: GivenCommand): void {
    if (!mayGive(role, command.type)) throw new RefusedError('forbidden');
    const expiredFor = Date.now() - principal.expiresAt;
    const grace = role === 'player' && !COMES_IN.has(command.type) ? this.terms.graceMs : 0;
    if (expiredFor > grace) throw new RefusedError('token-expired');
    if (isPaid || command.type !== 'buzz') return;
    this.terms.presses.spend(principal.userId);
    // Whoever signs in anew on the same device presses no faster for it.
    if (caller.device !== null) this.terms.presses.spend(caller.device);
  }

  #ask({ id, command, gameId, principal, caller, receivedAt }: GivenCommand) {
    const actor = { userId: principal.userId as UserId, isAdmin: principal.isAdmin };
    const device = COMES_IN.has(command.type) && caller.device !== null ? { device: caller.device } : {};
    const before = performance.now() - receivedAt;
    return askOwner(
      this.terms,
      sendCommand,
      gameId,
      (leftMs, waitedMs) => ({
        gameId,
        commandId: id,
        actor,
        command,
        deadlineMs: Math.floor(leftMs),
        waitedMs: before + waitedMs,
        ...device,
      }),
      Math.max(1, this.terms.deadlineMs - before),
      'retry' satisfies ErrorCode,
    );
  }

  async #counted<T>(shard: number, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(shard) ?? 0;
    if (waiting >= MOST_WAITING_PER_SHARD) {
      this.terms.onFull();
      throw new RefusedError('busy');
    }
    this.#waiting.set(shard, waiting + 1);
    try {
      return await work();
    } finally {
      this.#waiting.set(shard, (this.#waiting.get(shard) ?? 1) - 1);
    }
  }
}
