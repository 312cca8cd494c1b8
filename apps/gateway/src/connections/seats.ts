import type { Command, ServerFrame, UserId } from '@earworm/contracts';
import type { Session } from '../fan-out/session.js';
import type { Connection } from './connection.js';

type SnapshotFrame = Extract<ServerFrame, { type: 'snapshot' }>;

/** What players without a seat may issue. */
const SEATLESS: ReadonlySet<Command['type']> = new Set(['requestSeat', 'withdrawSeatRequest']);

/** Connections of players without a seat make room for others when there are too many. */
export function noteSeat(connection: Connection, { role, room, principal }: Session, isSeated: boolean): void {
  if (role !== 'player') return connection.onUse(true);
  if (isSeated) room.seated.add(principal.userId);
  else room.seated.delete(principal.userId);
  if (connection.open) connection.onUse(isSeated);
}

/** After a command of theirs was accepted. */
export function noteSeatAfter(connection: Connection, session: Session, { type }: Command): void {
  if (session.role !== 'player' || SEATLESS.has(type)) return;
  noteSeat(connection, session, type !== 'leaveGame');
}

/** Of a connection that goes on with events, which do not tell. Asks the owner about a player that is new to this gateway. */
export async function findSeat(connection: Connection, session: Session): Promise<void> {
  const { role, room, channel, principal } = session;
  if (role !== 'player' || room.seated.has(principal.userId)) return noteSeat(connection, session, true);
  const { seat } = await room.snapshots.ofUser(channel.kind, principal.userId as UserId);
  noteSeat(connection, session, hasSeat(seat));
}

/** @param seat of a snapshot, JSON. A player who left or was removed has one that is not active. */
export const hasSeat = (seat: string): boolean => (JSON.parse(seat) as SnapshotFrame['seat'])?.isActive === true;
