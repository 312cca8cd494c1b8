import {
  type Answer,
  type ClientFrame,
  type Delay,
  type EnterFrame,
  FRAME_PRICES,
  type HelloFrame,
  type OperationsHelloFrame,
  type ShowHelloFrame,
} from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { Span } from '@earworm/service-kit/tracing';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RawData, WebSocket } from 'ws';
import { DelayedJoins } from '../commands/delayed-joins.js';
import { type CommandRequest, type CommandSender, startCommandSpan } from '../commands/send-command.js';
import type { Channel } from '../fan-out/channel.js';
import type { Allowance } from '../limits/allowance.js';
import type { Callers } from '../limits/callers.js';
import type { ConnectionLimits } from '../limits/connection-limits.js';
import type { GatewayMetrics } from '../gateway.metrics.js';
import { userAgentOf } from '../wire/request.js';
import type { Session } from '../fan-out/session.js';
import type { Figures } from '../operations/figures.js';
import type { Topics } from '../operations/topics.js';
import type { RecordCommand } from '../operations/record-command.js';
import { sendBye } from '../connections/bye.js';
import { Connection, type ConnectionDependencies } from '../connections/connection.js';
import type { Arrivals } from '../admission/arrivals.js';
import { noteSeatAfter } from '../connections/seats.js';
import { type HelloHandler, leave } from '../admission/hello.js';
import { SocketWriter } from '../wire/socket-writer.js';
import { readFrame } from '../wire/frame.js';
import type { SessionReports } from '../admission/session-reports.js';
import { Measurements } from '../timing/measurements.js';

export interface SocketsDependencies {
  readonly kit: Pick<Kit, 'log' | 'tracing'>;
  readonly helloHandler: HelloHandler;
  readonly arrivals: Arrivals;
  /** Of one user at this gateway. */
  readonly allowance: Pick<Allowance, 'take'>;
  readonly commands: CommandSender;
  readonly record: RecordCommand;
  readonly metrics: GatewayMetrics;
  readonly topics: Topics;
  readonly figures: Figures;
  readonly callers: Pick<Callers, 'ofSocket' | 'isFirstVisit'>;
  readonly connections: Pick<ConnectionLimits, 'wait' | 'leaveUnseated' | 'endWait'>;
  readonly sessionReports: Pick<SessionReports, 'entered' | 'left'>;
  readonly onOverrun: (connection: Connection) => void;
}

type SentCommand = Extract<ClientFrame, { type: 'command' }>;
type AuthFrame = Extract<ClientFrame, { type: 'auth' }>;
type PingFrame = Extract<ClientFrame, { type: 'ping' }>;
type EchoFrame = Extract<ClientFrame, { type: 'echo' }>;

/** `ws` errors by close reason in metrics. */
const VIOLATIONS: Partial<Record<string, string>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 'too-large',
  WS_ERR_INVALID_UTF8: 'invalid-utf8',
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 'too-many-parts',
};

export class Sockets {
  readonly all = new Set<Connection>();
  readonly #connectionDeps: ConnectionDependencies;
  readonly #delayedJoins = new DelayedJoins();
  readonly #measurements = new Measurements();
  #acceptsNew = true;

  constructor(private readonly deps: SocketsDependencies) {
    this.#connectionDeps = { onOverrun: deps.onOverrun, onWrite: deps.metrics.wrote };
  }

  /** The process is stopping. */
  refuseNew(): void {
    this.#acceptsNew = false;
  }

  closeRevoked(isRevoked: (principal: Principal) => boolean): void {
    for (const connection of this.all) {
      const principal = connection.session?.principal ?? this.deps.topics.of(connection)?.principalOf(connection);
      if (principal && isRevoked(principal)) sendBye(connection, 'token-expired');
    }
  }

  accept(socket: WebSocket, request: IncomingMessage): void {
    // Destructured, or the listeners would retain the request with its headers.
    const { socket: tcp } = request;
    const connection = new Connection((onDrain) => new SocketWriter(socket, tcp, onDrain), this.#connectionDeps);
    connection.caller = this.deps.callers.ofSocket(request);
    connection.userAgent = userAgentOf(request);
    connection.isFirstVisit = this.deps.callers.isFirstVisit(request);
    connection.onHello = () => this.deps.connections.leaveUnseated(tcp);
    connection.onUse = (isInUse) =>
      isInUse ? this.deps.connections.endWait(tcp) : this.deps.connections.leaveUnseated(tcp);
    // It is up to the client to close its side.
    connection.onBye = () => this.deps.connections.wait(tcp);
    let violation: string | undefined;
    this.all.add(connection);
    this.deps.metrics.sockets.inc();
    socket.on('message', (data: RawData, isBinary: boolean) => this.#onFrame(connection, data, isBinary));
    socket.on('ping', () => this.#spendPing(connection));
    socket.on('pong', (data: Buffer) => {
      if (!this.#measurements.ponged(connection, data, performance.now())) this.#spendPing(connection);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? '';
      this.deps.connections.wait(tcp);
      violation = VIOLATIONS[code] ?? (code.startsWith('WS_ERR') ? 'protocol-error' : 'broken');
    });
    socket.on('close', (code: number) => {
      this.#delayedJoins.leave(connection);
      this.#measurements.leave(connection);
      this.deps.sessionReports.left(connection, code);
      if (connection.arriving !== null) this.deps.arrivals.leave(connection);
      leave(connection);
      this.deps.topics.unsubscribe(connection);
      this.all.delete(connection);
      this.deps.metrics.sockets.dec();
      this.deps.metrics.closings.inc({ reason: connection.closedFor ?? violation ?? 'client' });
    });
    if (!this.#acceptsNew) sendBye(connection, 'going-away');
  }

  #onFrame(connection: Connection, data: RawData, isBinary: boolean): void {
    if (!connection.open) return;
    const now = performance.now();
    connection.lastFrameAt = now;
    if (!connection.frames.spend(now)) return sendBye(connection, 'flood');
    if (isBinary || !Buffer.isBuffer(data)) return sendBye(connection, 'bad-frame');
    const read = readFrame(data.toString('utf8'));
    if ('closeFor' in read) return sendBye(connection, read.closeFor);
    if ('badCommand' in read) {
      return connection.send({ type: 'answer', id: read.badCommand, ok: false, code: 'bad-request' });
    }
    this.deps.metrics.received(read.frame.type);
    this.#dispatch(connection, read.frame, now);
  }

  #dispatch(connection: Connection, frame: ClientFrame, now: number): void {
    if (frame.type === 'hello') {
      if (connection.helloReceived) return sendBye(connection, 'bad-frame');
      connection.helloReceived = true;
      connection.onHello();
      return this.#catchErrors('topic' in frame ? this.#subscribe(connection, frame) : this.#hello(connection, frame));
    }
    if (frame.type === 'arrive') {
      const mayArrive = !connection.helloReceived || connection.arriving !== null;
      if (!mayArrive) return sendBye(connection, 'bad-frame');
      connection.helloReceived = true;
      return this.#catchErrors(this.deps.arrivals.arrive(connection, frame));
    }
    if (!connection.helloReceived) return sendBye(connection, 'no-hello');
    switch (frame.type) {
      case 'enter':
        return this.#catchErrors(this.#enter(connection, frame));
      case 'ping':
        if (!this.#spendPing(connection) || !this.#charge(connection, frame)) return;
        return this.#pong(connection, frame);
      case 'echo':
        if (!this.#charge(connection, frame)) return;
        if (!this.#measurements.echoed(connection, frame, now)) this.#spendPing(connection);
        else this.#noteQuality(connection);
        return;
      case 'auth':
        if (!this.#charge(connection, frame)) return;
        return this.#catchErrors(
          (this.deps.topics.of(connection) ?? this.deps.helloHandler).renewToken(connection, frame.token),
        );
      case 'command':
        return this.#catchErrors(this.#command(connection, frame, now));
    }
  }

  #pong(connection: Connection, { t, measure }: PingFrame): void {
    const head = connection.session?.room.ownerHead ?? null;
    const pong = { type: 'pong', t, now: Date.now(), head } as const;
    if (measure !== true || connection.session?.role !== 'player') return connection.send(pong);
    const nonce = this.#measurements.ask(connection, performance.now());
    connection.send({ ...pong, nonce });
    connection.writer.ping(`${nonce}`);
  }

  /** For the desks of the game. */
  #noteQuality({ session, link }: Connection): void {
    if (link !== null) session?.room.presence.measured(session.principal.userId, link.quality);
  }

  async #hello(connection: Connection, hello: HelloFrame): Promise<void> {
    await this.deps.helloHandler.handle(connection, hello);
    this.deps.sessionReports.entered(connection, hello.since !== undefined);
  }

  async #enter(connection: Connection, frame: EnterFrame): Promise<void> {
    await this.deps.arrivals.enter(connection, frame);
    if (connection.session !== null) this.deps.sessionReports.entered(connection, false);
  }

  async #subscribe(connection: Connection, hello: OperationsHelloFrame | ShowHelloFrame): Promise<void> {
    await this.deps.topics.subscribe(connection, hello);
    if (this.deps.topics.of(connection) !== null) connection.onUse(true);
  }

  async #command(connection: Connection, frame: SentCommand, now: number): Promise<void> {
    const { session } = connection;
    const { id } = frame;
    const { command, timing } = this.#measurements.timed(connection, frame.command, now);
    // Commands before the snapshot are retried by the client.
    const waitMs = session === null || !this.#spendCommand(connection, now) ? null : this.#priceOf(session, frame);
    if (session === null || waitMs === null) return connection.send({ type: 'answer', id, ok: false, code: 'busy' });
    if (connection.inFlight.includes(id)) return;
    const isRetry = connection.retriedCommands.has(frame);
    const { room, channel, role } = session;
    connection.inFlight.push(id);
    if (waitMs > 0) await sleep(waitMs);
    // A new token applies to everything sent after it.
    if (connection.renewing !== null) await connection.renewing;
    const { principal } = session;
    const caller = connection.caller();
    const wait = (delay: Delay) => this.#delayedJoins.wait(connection, room, id, delay);
    const isMember = room.isPlayingMember(principal.userId);
    const sender = { role, isMember, principal, caller };
    const request = { ...sender, id, command, gameId: room.gameId, receivedAt: now, isRetry, wait, timing };
    const span = startCommandSpan(this.deps.kit.tracing, request);
    const answer = await this.deps.kit.tracing.run(span?.traceParent, () => this.deps.commands.send(request));
    connection.inFlight.splice(connection.inFlight.indexOf(id), 1);
    connection.retriedCommands.settle(frame, answer);
    connection.answer(answer);
    if (answer.ok) noteSeatAfter(connection, session, command);
    this.#record(request, answer, channel, span);
  }

  /** False: too many. */
  #spendCommand(connection: Connection, now: number): boolean {
    const may = connection.commands.spend(now);
    if (!may) this.deps.metrics.busy.inc({ bound: 'connection' });
    return may;
  }

  /** The milliseconds after which the user's points are there; null: they are refused. A buzz has its own limit and never waits. */
  #priceOf({ principal }: Session, { type, ...frame }: SentCommand | AuthFrame | PingFrame | EchoFrame): number | null {
    const isBuzz = 'command' in frame && frame.command.type === 'buzz';
    if (principal.isAdmin || isBuzz) return 0;
    const waitMs = this.deps.allowance.take(principal.userId, FRAME_PRICES[type]);
    if (waitMs === null) this.deps.metrics.busy.inc({ bound: 'user' });
    return waitMs;
  }

  /** False: too many frames of this user, socket closed. */
  #charge(connection: Connection, frame: AuthFrame | PingFrame | EchoFrame): boolean {
    const may = connection.session === null || this.#priceOf(connection.session, frame) !== null;
    if (!may) sendBye(connection, 'flood');
    return may;
  }

  /** A buzz lasts until all clients of the game were sent it. */
  #record(request: CommandRequest, answer: Answer, channel: Channel, span: Span | undefined): void {
    const { record, metrics, figures } = this.deps;
    record(request, answer, span);
    if (!answer.ok || request.command.type !== 'buzz') return;
    channel.broadcast.whenDone(() => {
      const ms = performance.now() - request.receivedAt;
      metrics.buzz.observe(ms / 1_000);
      figures.buzzed(ms);
      span?.end();
    });
  }

  /** False: too many, socket closed. */
  #spendPing(connection: Connection): boolean {
    const may = connection.pings.spend(performance.now());
    if (!may) sendBye(connection, 'flood');
    return may;
  }

  #catchErrors(work: Promise<void>): void {
    work.catch((error: unknown) => this.deps.kit.log.error({ err: error }, 'unexpected error of a socket'));
  }
}
