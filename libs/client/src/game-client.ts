import { PROTOCOL_VERSION, type ServerFrame } from '@earworm/contracts';
import { type Command, type GameId, RULES } from '@earworm/rules';
import { Burst } from './burst.js';
import { ServerClock } from './clock.js';
import { Connection } from './connection.js';
import { newId } from './random.js';
import { Outbox } from './outbox.js';
import { Replica, type Taken } from './replica.js';
import { ownReading } from './reading.js';
import type { ClientState, GameClient, GameClientOptions, SeenEvent } from './types.js';

/** A player, moderator, stage or observer of one game, without a screen. Connects at once. */
export function createGameClient(options: GameClientOptions): GameClient {
  const random = options.random ?? Math.random;
  const clock = new ServerClock();
  const reading = options.reading ?? ownReading;
  const replica = new Replica(options.as, reading);
  const counters = { gaps: 0, resumes: 0, snapshots: 0 };
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(events: readonly SeenEvent[]) => void>();
  let status: Pick<ClientState, 'connection' | 'closedBy' | 'refusedBy'> = {
    connection: 'connecting',
    closedBy: null,
    refusedBy: null,
  };
  let presence: ClientState['presence'] = null;
  let isOutdated = false;
  let drawn: ClientState | null = null;
  let inFrame = false;
  /** A gateway of other rules may not know the frames that measure, and would close the socket. */
  let hasOwnRules = false;

  const measures = () =>
    options.as === 'player' &&
    hasOwnRules &&
    status.connection === 'online' &&
    (replica.view?.settings.buzzOrder ?? null) !== null;
  const ping = () => {
    const measure = measures() ? ({ measure: true } as const) : undefined;
    return { type: 'ping', t: Date.now(), version: replica.version, ...measure } as const;
  };
  const burst = new Burst(() => {
    const frame = ping();
    connection.send(frame);
    return frame.t;
  });

  const changed = () => {
    drawn = null;
    if (!inFrame) for (const listener of [...listeners]) listener();
  };

  const outbox = new Outbox({
    transmit: (id, command) =>
      connection.send({ type: 'command', id, command: measures() ? command : withoutTouch(command) }),
    onChange: changed,
    onSilent: () => connection.nudge(),
    onGivenUp: () => connection.reopen(),
    newId: options.newId ?? (() => newId(random)),
    random,
    now: Date.now,
  });

  const connection = new Connection({
    url: options.url,
    WebSocket: options.WebSocket ?? WebSocket,
    token: options.token,
    random,
    reading,
    hello: (token) => ({
      type: 'hello',
      protocol: PROTOCOL_VERSION,
      rules: RULES,
      token,
      gameId: options.gameId as GameId,
      as: options.as,
      ...(options.desk === undefined ? {} : { desk: options.desk }),
      ...(options.stageKey === undefined ? {} : { stageKey: options.stageKey }),
      since: replica.since,
    }),
    ping: () => {
      burst.watch(Date.now() - performance.now());
      return ping();
    },
    onFrame: take,
    onStatus: (next, reasons) => {
      status = { connection: next, ...reasons };
      burst.want(measures());
      changed();
      if (next === 'online') outbox.online();
      else outbox.offline();
      if (next === 'closed') outbox.close(reasons.closedBy === null ? 'retry' : 'unavailable');
    },
  });
  if (options.entered === undefined || options.entered.isClosed) connection.open();
  else connection.adopt(options.entered);

  function take(frame: ServerFrame): void {
    // At once: what is done before counts as time on the way.
    if (frame.type === 'pong' && frame.nonce !== undefined)
      connection.send({ type: 'echo', nonce: frame.nonce, at: performance.now() });
    const seen: SeenEvent[] = [];
    inFrame = true;
    drawn = null;
    apply(frame, seen);
    inFrame = false;
    burst.want(measures());
    changed();
    if (seen.length > 0) for (const listener of [...eventListeners]) listener(seen);
  }

  function apply(frame: ServerFrame, seen: SeenEvent[]): void {
    switch (frame.type) {
      case 'snapshot':
        counters.snapshots++;
        replica.reset(frame);
        hasOwnRules = frame.rules === undefined;
        isOutdated = frame.rules !== undefined && frame.rules > RULES;
        clock.guess(frame.now, Date.now());
        return;
      case 'events':
        if (status.connection !== 'online') counters.resumes++;
        hasOwnRules = true;
        return reopenOnGap(replica.take(frame, seen));
      case 'answer':
        return outbox.answered(frame);
      case 'delayed':
        return outbox.delayed(frame);
      case 'pong':
        clock.measured(frame.t, frame.now, Date.now());
        // These follow each other so closely that events may be on their way.
        if (burst.took(frame.t)) return;
        return reopenOnGap(replica.headReported(frame.head));
      case 'presence':
        presence = {
          online: frame.online,
          moderator: frame.moderator,
          users: frame.users,
          connections: frame.connections,
          crew: frame.crew,
          delayed: frame.delayed ?? 0,
        };
        return;
      default:
        return;
    }
  }

  function reopenOnGap(taken: Taken): void {
    if (taken === 'ok') return;
    if (taken === 'gap') counters.gaps++;
    connection.reopen();
  }

  const draw = (): ClientState => ({
    ...status,
    role: replica.role,
    logId: replica.logId,
    version: replica.version,
    view: replica.view,
    seat: replica.seat,
    presence,
    pending: outbox.pending,
    roundTripMs: clock.roundTripMs,
    roundTripsMs: clock.roundTripsMs,
    clockOffsetMs: clock.offsetMs,
    isOutdated,
    counters: { ...counters },
  });

  return {
    get state() {
      return (drawn ??= draw());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onEvents(listener) {
      eventListeners.add(listener);
      return () => void eventListeners.delete(listener);
    },
    send: (command) => outbox.give(command),
    nudge: () => {
      connection.nudge();
      burst.restart();
    },
    renewToken: () => connection.renew(),
    close: () => connection.close(),
  };
}

function withoutTouch(command: Command): Command {
  if (command.type !== 'buzz' || command.touchedMs === undefined) return command;
  const { touchedMs: _touchedMs, heardMs: _heardMs, ...known } = command;
  return known;
}
