import { EVERY_KIND, roleEventsSubject, roleEventsText } from '@earworm/contracts';
import {
  isSameForAllKinds,
  VIEW_KINDS,
  viewEventOf,
  type Game,
  type GameEvent,
  type GameState,
  type ViewKind,
} from '@earworm/rules';
import type { EncodedEvent } from './event-ring.js';

/** Encoded by the owner, once, so that no secret travels further. */
export function encodeEvent(before: GameState, event: GameEvent, after: Game, version: number): EncodedEvent {
  const encode = (kind: ViewKind) => JSON.stringify(viewEventOf(before, event, after, kind, version));
  const full = encode('full');
  return isSameForAllKinds(event)
    ? { player: full, stage: full, full }
    : { player: encode('player'), stage: encode('stage'), full };
}

/** Publishes events from a version on: as one message if all kinds of view are equal, else one for each. */
export function publishEvents(
  publish: (subject: string, data: Uint8Array) => void,
  game: { readonly gameId: string; readonly logId: string },
  from: number,
  events: readonly EncodedEvent[],
): void {
  const send = (to: string, kind: ViewKind) => {
    const texts = events.map((event) => event[kind]);
    publish(roleEventsSubject(game.gameId, to), Buffer.from(roleEventsText(game.logId, from, texts)));
  };
  if (events.every(({ player, stage, full }) => player === full && stage === full)) return send(EVERY_KIND, 'full');
  for (const kind of VIEW_KINDS) send(kind, kind);
}
