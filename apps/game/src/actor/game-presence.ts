import { PresenceMessage, presenceSubject } from '@earworm/contracts';
import type { Bus, Subscription } from '@earworm/service-kit/bus';
import type { Actor } from './actor.js';
import type { Clock } from './clock.js';

const decoder = new TextDecoder();

/** Listens to who is connected, only as far as it tells which of our games have sockets, and whether their moderators and those who ask for a seat are among them. */
export function watchPresence(bus: Bus, clock: Clock, inMemory: (gameId: string) => Actor | undefined): Subscription {
  const prefix = presenceSubject('');
  return bus.subscribe(presenceSubject('*'), ({ subject, data }) => {
    const actor = inMemory(subject.slice(prefix.length));
    const state = actor?.shown.position.state;
    if (!actor || !state || state.status === 'none') return;
    const message = PresenceMessage.safeParse(parsed(data));
    if (!message.success) return;
    const { gateway, users, stages, desks = [] } = message.data;
    if (users.length > 0 || stages > 0) actor.socketsReported(clock.ticks());
    if (state.status === 'completed') return;
    actor.musicDesk.note(gateway, desks, clock.ticks());
    actor.absence.note(gateway, users.includes(state.moderatorId), clock.ticks());
    actor.requestWatch.note(state.seatRequests, gateway, users, clock.ticks());
  });
}

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(data));
  } catch {
    return undefined;
  }
}
