import { randomUUID } from 'node:crypto';
import type { GameId, Limit } from '@earworm/contracts';
import { AddressLimits } from '@earworm/service-kit/address-limits';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { RaisedAddresses } from '@earworm/service-kit/raised-addresses';
import { atMostEvery, semaphore } from '@earworm/service-kit/resilience';
import type { OwnerCallDependencies } from './calls/call-owner.js';
import { Allowance } from './limits/allowance.js';
import { BuzzLimit } from './limits/action-limits.js';
import { CommandSender } from './commands/send-command.js';
import { Audit } from './calls/audit.js';
import type { GatewayConfig } from './gateway.config.js';
import { createGatewayMetrics } from './gateway.metrics.js';
import { Callers } from './limits/callers.js';
import { CodeLimits } from './limits/code-limits.js';
import { ConnectionLimits } from './limits/connection-limits.js';
import { Descriptors } from './limits/descriptors.js';
import { Devices } from './limits/devices.js';
import { ReportLimits } from './limits/report-limits.js';
import { SignedLinks } from './limits/signed-links.js';
import { Tarpit } from './limits/tarpit.js';
import { SignInProvider } from './http/sign-in-provider.js';
import { createFigures } from './operations/figures.js';
import { Operations } from './operations/operations.js';
import { Topics } from './operations/topics.js';
import { ControlRooms } from './control-room/control-rooms.js';
import { recordCommands } from './operations/record-command.js';
import { Rooms } from './fan-out/rooms.js';
import { Shards } from './calls/shards.js';
import { drain } from './connections/bye.js';
import { handleOverrun } from './connections/catch-up.js';
import { closeErased, closeLostDesks } from './connections/lost-desks.js';
import { ArrivalQueue } from './admission/arrival-queue.js';
import { Arrivals } from './admission/arrivals.js';
import { Guests } from './admission/guests.js';
import { GameFinder } from './admission/find-game.js';
import { HelloHandler } from './admission/hello.js';
import { RevocationList } from './admission/revocation-list.js';
import { SessionReports } from './admission/session-reports.js';
import type { Lifecycle } from './sockets/socket.gateway.js';
import { Sockets } from './sockets/sockets.js';
import { startSweep } from './sockets/sweep.js';
import { createTokens } from './admission/tokens.js';
import { ARRIVALS_PER_TURN, Scheduler } from './fan-out/scheduler.js';

/** About 0.5 ms: after an outage hundreds of games update at once. */
const PRESENCES_PER_TURN = 32;
/** Snapshots for pages with other rules, about 1 ms. */
const FEEDS_PER_TURN = 16;

/** A page that loads takes more at once than it refills; a flood must not be noticed by others. */
const AT_ONCE_SECONDS = 1;
/** What is asked beyond that waits for its turn. */
const IN_ADVANCE_SECONDS = 3;
/** So much of a burst is served at once, and the rest so many times as fast as it refills. */
const [UNPACED_SECONDS, PACE] = [0.4, 10];
const FAILURE_LOGGED_EVERY_MS = 10_000;
const allowanceOf = ({ points, seconds }: Limit) => ({
  burst: Math.max(1, (AT_ONCE_SECONDS * points) / seconds),
  perSecond: points / seconds,
  advance: (IN_ADVANCE_SECONDS * points) / seconds,
  pace: { burst: Math.max(1, (UNPACED_SECONDS * points) / seconds), perSecond: (PACE * points) / seconds },
});

export type GatewayComponents = ReturnType<typeof composeGateway>;

export function composeGateway(kit: Kit, config: GatewayConfig) {
  const { bus, log, tracing } = kit;
  const metrics = createGatewayMetrics(kit.metrics);
  const onBug = (error: unknown, ids: object = {}) => log.error({ ...ids, err: error }, 'unexpected error of a socket');
  // An outage fails the calls of every shard.
  const onFailed = atMostEvery(FAILURE_LOGGED_EVERY_MS, (dropped, error: unknown) =>
    log.warn({ err: error, dropped }, 'a shard owner could not be called'),
  );

  const revocations = new RevocationList(
    bus,
    () => sockets.closeRevoked((principal) => revocations.isRevoked(principal)),
    onBug,
    config.revocationsEveryMs,
  );
  const tokens = createTokens(bus, revocations);
  const audit = new Audit(bus, log);
  const devices = new Devices(bus, config.PUBLIC_URL?.startsWith('https:') ?? false);
  const links = new SignedLinks(bus);
  const addressLimits = new AddressLimits(bus, onBug);
  const raised = new RaisedAddresses(bus, onBug, config.networksEveryMs);
  const callers = new Callers(devices, config.TRUSTED_PROXIES, addressLimits, log);
  const descriptors = new Descriptors({ reserve: config.descriptorReserve, connections: () => connections.open });
  const connections: ConnectionLimits = new ConnectionLimits({
    descriptors,
    perAddress: config.CONNECTIONS_PER_ADDRESS,
    raised,
    trustedProxies: config.TRUSTED_PROXIES,
    addressOf: (request) => callers.addressOf(request),
    onRefused: (reason) => metrics.closings.inc({ reason }),
    onEvicted: () => metrics.closings.inc({ reason: 'evicted' }),
  });
  const shards = new Shards({ bus, onFailed });
  const owners: OwnerCallDependencies = { bus, attemptMs: config.attemptMs, onNewOwner: shards.onNewOwner };
  const arrivals = new Scheduler(ARRIVALS_PER_TURN);
  /** One in each turn of the event loop: what seated players have sent meanwhile is read in between. */
  const starts = new Scheduler(1);
  const turns = new Scheduler();
  const newcomers = {
    get isBusy() {
      return arrivals.isBusy || queue.isBusy;
    },
  };
  const newSemaphore = () =>
    semaphore({ concurrency: config.helloConcurrency, queue: config.helloQueue, refusal: 'busy' });
  const rooms = new Rooms(
    {
      owners,
      shards,
      scheduler: turns,
      // When thousands arrive at once, their snapshots go first.
      presenceScheduler: new Scheduler(PRESENCES_PER_TURN, newcomers),
      snapshotSemaphore: newSemaphore(),
      feedTurns: new Scheduler(FEEDS_PER_TURN, newcomers),
      tracing,
      presence: { gateway: randomUUID(), everyMs: config.presenceEveryMs, expiresMs: config.presenceExpiresMs },
      bounds: { maxBytes: config.ringBytes, maxAgeMs: config.ringMs },
      metrics,
      onCrewChanged: (room) => void closeLostDesks(bus, sockets.all, room).catch(onBug),
      onErased: (room) => {
        rooms.drop(room);
        closeErased(sockets.all, room);
      },
      onFailed,
    },
    config.roomIdleMs,
  );
  const limiter = { bus, withinMs: config.limitWithinMs };
  const figures = createFigures(kit, () => sockets.all);
  const guests = new Guests({ bus, limiter, addressLimits, tokens });
  const codes = new CodeLimits(limiter, links);
  const games = new GameFinder({ owners, codes, figures });
  const showOf = (gameId: GameId) => games.showOf(gameId);
  const commands = new CommandSender({
    ...owners,
    limiter,
    deadlineMs: config.commandDeadlineMs,
    graceMs: config.TOKEN_GRACE_MS,
    buzzLimit: new BuzzLimit(config.LIMIT_ANSWER),
    addressLimits,
    raised,
    showOf,
    onFull: () => metrics.busy.inc({ bound: 'shard' }),
    onBug,
  });
  const allowance = new Allowance(allowanceOf(config.LIMIT_REQUESTS));
  const helloHandler = new HelloHandler({
    bus,
    raised,
    showOf,
    allowance,
    tokens,
    audit,
    revocations,
    rooms,
    semaphore: newSemaphore(),
    arrivals,
    onOutcome: (outcome) => metrics.hellos.inc({ outcome }),
    onBug,
  });
  const operations = new Operations({
    bus,
    tokens,
    onBug,
    vitals: kit.vitals,
    everyMs: config.operationsEveryMs,
    goneMs: config.operationsGoneMs,
  });
  const controlRooms = new ControlRooms({
    ...{ bus, tokens, allowance, onBug, vitals: kit.vitals },
    everyMs: config.controlRoomEveryMs,
    goneMs: config.operationsGoneMs,
  });
  const topics = new Topics(operations, controlRooms);
  const record = recordCommands({ kit, metrics, figures });
  const queue: ArrivalQueue = new ArrivalQueue(
    {
      atOnce: config.arrivalsAtOnce,
      atOnceLate: config.arrivalsAtOnceLate,
      most: config.arrivalsWaiting,
      retryMs: config.arrivalRetryMs,
      keepMs: config.arrivalKeepMs,
      tellEveryMs: config.arrivalTellEveryMs,
    },
    {
      schedule: (start) => starts.run(start),
      inSlices: (task) => turns.schedule(task),
      onWaiting: (waiting) => metrics.arrivals.set(waiting),
    },
  );
  const arriving = new Arrivals({
    games,
    guests,
    hellos: helloHandler,
    commands,
    queue,
    allowance,
    addressLimits,
    metrics,
    figures,
    tracing,
    record,
    mostWaiting: () => Math.min(descriptors.half, config.arrivalsMostWaiting),
    onBug,
  });
  const sessionReports = new SessionReports({ bus, everyMs: config.sessionSignsEveryMs, onBug });
  const sockets: Sockets = new Sockets({
    topics,
    sessionReports,
    figures,
    kit,
    callers,
    connections,
    helloHandler,
    arrivals: arriving,
    allowance,
    commands,
    record,
    metrics,
    onOverrun: handleOverrun({
      onceInMs: config.overrunAgainMs,
      onOverrun: () => metrics.overruns.inc(),
      onBug,
    }),
  });

  let stopSweep = () => undefined as void;
  return {
    kit,
    config,
    metrics,
    tokens,
    audit,
    signInProvider: new SignInProvider(bus),
    owners,
    commands,
    sockets,
    // Not behind hellos: each turn is long when thousands connect.
    guestTurns: new Scheduler(ARRIVALS_PER_TURN),
    figures,
    callers,
    limiter,
    addressLimits,
    connections,
    allowance,
    guests,
    games,
    codes,
    links,
    reports: new ReportLimits(callers, addressLimits),
    tarpit: new Tarpit(config.floodAnswerMs, ({ socket }) => connections.wait(socket)),
    lifecycle: {
      start() {
        devices.start();
        links.start();
        void descriptors.start();
        revocations.start();
        raised.start();
        sessionReports.start();
        stopSweep = startSweep({
          connections: sockets.all,
          rooms,
          helloWithinMs: config.helloWithinMs,
          enterWithinMs: config.enterWithinMs,
          silentAfterMs: config.silentAfterMs,
          stalledAfterMs: config.stalledAfterMs,
          presenceEveryMs: config.presenceEveryMs,
          graceMs: config.TOKEN_GRACE_MS,
        });
      },
      async stop() {
        kit.health.refuse('stopping');
        sockets.refuseNew();
        rooms.stopPublishing();
        await drain(sockets.all, config.DRAIN_MS);
        await sessionReports.stop();
        stopSweep();
        queue.stop();
        topics.stop();
        rooms.stop();
        shards.stop();
        devices.stop();
        links.stop();
        descriptors.stop();
        revocations.stop();
        addressLimits.stop();
        await raised.stop();
      },
    } satisfies Lifecycle,
  };
}
