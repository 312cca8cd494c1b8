import {
  checkStageKey,
  type CloseReason,
  type HelloFrame,
  type ErrorCode,
  OBSERVED,
  PROTOCOL_VERSION,
  RefusedError,
  RULES,
  viewKindOf,
} from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { Bus } from '@earworm/service-kit/bus';
import type { Semaphore } from '@earworm/service-kit/resilience';
import { actOf, type Audit } from '../calls/audit.js';
import { ask } from '../calls/ask.js';
import type { Channel } from '../fan-out/channel.js';
import type { Room } from '../fan-out/room.js';
import type { Rooms } from '../fan-out/rooms.js';
import { framed } from '../wire/frame.js';
import { askAuthAt } from '../connections/auth-watch.js';
import { sayBye } from '../connections/bye.js';
import { catchUp, SnapshotFeed } from '../connections/catch-up.js';
import type { Connection } from '../connections/connection.js';
import type { Revoked } from './revoked.js';
import type { Session } from '../fan-out/session.js';
import type { Turns } from '../fan-out/turns.js';

export interface GreeterTerms {
  readonly bus: Bus;
  readonly tokens: TokenVerifier;
  readonly revoked: Pick<Revoked, 'ended'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly rooms: Rooms;
  readonly semaphore: Semaphore;
  /** Within the semaphore: a crowd let through at once is greeted a few in a turn. */
  readonly arrivals: Turns;
  readonly onOutcome: (outcome: 'resumed' | 'snapshot' | CloseReason) => void;
  readonly onBug: (error: unknown) => void;
}

/** Takes hellos: who is it, may they, and where do they go on. */
export class Greeter {
  constructor(private readonly terms: GreeterTerms) {}

  async greet(connection: Connection, hello: HelloFrame): Promise<void> {
    try {
      const outcome = await this.#admit(connection, hello);
      this.terms.onOutcome(outcome);
    } catch (error) {
      const reason = reasonOf(error);
      if (!(error instanceof RefusedError)) this.terms.onBug(error);
      this.terms.onOutcome(reason);
      sayBye(connection, reason);
    }
  }

  async #admit(connection: Connection, hello: HelloFrame): Promise<'resumed' | 'snapshot' | CloseReason> {
    if (hello.protocol < PROTOCOL_VERSION - 1) throw new RefusedError('bad-request');
    // A newer page than this gateway: another one will know it soon.
    if (hello.protocol > PROTOCOL_VERSION) throw new RefusedError('busy');
    const principal = await this.terms.semaphore(async () => {
      await this.terms.arrivals.entered();
      return this.terms.tokens.verify(hello.token);
    });
    if (!connection.open) return 'no-hello';
    const room = this.terms.rooms.of(hello.gameId);
    room.greeting++;
    try {
      const channel = room.channel(viewKindOf(hello.as));
      // Outside of the semaphore: a game whose owner is away holds up only its own players.
      await room.known(channel);
      return await this.terms.semaphore(() => this.#enter(connection, hello, principal, room, channel));
    } finally {
      room.greeting--;
      this.terms.rooms.dropIfUnknown(room);
    }
  }

  async #enter(connection: Connection, hello: HelloFrame, principal: Principal, room: Room, channel: Channel) {
    const { as: role, since } = hello;
    const takesEvents = hello.rules === RULES;
    if (!connection.open) return 'no-hello';
    if (!mayEnter(role, principal, room) && !(await this.#hasStageLink(hello))) throw new RefusedError('forbidden');
    if (role === 'observer') await this.#record(principal, hello);
    // Whoever left while the link was looked at has been taken out of the room already.
    if (!connection.open) return 'no-hello';
    this.#stillCounts(principal);

    const follower = takesEvents ? connection : new SnapshotFeed(connection, this.terms.onBug);
    const session: Session = {
      principal,
      role,
      desk: role === 'moderator' ? hello.desk : undefined,
      room,
      channel,
      follower,
      askAuthAt: askAuthAt(principal),
      fallenAt: -Infinity,
      restartsSeen: channel.restarts,
    };
    const position = takesEvents && since?.logId === channel.logId ? channel.ring.positionAfter(since.version) : null;
    if (since !== undefined && position !== null) {
      connection.line.together(() => {
        connection.say({ type: 'events', logId: since.logId, from: since.version + 1, list: [] });
        connection.cursor.follow(channel.ring, position, since.version);
        enter(connection, session);
      });
      return 'resumed';
    }
    await catchUp(connection, session);
    if (!connection.open) return 'no-hello';
    this.#stillCounts(principal);
    enter(connection, session);
    return 'snapshot';
  }

  /** A token that is ended while its hello waits is found by nobody else: sockets are closed by their sessions. */
  #stillCounts(principal: Principal): void {
    if (this.terms.revoked.ended(principal)) throw new RefusedError('token-expired');
  }

  /** Administrators see what the moderator sees. Where that cannot be recorded, they come back as if it were busy. */
  #record(principal: Principal, { gameId }: HelloFrame): Promise<void> {
    return this.terms.audit.record(actOf(OBSERVED, principal, { gameId }), () => Promise.resolve());
  }

  /** A stage on another computer has the key from the moderator's link instead of their name. */
  async #hasStageLink({ as, gameId, stageKey }: HelloFrame): Promise<boolean> {
    if (as !== 'stage' || stageKey === undefined) return false;
    return (await ask(this.terms.bus, checkStageKey, { gameId, stageKey })).fits;
  }
}

function enter(connection: Connection, session: Session): void {
  const { room, channel, role, principal, follower, desk } = session;
  connection.session = session;
  room.members.set(connection, channel.kind);
  channel.followers.add(follower);
  room.presence.enters(role, principal.userId, desk);
  const { all, full } = room.presence.frames;
  if (all !== '') connection.presence(framed(Buffer.from(channel.kind === 'full' ? full : all)));
}

/** The other end of `enter`; safe for a connection that never entered. */
export function leave(connection: Connection): void {
  const { session } = connection;
  connection.cursor.stop();
  if (session === null) return;
  connection.session = null;
  session.room.members.delete(connection);
  session.channel.followers.delete(session.follower);
  session.room.presence.leaves(session.role, session.principal.userId, session.desk);
}

/** Roles are decided here, by what the owner says, never by what a browser says of itself. */
function mayEnter(role: HelloFrame['as'], principal: Principal, room: Room): boolean {
  switch (role) {
    case 'player':
      return true;
    case 'moderator':
    case 'stage':
      return principal.userId === room.moderatorId;
    case 'observer':
      return principal.isAdmin;
  }
}

const REASONS: Partial<Record<ErrorCode, CloseReason>> = {
  unauthenticated: 'unauthenticated',
  'token-expired': 'token-expired',
  forbidden: 'forbidden',
  'game-not-found': 'game-not-found',
  'bad-request': 'protocol-too-old',
};

/** Whatever may pass by itself is `busy`: the client comes back. */
function reasonOf(error: unknown): CloseReason {
  return (error instanceof RefusedError ? REASONS[error.code] : undefined) ?? 'busy';
}
