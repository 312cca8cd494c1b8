import { setTimeout as wait } from 'node:timers/promises';
import {
  type Answer,
  type ArriveFrame,
  type Delay,
  type EnterFrame,
  FRAME_PRICES,
  type GameId,
  type Refusal,
  RefusedError,
} from '@earworm/contracts';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { Principal } from '@earworm/service-kit/auth';
import type { Tracing } from '@earworm/service-kit/tracing';
import type { GameFinder } from './find-game.js';
import { type CommandSender, startCommandSpan } from '../commands/send-command.js';
import { closeReasonOf, sendBye } from '../connections/bye.js';
import type { Arriving } from '../connections/arriving.js';
import type { Connection } from '../connections/connection.js';
import type { GatewayMetrics } from '../gateway.metrics.js';
import type { Allowance } from '../limits/allowance.js';
import type { Caller } from '../limits/callers.js';
import type { Figures } from '../operations/figures.js';
import type { RecordCommand } from '../operations/record-command.js';
import type { ArrivalQueue } from './arrival-queue.js';
import type { Guests } from './guests.js';
import { checkProtocol, type HelloHandler } from './hello.js';

/** Then the socket is closed: who mistypes so often has to look at the screen again. */
const WRONG_CODES_MAX = 5;
/** Waiting sockets of one device; the oldest one is closed for the next. */
const OF_DEVICE_MAX = 20;
const RETRIED: ReadonlySet<string> = new Set(['busy', 'retry']);

export interface ArrivalsDependencies {
  readonly games: GameFinder;
  readonly guests: Guests;
  readonly hellos: HelloHandler;
  readonly commands: CommandSender;
  readonly queue: ArrivalQueue;
  /** Of one device at this gateway, as there is no user yet. */
  readonly allowance: Pick<Allowance, 'take'>;
  readonly addressLimits: Pick<AddressLimits, 'spend'>;
  readonly metrics: Pick<GatewayMetrics, 'entered' | 'refusals'>;
  readonly figures: Pick<Figures, 'refused'>;
  readonly tracing: Tracing;
  readonly record: RecordCommand;
  /** How many sockets may wait without a token. */
  readonly mostWaiting: () => number;
  readonly onBug: (error: unknown) => void;
}

/**
 * The way into a game by two frames: `arrive` finds it while the name is typed, `enter` makes a guest, takes the seat and
 * sends the snapshot in one write.
 */
export class Arrivals {
  /** Sockets that have arrived and not entered, in order of their first frame. */
  readonly #waiting = new Set<Connection>();
  readonly #ofDevice = new Map<string, Set<Connection>>();

  constructor(private readonly deps: ArrivalsDependencies) {}

  async arrive(connection: Connection, { protocol, rules, code, signature, name }: ArriveFrame): Promise<void> {
    try {
      checkProtocol(protocol);
    } catch (error) {
      return sendBye(connection, closeReasonOf(error));
    }
    const arriving = connection.arriving ?? this.#admit(connection, rules);
    if (arriving === null) return sendBye(connection, 'busy');
    connection.arriving = arriving;
    const turn = ++arriving.latest;
    const caller = connection.caller();
    try {
      await this.#charge(caller, FRAME_PRICES.arrive);
      const game = await this.deps.games.byCode({ code, signature, name, caller });
      if (turn !== arriving.latest) return;
      arriving.gameId = game.gameId;
      connection.send({ type: 'game', code, name, ok: true, game });
    } catch (error) {
      const refusal = this.#refusalOf(error);
      if (turn === arriving.latest) {
        arriving.gameId = null;
        connection.send({ type: 'game', code, name, ok: false, refusal });
      }
      if (refusal.code === 'game-not-found' && ++arriving.wrongCodes >= WRONG_CODES_MAX) sendBye(connection, 'flood');
    }
  }

  async enter(connection: Connection, frame: EnterFrame): Promise<void> {
    const { arriving } = connection;
    const { id } = frame;
    const refuse = (refusal: Refusal): void => {
      this.deps.metrics.entered.inc({ outcome: 'refused' });
      connection.send({ type: 'answer', id, ok: false, ...refusal });
    };
    if (arriving === null || arriving.gameId === null) return refuse({ code: 'bad-request' });
    // One at a time: the client repeats it with the same id only on another socket.
    if (arriving.place !== null) return;
    const caller = connection.caller();
    // A browser that keeps no cookie is another device on each socket.
    const key = `${caller.address} ${frame.command.seatSecret ?? caller.device} ${id}`;
    const place = { key, ...caller, onPlace: (delay: Delay) => connection.send({ type: 'delayed', id, ...delay }) };
    arriving.place = place;
    // Newcomers do not replace it any more.
    connection.onHello();
    const { gameId, rules } = arriving;
    try {
      await this.#charge(caller, FRAME_PRICES.enter);
      // Before the wait, in which a token may expire: the session that follows asks for another one.
      const user = frame.token === undefined ? null : await this.#userOf(frame.token);
      const visit = new Visit(this.deps, connection, frame, { gameId, rules, caller, user, arriving });
      await this.deps.queue.run(place, () => visit.take());
      if (connection.session === null) return;
      this.leave(connection);
      connection.arriving = null;
      // A phone in line need not say anything.
      connection.lastFrameAt = performance.now();
      this.deps.metrics.entered.inc({ outcome: visit.isSeated ? 'seated' : 'without-seat' });
    } catch (error) {
      refuse(this.#refusalOf(error));
    } finally {
      arriving.place = null;
    }
  }

  /** Null while the identity service is away: the line tries again. */
  async #userOf(token: string): Promise<Principal | null> {
    try {
      return await this.deps.hellos.verify(token);
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'unavailable') return null;
      throw error;
    }
  }

  /** Its socket has closed, or belongs to a user now. */
  leave(connection: Connection): void {
    const { device } = connection.caller();
    this.#waiting.delete(connection);
    if (device !== null) {
      this.#ofDevice.get(device)?.delete(connection);
      if (this.#ofDevice.get(device)?.size === 0) this.#ofDevice.delete(device);
    }
    if (connection.session === null && connection.arriving?.place) this.deps.queue.leave(connection.arriving.place);
  }

  /** Null: too many wait in line already. */
  #admit(connection: Connection, rules: number): Arriving | null {
    const { device } = connection.caller();
    const ofDevice = device === null ? null : (this.#ofDevice.get(device) ?? new Set());
    if (ofDevice !== null && ofDevice.size >= OF_DEVICE_MAX) this.#closeOldest(ofDevice);
    if (this.#waiting.size >= this.deps.mostWaiting() && !this.#closeOldest(this.#waiting)) return null;
    this.#waiting.add(connection);
    if (device !== null && ofDevice !== null) this.#ofDevice.set(device, ofDevice.add(connection));
    return { since: performance.now(), rules, gameId: null, wrongCodes: 0, latest: 0, place: null, guest: null };
  }

  /** Of those who have not tapped. It opens another socket when it does. False: all have. */
  #closeOldest(among: Iterable<Connection>): boolean {
    for (const oldest of among) {
      if (oldest.arriving?.place) continue;
      this.leave(oldest);
      sendBye(oldest, 'busy');
      return true;
    }
    return false;
  }

  /** Throws the refusal of a flood; what comes a little too fast waits. */
  async #charge({ device, address }: Caller, points: number): Promise<void> {
    this.deps.addressLimits.spend('requests', address, points);
    const waitMs = device === null ? 0 : this.deps.allowance.take(device, points);
    if (waitMs === null) throw new RefusedError('busy');
    if (waitMs > 0) await wait(waitMs);
  }

  #refusalOf(error: unknown): Refusal {
    if (!(error instanceof RefusedError)) this.deps.onBug(error);
    const { code, params } = error instanceof RefusedError ? error : new RefusedError('internal');
    this.deps.metrics.refusals.inc({ code });
    this.deps.figures.refused(code);
    return { code, params };
  }
}

/** One person's way in, which may be tried several times. */
class Visit {
  isSeated = false;
  /** The limits of the command are spent. */
  #isRetry = false;

  constructor(
    private readonly deps: ArrivalsDependencies,
    private readonly connection: Connection,
    private readonly frame: EnterFrame,
    private readonly into: {
      readonly gameId: GameId;
      readonly rules: number;
      readonly caller: Caller;
      /** Null: becomes a guest, or has a token that could not be verified yet. */
      readonly user: Principal | null;
      readonly arriving: Pick<Arriving, 'guest'>;
    },
  ) {}

  /** Rejects with the refusal of an attempt; `busy`, `retry` and the like may be tried again. */
  async take(): Promise<void> {
    const { connection, into } = this;
    if (!connection.open) throw new RefusedError('retry');
    const principal = await this.#principal();
    const wanted = { gameId: into.gameId, rules: into.rules, as: 'player' as const };
    await this.deps.hellos.enter(connection, wanted, principal, async () => {
      const answer = await this.#command(principal);
      this.isSeated = answer.ok;
      const refusal = answer.ok ? null : { code: answer.code, params: answer.params };
      const { guest } = into.arriving;
      const tokens = this.frame.token !== undefined || guest === null ? {} : { tokens: guest.tokens };
      const { userId } = principal;
      return [{ type: 'entered', id: this.frame.id, gameId: into.gameId, userId, ...tokens, refusal }];
    });
  }

  async #principal(): Promise<Principal> {
    const { user, arriving, caller } = this.into;
    if (user !== null) return user;
    if (this.frame.token !== undefined) return this.deps.hellos.verify(this.frame.token);
    if (arriving.guest === null) {
      const tokens = await this.deps.guests.signIn(caller, this.connection.isFirstVisit);
      arriving.guest = { tokens, principal: await this.deps.hellos.verify(tokens.access_token) };
    }
    return arriving.guest.principal;
  }

  /** Throws `busy` and `retry`, with which it goes back to its place. */
  async #command(principal: Principal): Promise<Answer> {
    const { id, command } = this.frame;
    const { gameId, caller } = this.into;
    const isRetry = this.#isRetry;
    this.#isRetry = true;
    const { commands, tracing, record } = this.deps;
    const receivedAt = performance.now();
    // The line of arrivals is fair already.
    const wait = () => Promise.resolve();
    // Its token was valid at the tap; the session asks for another one.
    const admitted = { ...principal, expiresAt: Math.max(principal.expiresAt, Date.now() + 1_000) };
    const sender = { role: 'player', isMember: false, principal: admitted, caller } as const;
    const request = { ...sender, id, command, gameId, receivedAt, isRetry, wait };
    const span = startCommandSpan(tracing, request);
    const answer = await tracing.run(span?.traceParent, () => commands.send(request));
    record(request, answer, span);
    if (!answer.ok && RETRIED.has(answer.code)) throw new RefusedError(answer.code, answer.params);
    return answer;
  }
}
