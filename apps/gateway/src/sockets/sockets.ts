import type { Answer, ClientFrame, CommandFrame, Delay, HelloFrame } from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import { outcomeOf } from '@earworm/service-kit/bus';
import type { TraceParent, Tracing } from '@earworm/service-kit/tracing';
import type { IncomingMessage } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import type { z } from 'zod';
import { DelayedJoins } from '../commands/delayed-joins.js';
import type { CommandSender, GivenCommand } from '../commands/send-command.js';
import { startCommandSpan } from '../commands/command-span.js';
import type { Callers } from '../limits/callers.js';
import type { GatewayMetrics } from '../gateway.metrics.js';
import { userAgentOf } from '../wire/user-agent.js';
import type { Figures } from '../operations/figures.js';
import type { Operations } from '../operations/operations.js';
import { renewAuth } from '../connections/auth-watch.js';
import { sayBye } from '../connections/bye.js';
import { Connection, type ConnectionTerms } from '../connections/connection.js';
import { type Greeter, leave } from '../admission/hello.js';
import { Line } from '../wire/line.js';
import { readFrame } from '../wire/read-frame.js';
import type { SessionSigns } from '../admission/session-signs.js';

export interface SocketsTerms {
  readonly greeter: Greeter;
  readonly commands: CommandSender;
  readonly tokens: TokenVerifier;
  readonly metrics: GatewayMetrics;
  readonly operations: Operations;
  readonly figures: Figures;
  readonly tracing: Tracing;
  readonly callers: Pick<Callers, 'ofSocket'>;
  readonly signs: Pick<SessionSigns, 'entered' | 'left'>;
  readonly onFallen: (connection: Connection) => void;
  /** Every command that was answered, with the trace it is part of if there is one. */
  readonly onAnswered: (given: GivenCommand, answer: Answer, traceParent: TraceParent | undefined) => void;
  readonly onBug: (error: unknown) => void;
}

/** What `ws` finds wrong with bytes and closes for by itself, by the name it is counted under. */
const VIOLATIONS: Partial<Record<string, string>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 'too-large',
  WS_ERR_INVALID_UTF8: 'invalid-utf8',
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 'too-many-parts',
};

/** All open sockets, and what their frames lead to. */
export class Sockets {
  readonly all = new Set<Connection>();
  readonly #connectionTerms: ConnectionTerms;
  readonly #delayedJoins = new DelayedJoins();
  #takesNew = true;

  constructor(private readonly terms: SocketsTerms) {
    this.#connectionTerms = { onFallen: terms.onFallen, onWrite: terms.metrics.wrote };
  }

  /** From now on whoever connects is sent away: this process is on its way out. */
  refuseNew(): void {
    this.#takesNew = false;
  }

  /** Says goodbye to those whose token ended before its time. */
  end(ended: (principal: Principal) => boolean): void {
    for (const connection of this.all) {
      const principal = connection.session?.principal ?? this.terms.operations.principalOf(connection);
      if (principal !== null && ended(principal)) sayBye(connection, 'token-expired');
    }
  }

  accept(socket: WebSocket, request: IncomingMessage): void {
    // Named here, or what listens below would keep the whole request, with its headers, as long as the socket.
    const { socket: tcp } = request;
    const connection = new Connection((onLeft) => new Line(socket, tcp, onLeft), this.#connectionTerms);
    connection.caller = this.terms.callers.ofSocket(request);
    connection.userAgent = userAgentOf(request);
    let violation: string | undefined;
    this.all.add(connection);
    this.terms.metrics.sockets.inc();
    socket.on('message', (data: RawData, isBinary: boolean) => this.#heard(connection, data, isBinary));
    socket.on('ping', () => this.#spendPing(connection));
    // Nobody here pings, so nobody has to answer.
    socket.on('pong', () => this.#spendPing(connection));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? '';
      violation = VIOLATIONS[code] ?? (code.startsWith('WS_ERR') ? 'protocol-error' : 'broken');
    });
    socket.on('close', (code: number) => {
      this.#delayedJoins.leave(connection);
      this.terms.signs.left(connection, code);
      leave(connection);
      this.terms.operations.leave(connection);
      this.all.delete(connection);
      this.terms.metrics.sockets.dec();
      this.terms.metrics.closings.inc({ reason: connection.closedFor ?? violation ?? 'client' });
    });
    if (!this.#takesNew) sayBye(connection, 'going-away');
  }

  #heard(connection: Connection, data: RawData, isBinary: boolean): void {
    if (!connection.open) return;
    const now = performance.now();
    connection.heardAt = now;
    if (!connection.frames.spend(now)) return sayBye(connection, 'flood');
    if (isBinary || !Buffer.isBuffer(data)) return sayBye(connection, 'bad-frame');
    const read = readFrame(data.toString('utf8'));
    if ('closeFor' in read) return sayBye(connection, read.closeFor);
    if ('badCommand' in read) {
      return connection.say({ type: 'answer', id: read.badCommand, ok: false, code: 'bad-request' });
    }
    this.terms.metrics.framesIn.inc({ type: read.frame.type });
    this.#act(connection, read.frame, now);
  }

  #act(connection: Connection, frame: ClientFrame, now: number): void {
    if (frame.type === 'hello') {
      if (connection.saidHello) return sayBye(connection, 'bad-frame');
      connection.saidHello = true;
      return this.#follow(
        'topic' in frame ? this.terms.operations.greet(connection, frame) : this.#greet(connection, frame),
      );
    }
    if (!connection.saidHello) return sayBye(connection, 'no-hello');
    switch (frame.type) {
      case 'ping':
        if (!this.#spendPing(connection)) return;
        return connection.say({
          type: 'pong',
          t: frame.t,
          now: Date.now(),
          head: connection.session?.room.ownerHead ?? null,
        });
      case 'auth':
        return this.#follow(
          this.terms.operations.watches(connection)
            ? this.terms.operations.renew(connection, frame.token)
            : this.#renew(connection, frame.token),
        );
      case 'command':
        return this.#follow(this.#command(connection, frame, now));
    }
  }

  async #greet(connection: Connection, hello: HelloFrame): Promise<void> {
    await this.terms.greeter.greet(connection, hello);
    this.terms.signs.entered(connection, hello.since !== undefined);
  }

  async #command(connection: Connection, frame: z.infer<typeof CommandFrame>, now: number): Promise<void> {
    const { session } = connection;
    const { id, command } = frame;
    // Before the first frame of the game a client gives no commands; it sends this one again.
    const isBroke = session !== null && !connection.commands.spend(now);
    if (isBroke) this.terms.metrics.busy.inc({ bound: 'credit' });
    if (session === null || isBroke) {
      return connection.say({ type: 'answer', id, ok: false, code: 'busy' });
    }
    if (connection.inFlight.includes(id)) return;
    const isPaid = connection.secondTries.has(frame);
    const { room, channel, role } = session;
    connection.inFlight.push(id);
    // A token counts for everything that is said after it.
    if (connection.renewing !== null) await connection.renewing;
    const { principal } = session;
    const caller = connection.caller();
    const wait = (delay: Delay) => this.#delayedJoins.wait(connection, room, id, delay);
    const given = { id, command, gameId: room.gameId, role, principal, caller, receivedAt: now, isPaid, wait };
    const span = startCommandSpan(this.terms.tracing, given);
    const answer = await this.terms.tracing.run(span?.traceParent, () => this.terms.commands.send(given));
    connection.inFlight.splice(connection.inFlight.indexOf(id), 1);
    connection.secondTries.settle(frame, answer);
    connection.answer(answer);
    this.terms.onAnswered(given, answer, span?.traceParent);
    const outcome = answer.ok ? 'ok' : outcomeOf(answer.code);
    this.terms.metrics.commands.observe({ command: command.type, outcome }, (performance.now() - now) / 1_000);
    if (!answer.ok) {
      this.terms.metrics.refusals.inc({ code: answer.code });
      this.terms.figures.refused(answer.code);
      span?.end(answer.code);
    } else if (command.type === 'buzz') {
      channel.round.whenDone(() => {
        this.#pressed(performance.now() - now);
        span?.end();
      });
    } else {
      if (command.type === 'joinGame' || command.type === 'rejoinGame') this.terms.figures.joined();
      span?.end();
    }
  }

  async #renew(connection: Connection, token: string): Promise<void> {
    const renewing = renewAuth(connection, token, this.terms.tokens);
    const settled = renewing.catch(() => undefined);
    connection.renewing = settled;
    await renewing;
    if (connection.renewing === settled) connection.renewing = null;
  }

  #pressed(ms: number): void {
    this.terms.metrics.press.observe(ms / 1000);
    this.terms.figures.pressed(ms);
  }

  /** False when they were too many; then it is already closed. */
  #spendPing(connection: Connection): boolean {
    const may = connection.pings.spend(performance.now());
    if (!may) sayBye(connection, 'flood');
    return may;
  }

  #follow(work: Promise<void>): void {
    work.catch(this.terms.onBug);
  }
}
