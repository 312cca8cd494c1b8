import { randomUUID } from 'node:crypto';
import { AddressLimits } from '@earworm/service-kit/address-limits';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { traceIdsOf } from '@earworm/service-kit/log';
import { semaphore } from '@earworm/service-kit/resilience';
import type { OwnerTerms } from './calls/ask-owner.js';
import { PressLimit } from './limits/action-limits.js';
import { NewGames } from './commands/new-games.js';
import { CommandSender } from './commands/send-command.js';
import { Audit } from './calls/audit.js';
import type { GatewayConfig } from './gateway.config.js';
import { createGatewayMetrics } from './gateway.metrics.js';
import { Callers } from './limits/callers.js';
import { Connections } from './limits/connections.js';
import { Descriptors } from './limits/descriptors.js';
import { Devices } from './limits/devices.js';
import { ReportLimits } from './limits/report-limits.js';
import { SlowRefusals } from './limits/slow-refusals.js';
import { SignInProvider } from './http/sign-in-provider.js';
import { JsonThread } from './wire/json-thread.js';
import { createFigures } from './operations/figures.js';
import { Operations } from './operations/operations.js';
import { Rooms } from './fan-out/rooms.js';
import { Shards } from './calls/shards.js';
import { drain } from './connections/drain.js';
import { afterFall } from './connections/slow-consumers.js';
import { Greeter } from './admission/hello.js';
import { Revoked } from './admission/revoked.js';
import { SessionSigns } from './admission/session-signs.js';
import type { Lifecycle } from './sockets/socket.gateway.js';
import { Sockets, type SocketsTerms } from './sockets/sockets.js';
import { startSweep } from './sockets/sweep.js';
import { createTokens } from './admission/tokens.js';
import { ARRIVALS_PER_TURN, Turns } from './fan-out/turns.js';

/** Half a millisecond or so: hundreds of rooms come back at once, and each says who is here. */
const PRESENCES_PER_TURN = 32;

/** What the gateway consists of, besides the providers that Nest puts together of these. */
export type GatewayParts = ReturnType<typeof composeGateway>;

export function composeGateway(kit: Kit, config: GatewayConfig) {
  const { bus, log, tracing } = kit;
  const metrics = createGatewayMetrics(kit.metrics);
  const onBug = (error: unknown, ids: object = {}) => log.error({ ...ids, err: error }, 'a socket caused a bug');
  const onAnswered: SocketsTerms['onAnswered'] = ({ id, command, gameId, principal }, answer, traceParent) => {
    // A press of which nothing is logged costs this question.
    if (!log.isLevelEnabled('debug')) return;
    const ids = { ...traceIdsOf(traceParent), requestId: id, gameId, userId: principal.userId };
    log.debug({ ...ids, command: command.type, code: answer.ok ? undefined : answer.code }, 'a command was answered');
  };
  const onFailed = (error: unknown) => log.warn({ err: error }, 'an owner could not be asked');

  const revoked = new Revoked(
    bus,
    () => sockets.end((principal) => revoked.ended(principal)),
    onBug,
    config.REVOCATIONS_EVERY_MS,
  );
  const tokens = createTokens(bus, config, revoked);
  const audit = new Audit(bus, log);
  const devices = new Devices(bus, config.PUBLIC_URL?.startsWith('https:') ?? false);
  const ceilings = new AddressLimits(bus, onBug);
  const callers = new Callers(devices, config.TRUSTED_PROXIES, ceilings, log);
  const descriptors = new Descriptors({ reserve: config.DESCRIPTOR_RESERVE, connections: () => connections.open });
  const connections: Connections = new Connections({
    descriptors,
    perAddress: config.CONNECTIONS_PER_ADDRESS,
    trustedProxies: config.TRUSTED_PROXIES,
    addressOf: (request) => callers.addressOf(request),
    onRefused: (reason) => metrics.closings.inc({ reason }),
  });
  const jsonThread = new JsonThread();
  const shards = new Shards({ bus, onFailed });
  const owners: OwnerTerms = { bus, attemptMs: config.ATTEMPT_MS, onNewOwner: shards.onNewOwner };
  const rooms = new Rooms(
    {
      bus,
      owners,
      shards,
      gateway: randomUUID(),
      turns: new Turns(),
      presenceTurns: new Turns(PRESENCES_PER_TURN),
      tracing,
      presence: { everyMs: config.PRESENCE_EVERY_MS, expiresMs: config.PRESENCE_EXPIRES_MS },
      bounds: { maxBytes: config.RING_BYTES, maxAgeMs: config.RING_MS },
      onRound: () => metrics.rounds.inc(),
      onGap: () => metrics.gaps.inc(),
      onFailed,
    },
    config.ROOM_IDLE_MS,
  );
  const limiter = { bus, withinMs: config.LIMIT_WITHIN_MS };
  const commands = new CommandSender({
    ...owners,
    limiter,
    deadlineMs: config.COMMAND_DEADLINE_MS,
    graceMs: config.TOKEN_GRACE_MS,
    presses: new PressLimit(config.ANSWER_LIMIT, config.ANSWER_WINDOW_MS),
    ceilings,
    onFull: () => metrics.busy.inc({ bound: 'shard' }),
    onBug,
  });
  const arrivals = new Turns(ARRIVALS_PER_TURN);
  const greeter = new Greeter({
    bus,
    tokens,
    audit,
    revoked,
    rooms,
    semaphore: semaphore({ concurrency: config.HELLO_CONCURRENCY, queue: config.HELLO_QUEUE, refusal: 'busy' }),
    arrivals,
    onOutcome: (outcome) => metrics.hellos.inc({ outcome }),
    onBug,
  });
  const operations = new Operations({
    ...{ bus, tokens, onBug, vitals: kit.vitals },
    everyMs: config.OPERATIONS_EVERY_MS,
    goneMs: config.OPERATIONS_GONE_MS,
  });
  const figures = createFigures(kit, () => sockets.all);
  const signs = new SessionSigns({ bus, everyMs: config.SESSION_SIGNS_EVERY_MS, onBug });
  const sockets: Sockets = new Sockets({
    operations,
    signs,
    figures,
    tracing,
    callers,
    greeter,
    commands,
    tokens,
    metrics,
    onFallen: afterFall({
      // As many may wait as there are sockets: each waits at most once.
      semaphore: semaphore({ concurrency: config.HELLO_CONCURRENCY, queue: Infinity, refusal: 'busy' }),
      onceInMs: config.OVERRUN_AGAIN_MS,
      onFallen: () => metrics.fallen.inc(),
      onBug,
    }),
    onAnswered,
    onBug,
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
    sockets,
    arrivals,
    figures,
    callers,
    limiter,
    ceilings,
    connections,
    reports: new ReportLimits(callers, ceilings),
    slowRefusals: new SlowRefusals(config.FLOOD_ANSWER_MS),
    jsonThread,
    newGames: new NewGames(bus, {
      atOnce: config.CREATE_CONCURRENCY,
      mayWait: config.CREATE_QUEUE,
      waitMs: config.CREATE_WAIT_MS,
      restMsPerMb: config.CREATE_REST_MS,
      busyMs: config.CREATE_BUSY_MS,
    }),
    lifecycle: {
      start() {
        devices.start();
        void descriptors.start();
        jsonThread.start();
        revoked.start();
        signs.start();
        stopSweep = startSweep({
          connections: sockets.all,
          rooms,
          helloWithinMs: config.HELLO_WITHIN_MS,
          silentAfterMs: config.SILENT_AFTER_MS,
          stalledAfterMs: config.STALLED_AFTER_MS,
          presenceEveryMs: config.PRESENCE_EVERY_MS,
          graceMs: config.TOKEN_GRACE_MS,
        });
      },
      async stop() {
        kit.health.refuse('stopping');
        sockets.refuseNew();
        rooms.stopReporting();
        await drain(sockets.all, config.DRAIN_MS);
        await signs.stop();
        stopSweep();
        operations.stop();
        rooms.stop();
        shards.stop();
        devices.stop();
        descriptors.stop();
        revoked.stop();
        ceilings.stop();
        await jsonThread.stop();
      },
    } satisfies Lifecycle,
  };
}
