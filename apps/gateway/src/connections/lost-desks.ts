import { checkStageKey, type HelloFrame } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { callService } from '../calls/call-service.js';
import type { Room } from '../fan-out/room.js';
import { closeReasonOf, sendBye } from './bye.js';
import type { Connection } from './connection.js';

/**
 * After a change of the crew: users who lost their desk also lose the full view and the stage on open sockets. A stage
 * that was opened with a link stays open while the link is that of a user with a desk.
 */
export async function closeLostDesks(bus: Bus, all: Iterable<Connection>, room: Room): Promise<void> {
  const byKey = new Map<string, Connection[]>();
  for (const connection of all) {
    const { session } = connection;
    if (session?.room !== room || (session.role !== 'moderator' && session.role !== 'stage')) continue;
    if (room.hasDesk(session.principal.userId)) continue;
    const { stageKey } = session;
    if (stageKey === undefined) sendBye(connection, 'forbidden');
    else byKey.set(stageKey, [...(byKey.get(stageKey) ?? []), connection]);
  }
  await Promise.all([...byKey].map(([stageKey, stages]) => closeLostStages(bus, room, stageKey, stages)));
}

/** The game of the room was erased. */
export function closeErased(all: Iterable<Connection>, room: Room): void {
  for (const connection of [...all]) if (connection.session?.room === room) sendBye(connection, 'game-not-found');
}

async function closeLostStages(bus: Bus, room: Room, stageKey: string, stages: readonly Connection[]): Promise<void> {
  try {
    if (await mayWatch(bus, { as: 'stage', gameId: room.gameId, stageKey })) return;
    for (const stage of stages) sendBye(stage, 'forbidden');
  } catch (error) {
    // It is checked again when the stage reconnects.
    for (const stage of stages) sendBye(stage, closeReasonOf(error));
  }
}

/** A stage on another computer has the key from a member's link. */
export async function mayWatch(
  bus: Bus,
  { as, gameId, stageKey }: Pick<HelloFrame, 'as' | 'gameId' | 'stageKey'>,
): Promise<boolean> {
  if (as !== 'stage' || stageKey === undefined) return false;
  return (await callService(bus, checkStageKey, { gameId, stageKey })).fits;
}
