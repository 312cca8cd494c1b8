import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Game, type GameState, isUnclaimed, type ServerCommand, type UserId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import type { Actor } from '../actor/actor.js';
import type { Clock } from '../actor/clock.js';
import type { Owner } from './owner.js';

export interface SweepOptions {
  readonly idleMs: number;
  readonly unopenedMs: number;
}

const COMPLETED_IDLE_MS = 30_000;
const NONE_IDLE_MS = 1_000;
const VIEWS_IDLE_MS = 5_000;
const COMMAND_WITHIN_MS = 4_000;
/** How long one turn of the event loop may take. */
const SLICE_MS = 5;

/**
 * Runs every second: publishes heads and the statuses of rooms, unloads idle games and issues the commands that follow from
 * absences. With many games it lets commands run in between.
 */
export async function sweep(owner: Owner, bus: Bus, clock: Clock, options: SweepOptions): Promise<void> {
  let sliceFrom = performance.now();
  const isOver = () => performance.now() - sliceFrom > SLICE_MS;
  const nextTurn = async () => {
    await setImmediate();
    sliceFrom = performance.now();
  };
  for (const shard of [...owner.shards.values()]) {
    if (isOver()) await nextTurn();
    if (owner.owns(shard)) shard.heads.publish(bus);
  }
  for (const actor of [...owner.actors()]) {
    if (isOver()) await nextTurn();
    if (owner.inMemory(actor.gameId) !== actor) continue;
    actor.expire();
    if (actor.idleMs > VIEWS_IDLE_MS) actor.committed.forgetViews();
    actor.recount();
    if (actor.isQuiet && actor.idleMs > idleLimit(actor, options, clock)) owner.passivate(actor);
    else if (actor.isLive) {
      watchModerator(actor, bus, clock);
      endSeatRequests(actor, clock);
      owner.roomStatuses.look(actor);
    }
  }
  owner.roomStatuses.publish(bus);
}

function idleLimit({ committed, presence }: Actor, { idleMs, unopenedMs }: SweepOptions, clock: Clock): number {
  const { state } = committed;
  // Operators see who is connected.
  const isSeen = (state.status === 'setup' || state.status === 'playing') && state.room !== undefined;
  if (isSeen && presence.hasSockets(clock.ticks())) return Infinity;
  const ofStatus: Partial<Record<GameState['status'], number>> = { none: NONE_IDLE_MS, completed: COMPLETED_IDLE_MS };
  return Math.min(idleMs, ofStatus[state.status] ?? idleMs, presence.hadSockets ? idleMs : unopenedMs);
}

function watchModerator(actor: Actor, bus: Bus, clock: Clock): void {
  const { presence, committed } = actor;
  const { state } = committed;
  if (state.status === 'none' || state.status === 'completed') return;
  const ticks = clock.ticks();
  // Off the bus, this process cannot know who is connected.
  if (!bus.connected) presence.reset(ticks);
  const issue = (command: ServerCommand) => issueCommand(actor, clock, state.moderatorId, command);
  const timeOf = (then: number) => Math.round(clock.now() - (ticks - then));
  const { musicDesk } = state;
  presence.musicDesk.track(musicDesk, ticks);
  const musicLostSince = presence.musicDesk.lostSince(ticks);
  if (musicDesk !== null && musicLostSince !== null)
    issue({ type: 'noteMusicDeskLost', deskId: musicDesk, since: timeOf(musicLostSince) });
  if (state.deskDisconnected) {
    presence.moderator.acknowledgeDisconnection();
    if (!state.moderatorLeft && presence.moderator.isConnected(ticks)) issue({ type: 'noteDeskReconnected' });
  } else if (state.status === 'playing') {
    const lostSince = presence.desksLostSince(ticks);
    if (lostSince !== null) issue({ type: 'noteDeskDisconnected', since: timeOf(lostSince) });
  }
  if (!state.moderatorLeft && !isWaiting(state) && presence.isModeratorAbsent(state.status === 'playing', ticks))
    issue({ type: 'noteAbsence' });
}

/** A prepared room that no person has taken yet is without a moderator by intention. */
const isWaiting = (state: Game): boolean => state.status === 'setup' && isUnclaimed(state);

function endSeatRequests(actor: Actor, clock: Clock): void {
  const { state } = actor.committed;
  if (state.status === 'none') return;
  for (const playerId of actor.presence.seatRequests.expired(state.seatRequests, clock.ticks(), clock.now()))
    issueCommand(actor, clock, playerId, { type: 'lapseSeatRequest', playerId });
}

function issueCommand(actor: Actor, clock: Clock, userId: UserId, command: ServerCommand): void {
  void actor.submit({
    issuer: { userId, isAdmin: false, isServer: true },
    commandId: randomUUID(),
    command,
    receivedAt: clock.now(),
    deadline: clock.ticks() + COMMAND_WITHIN_MS,
  });
}
