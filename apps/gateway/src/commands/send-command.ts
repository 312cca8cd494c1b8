import {
  type Answer,
  type BuzzTiming,
  type Command,
  type CountedAction,
  type Delay,
  type ErrorCode,
  type GameId,
  RefusedError,
  type Role,
  sendCommand,
  shardOf,
  type ShowId,
  type UserId,
  contentBytes,
  ISSUERS,
} from '@earworm/contracts';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { RaisedAddresses } from '@earworm/service-kit/raised-addresses';
import type { Bus } from '@earworm/service-kit/bus';
import type { Principal } from '@earworm/service-kit/auth';
import type { Caller } from '../limits/callers.js';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import { type Limiter, type BuzzLimit, spend } from '../limits/action-limits.js';
import type { Span, Tracing } from '@earworm/service-kit/tracing';

const MAX_WAITING_PER_SHARD = 1_000;

export interface CommandRequest {
  readonly id: string;
  readonly command: Command;
  readonly gameId: GameId;
  readonly role: Role;
  /** A member of the crew, who may also be a player. */
  readonly isMember: boolean;
  readonly principal: Principal;
  readonly caller: Caller;
  readonly receivedAt: number;
  /** A retry of a command answered `retry` or `busy`: limits are spent. */
  readonly isRetry: boolean;
  readonly wait: (delay: Delay) => Promise<void>;
  /** Of a buzz over a connection that is measured. */
  readonly timing?: BuzzTiming | undefined;
}

export interface CommandSenderDependencies extends OwnerCallDependencies {
  readonly bus: Bus;
  readonly limiter: Limiter;
  readonly deadlineMs: number;
  /** Seated players may use an expired token this long: an identity outage ends no game. */
  readonly graceMs: number;
  readonly buzzLimit: BuzzLimit;
  readonly addressLimits: Pick<AddressLimits, 'spend'>;
  readonly raised: Pick<RaisedAddresses, 'at' | 'inRoomsOf'>;
  readonly showOf: (gameId: GameId) => Promise<ShowId | null>;
  readonly onFull: () => void;
  readonly onBug: (error: unknown, ids: { requestId: string; gameId: string; userId: string }) => void;
}

/** Sends commands to their owners: one answer each, within the deadline. */
export class CommandSender {
  readonly #pending = new Map<number, number>();

  constructor(private readonly deps: CommandSenderDependencies) {}

  async send(request: CommandRequest): Promise<Answer> {
    const { id } = request;
    try {
      this.#check(request);
      const limits = request.isRetry ? undefined : LIMITS_OF[request.command.type];
      const delay = limits === undefined ? null : await this.#spend(limits, request);
      if (delay !== null) await request.wait(delay);
      // The deadline starts after the wait.
      const ready = delay === null ? request : { ...request, receivedAt: performance.now() };
      const { version } = await this.#bounded(shardOf(request.gameId), () => this.#ask(ready));
      return { type: 'answer', id, ok: true, version };
    } catch (error) {
      const refused = error instanceof RefusedError ? error : new RefusedError('internal');
      if (!(error instanceof RefusedError))
        this.deps.onBug(error, { requestId: id, gameId: request.gameId, userId: request.principal.userId });
      return { type: 'answer', id, ok: false, code: refused.code, params: refused.params };
    }
  }

  async #spend(limits: readonly CountedAction[], request: CommandRequest): Promise<Delay | null> {
    const { command, principal, gameId, caller } = request;
    const isJoin = limits.includes('join_game');
    const showId = isJoin ? await this.#raisedIn(request) : undefined;
    if (isJoin) this.deps.addressLimits.spend('joins', caller.address, 1, { showId });
    const spender = { userId: principal.userId, gameId, caller, showId };
    const delays = await Promise.all(
      limits.map((limit) =>
        spend(this.deps.limiter, limit, { ...spender, points: pointsOf(command, limit) }, refusedAs(limit, command)),
      ),
    );
    return delays.find((delay) => delay !== null) ?? null;
  }

  /** The event in whose rooms the caller's address has more joins and seats. */
  async #raisedIn({ gameId, caller: { address } }: CommandRequest): Promise<ShowId | undefined> {
    const { raised, showOf } = this.deps;
    if (raised.at(address) === null) return undefined;
    return raised.inRoomsOf(await showOf(gameId), address)?.showId;
  }

  #check({ role, isMember, command, principal, caller, isRetry }: CommandRequest): void {
    if (!mayIssue(role, isMember, command.type)) throw new RefusedError('forbidden');
    const expiredFor = Date.now() - principal.expiresAt;
    const grace = role === 'player' && !ENTERS_GAME.has(command.type) ? this.deps.graceMs : 0;
    if (expiredFor > grace) throw new RefusedError('token-expired');
    if (isRetry || command.type !== 'buzz') return;
    this.deps.buzzLimit.spend(principal.userId);
    // A new account on the same device gets no extra buzzes.
    if (caller.device !== null) this.deps.buzzLimit.spend(caller.device);
  }

  #ask({ id, command, gameId, principal, caller, receivedAt, timing }: CommandRequest) {
    const actor = { userId: principal.userId as UserId, isAdmin: principal.isAdmin };
    const device = ENTERS_GAME.has(command.type) && caller.device !== null ? { device: caller.device } : {};
    const before = performance.now() - receivedAt;
    return callOwner(
      this.deps,
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
        ...(timing && { timing }),
      }),
      Math.max(1, this.deps.deadlineMs - before),
      'retry' satisfies ErrorCode,
    );
  }

  async #bounded<T>(shard: number, work: () => Promise<T>): Promise<T> {
    const pending = this.#pending.get(shard) ?? 0;
    if (pending >= MAX_WAITING_PER_SHARD) {
      this.deps.onFull();
      throw new RefusedError('busy');
    }
    this.#pending.set(shard, pending + 1);
    try {
      return await work();
    } finally {
      this.#pending.set(shard, (this.#pending.get(shard) ?? 1) - 1);
    }
  }
}

export function startCommandSpan(
  tracing: Tracing,
  { id, command, gameId, role, principal }: CommandRequest,
): Span | undefined {
  if (!tracing.isOn) return undefined;
  return tracing.start(`command ${command.type}`, {
    kind: 'server',
    parent: null,
    fields: { 'request.id': id, 'game.id': gameId, 'user.id': principal.userId, 'user.role': role },
  });
}

/** Entering a game requires a valid token and reports the device. */
const ENTERS_GAME: ReadonlySet<Command['type']> = new Set(['joinGame', 'requestSeat']);

/** Which rights a member has the owner knows. */
const mayIssue = (role: Role, isMember: boolean, type: Command['type']): boolean =>
  ISSUERS[type] === 'anyone' ? role === 'player' : role === 'moderator' || (role === 'player' && isMember);

const LIMITS_OF: Partial<Record<Command['type'], readonly CountedAction[]>> = {
  joinGame: ['join_game', 'take_seat'],
  rejoinGame: ['join_game'],
  joinTeam: ['join_game'],
  nameOwnTeam: ['join_game'],
  requestSeat: ['join_game', 'request_seat'],
  // It shows up on the moderator's desk as well.
  reportName: ['request_seat'],
  // A card of the control room, with a sound. Withdrawn and made again it would be a new one each time.
  callForHelp: ['request_seat'],
  selectQuestion: ['select_question'],
  proposeQuestion: ['select_question'],
  // Every phone gets the team of every seat.
  addTeams: ['select_question'],
  dealTeams: ['select_question'],
  judgeAnswer: ['judge_answer'],
  undoVerdict: ['judge_answer'],
  changeVerdict: ['judge_answer'],
  changeScore: ['judge_answer'],
  undoScoreChange: ['judge_answer'],
  reopenGame: ['judge_answer'],
  addQuestion: ['write_questions'],
  addQuestions: ['write_questions'],
  updateQuestion: ['write_questions'],
};

function pointsOf(command: Command, limit: CountedAction): number {
  if (limit !== 'write_questions') return 1;
  if (command.type === 'addQuestions') return contentBytes(command.categories);
  if (!('question' in command)) return 1;
  return contentBytes([{ name: '', questions: [command.question] }]);
}

/** Codes where the sentence of the limit would not fit: about games for a question, about seats for a name or a call. */
function refusedAs(limit: CountedAction, { type }: Command): ErrorCode | undefined {
  if (type === 'reportName') return 'limit-reports';
  if (type === 'callForHelp') return 'limit-requests';
  return limit === 'write_questions' ? 'limit-saves' : undefined;
}
