import { setTimeout as wait } from 'node:timers/promises';
import {
  ActorSchema,
  type CloseReason,
  FRAME_PRICES,
  type GameId,
  type HelloFrame,
  OBSERVED,
  PROTOCOL_VERSION,
  RefusedError,
  RULES,
  type ServerFrame,
  type ShowId,
  type UserId,
  viewKindOf,
} from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { Bus } from '@earworm/service-kit/bus';
import type { RaisedAddresses } from '@earworm/service-kit/raised-addresses';
import type { Semaphore } from '@earworm/service-kit/resilience';
import { actOf, type Audit } from '../calls/audit.js';
import type { Allowance } from '../limits/allowance.js';
import type { Channel } from '../fan-out/channel.js';
import type { Room } from '../fan-out/room.js';
import type { Rooms } from '../fan-out/rooms.js';
import { askAuthAt, renewAuth } from '../connections/token-renewal.js';
import { closeReasonOf, sendBye } from '../connections/bye.js';
import { catchUp, SnapshotFeed } from '../connections/catch-up.js';
import type { Connection } from '../connections/connection.js';
import { mayWatch } from '../connections/lost-desks.js';
import { findSeat } from '../connections/seats.js';
import type { RevocationList } from './revocation-list.js';
import type { Session } from '../fan-out/session.js';
import type { Scheduler } from '../fan-out/scheduler.js';

export interface HelloDependencies {
  readonly bus: Bus;
  readonly raised: Pick<RaisedAddresses, 'at' | 'networkOf'>;
  readonly showOf: (gameId: GameId) => Promise<ShowId | null>;
  readonly tokens: TokenVerifier;
  readonly revocations: Pick<RevocationList, 'isRevoked'>;
  readonly audit: Pick<Audit, 'record'>;
  /** Of one user at this gateway. */
  readonly allowance: Pick<Allowance, 'take'>;
  readonly rooms: Rooms;
  readonly semaphore: Semaphore;
  /** Inside the semaphore: only a few hellos per event-loop turn. */
  readonly arrivals: Scheduler;
  readonly onOutcome: (outcome: 'resumed' | 'snapshot' | CloseReason) => void;
  readonly onBug: (error: unknown) => void;
}

/** What a user wants to see. */
export type Wanted = Omit<HelloFrame, 'type' | 'protocol' | 'token'>;
/** Done before the snapshot is read; the frames go before it in the same write. */
export type BeforeSnapshot = () => Promise<readonly ServerFrame[]>;

/** Throws for a client that this gateway cannot serve. */
export function checkProtocol(protocol: number): void {
  if (protocol < PROTOCOL_VERSION - 1) throw new RefusedError('bad-request');
  // The page is newer than this gateway; another one will accept it.
  if (protocol > PROTOCOL_VERSION) throw new RefusedError('busy');
}

/** Admits sockets: verifies token and role, then resumes or sends a snapshot. */
export class HelloHandler {
  constructor(private readonly deps: HelloDependencies) {}

  async handle(connection: Connection, hello: HelloFrame): Promise<void> {
    try {
      const outcome = await this.#admit(connection, hello);
      this.deps.onOutcome(outcome);
    } catch (error) {
      const reason = closeReasonOf(error);
      if (!(error instanceof RefusedError)) this.deps.onBug(error);
      this.deps.onOutcome(reason);
      sendBye(connection, reason);
    }
  }

  renewToken(connection: Connection, token: string): Promise<void> {
    return renewAuth(connection, token, this.deps.tokens);
  }

  async #admit(connection: Connection, hello: HelloFrame): Promise<'resumed' | 'snapshot' | CloseReason> {
    checkProtocol(hello.protocol);
    const principal = await this.deps.semaphore(async () => {
      await this.deps.arrivals.turn();
      return this.verify(hello.token);
    });
    const waitMs = this.deps.allowance.take(principal.userId, FRAME_PRICES.hello);
    // The client reconnects after a while.
    if (waitMs === null) throw new RefusedError('busy');
    if (waitMs > 0) await wait(waitMs);
    return this.enter(connection, hello, principal);
  }

  /** Throws the refusal of a token. */
  async verify(token: string): Promise<Principal> {
    const principal = await this.deps.tokens.verify(token);
    // An issuer may have longer ids; calls by reference do not check them again.
    if (!ActorSchema.shape.userId.safeParse(principal.userId).success) throw new RefusedError('forbidden');
    return principal;
  }

  /** Makes the socket that of a verified user in a game. */
  async enter(
    connection: Connection,
    wanted: Wanted,
    principal: Principal,
    before?: BeforeSnapshot,
  ): Promise<'resumed' | 'snapshot' | CloseReason> {
    if (!connection.open) return 'no-hello';
    const room = this.deps.rooms.of(wanted.gameId);
    room.pendingHellos++;
    try {
      const channel = room.channel(viewKindOf(wanted.as));
      await room.load(channel);
      return await this.#enter(connection, wanted, principal, room, channel, before);
    } finally {
      room.pendingHellos--;
      this.deps.rooms.dropIfUnused(room);
    }
  }

  async #enter(
    connection: Connection,
    hello: Wanted,
    principal: Principal,
    room: Room,
    channel: Channel,
    before?: BeforeSnapshot,
  ) {
    const { as: role, since } = hello;
    const takesEvents = hello.rules === RULES;
    const network = await this.#networkOf(connection, room.gameId);
    if (!connection.open) return 'no-hello';
    let { crew } = room;
    if (!mayEnter(role, principal, room) && !(await mayWatch(this.deps.bus, hello))) {
      await readCrewAgain(role, principal, room, channel);
      if (!mayEnter(role, principal, room)) throw new RefusedError('forbidden');
      crew = room.crew;
    }
    if (role === 'observer') await this.#record(principal, hello);
    // The socket may have closed meanwhile.
    if (!connection.open) return 'no-hello';
    const check = () => {
      this.#requireValid(principal);
      if (room.isErased) throw new RefusedError('game-not-found');
      // `closeLostDesks` only finds sockets with a session.
      if (needsCrew(role) && room.crew !== crew) throw new RefusedError('busy');
    };
    check();

    const subscriber = takesEvents ? connection : new SnapshotFeed(connection, this.deps.onBug);
    const session: Session = {
      principal,
      role,
      desk: role === 'moderator' ? hello.desk : undefined,
      stageKey: role === 'stage' ? hello.stageKey : undefined,
      network,
      room,
      channel,
      subscriber,
      askAuthAt: askAuthAt(principal),
      overrunAt: -Infinity,
      restartsSeen: channel.restarts,
    };
    const position = takesEvents && since?.logId === channel.logId ? channel.ring.positionAfter(since.version) : null;
    if (since !== undefined && position !== null) {
      connection.batch(() => {
        connection.send({ type: 'events', logId: since.logId, from: since.version + 1, list: [] });
        connection.cursor.follow(channel.ring, position, since.version);
        enter(connection, session);
      });
      this.#findSeat(connection, session);
      return 'resumed';
    }
    const first = await before?.();
    await catchUp(connection, session, {
      first,
      check,
      onCaughtUp: () => enter(connection, session),
    });
    return connection.session === session ? 'snapshot' : 'no-hello';
  }

  /** The network of the game's event that the device is in. Other events at the same place have their own names for it. */
  async #networkOf(connection: Connection, gameId: GameId): Promise<string | null> {
    const { raised, showOf } = this.deps;
    const { address } = connection.caller();
    return raised.at(address) === null ? null : raised.networkOf(await showOf(gameId), address);
  }

  /** After the player has entered, so that the snapshot does not wait for it. */
  #findSeat(connection: Connection, session: Session): void {
    findSeat(connection, session).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) this.deps.onBug(error);
    });
  }

  /** Tokens revoked while the hello waits: `Sockets.closeRevoked` only finds sockets with a session. */
  #requireValid(principal: Principal): void {
    if (this.deps.revocations.isRevoked(principal)) throw new RefusedError('token-expired');
  }

  /** An observer sees the full view, so the audit log comes first. */
  #record(principal: Principal, { gameId }: Wanted): Promise<void> {
    return this.deps.audit.record(actOf(OBSERVED, principal, { gameId }), () => Promise.resolve());
  }
}

function enter(connection: Connection, session: Session): void {
  const { room, channel, role, principal, subscriber } = session;
  connection.session = session;
  room.members.set(connection, channel.kind);
  channel.subscribers.add(subscriber);
  room.presence.enter(role, principal.userId, session);
  const presence = room.presenceFrame(channel.kind);
  if (presence === null) return;
  connection.queuePresence(presence);
  connection.advance();
}

/** Reverts `enter`; safe for a connection that never entered. */
export function leave(connection: Connection): void {
  const { session } = connection;
  connection.cursor.stop();
  if (session === null) return;
  connection.session = null;
  session.room.members.delete(connection);
  session.channel.subscribers.delete(session.subscriber);
  session.room.presence.leave(session.role, session.principal.userId, session);
}

/** Another gateway may have added the user a moment ago. Costs the owner as much as the hello of a player. */
async function readCrewAgain(role: HelloFrame['as'], { userId }: Principal, room: Room, channel: Channel) {
  if (!needsCrew(role)) return;
  const snapshot = await room.snapshots.ofUser(channel.kind, userId as UserId);
  room.applySnapshot(channel, snapshot);
}

const needsCrew = (role: HelloFrame['as']) => role === 'moderator' || role === 'stage';

function mayEnter(role: HelloFrame['as'], principal: Principal, room: Room): boolean {
  switch (role) {
    case 'player':
      return true;
    case 'moderator':
    case 'stage':
      return room.hasDesk(principal.userId);
    case 'observer':
      return principal.isAdmin;
  }
}
