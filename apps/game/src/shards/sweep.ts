import { randomUUID } from 'node:crypto';
import type { ServerCommand, UserId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import type { Actor } from '../actor/actor.js';
import type { Clock } from '../actor/clock.js';
import type { Owner } from './owner.js';

export interface SweepOptions {
  /** A game that nobody used for this long leaves memory. */
  readonly idleMs: number;
  /** The same of a game that no socket was reported of since it is in memory. */
  readonly unopenedMs: number;
}

const COMPLETED_IDLE_MS = 30_000;
const NONE_IDLE_MS = 1_000;
/** Encoded views are kept for so long after they were asked for. */
const VIEWS_IDLE_MS = 5_000;
/** What the owner notices is noted by a command like any other; this long may it wait. */
const NOTE_WITHIN_MS = 4_000;

/** What happens once a second to every shard and game of this replica. */
export function sweep(owner: Owner, bus: Bus, clock: Clock, { idleMs, unopenedMs }: SweepOptions): void {
  for (const shard of owner.shards.values())
    if (owner.speaksFor(shard)) shard.heads.publish((subject, data) => bus.publish(subject, data));
  for (const actor of [...owner.actors()]) {
    actor.expire();
    const { state } = actor.shown.position;
    if (actor.idleMs > VIEWS_IDLE_MS) actor.shown.views.forget();
    actor.recount();
    const mayIdle = state.status === 'none' ? NONE_IDLE_MS : state.status === 'completed' ? COMPLETED_IDLE_MS : idleMs;
    const mayStay = actor.wasOpened ? mayIdle : Math.min(mayIdle, unopenedMs);
    if (actor.isQuiet && actor.idleMs > Math.min(mayStay, idleMs)) owner.passivate(actor);
    else if (actor.isLive) {
      watchModerator(actor, bus, clock);
      endSeatRequests(actor, clock);
    }
  }
}

function watchModerator(actor: Actor, bus: Bus, clock: Clock): void {
  const { state } = actor.shown.position;
  if (state.status === 'none' || state.status === 'completed') return;
  const ticks = clock.ticks();
  // This process is disconnected: silence of others says nothing.
  if (!bus.connected) actor.forgive(ticks);
  const note = (command: ServerCommand) => give(actor, clock, state.moderatorId, command);
  const { musicDesk } = state;
  const at = (goneSince: number) => Math.round(clock.now() - (ticks - goneSince));
  actor.musicDesk.follow(musicDesk, ticks);
  const musicGoneSince = actor.musicDesk.goneSince(ticks);
  if (musicDesk !== null && musicGoneSince !== null)
    note({ type: 'noteMusicDeskLost', deskId: musicDesk, since: at(musicGoneSince) });
  if (state.deskDisconnected) {
    actor.absence.pauseNoted();
    if (!state.moderatorLeft && actor.absence.isConnected(ticks)) note({ type: 'noteDeskReconnected' });
  } else if (state.status === 'playing') {
    const goneSince = actor.absence.deskGoneSince(ticks);
    if (goneSince !== null) note({ type: 'noteDeskDisconnected', since: at(goneSince) });
  }
  if (!state.moderatorLeft && actor.absence.isAbsent(ticks, state.status === 'playing')) note({ type: 'noteAbsence' });
}

function endSeatRequests(actor: Actor, clock: Clock): void {
  const { requestWatch, shown } = actor;
  const { state } = shown.position;
  if (state.status === 'none') return;
  for (const playerId of requestWatch.lapsed(state.seatRequests, clock.ticks(), clock.now()))
    give(actor, clock, playerId, { type: 'lapseSeatRequest', playerId });
}

function give(actor: Actor, clock: Clock, userId: UserId, command: ServerCommand): void {
  void actor.submit({
    issuer: { userId, isAdmin: false, isServer: true },
    commandId: randomUUID(),
    command,
    pressedAt: clock.now(),
    deadline: clock.ticks() + NOTE_WITHIN_MS,
  });
}
