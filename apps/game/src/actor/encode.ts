import { EVERY_KIND, roleEventsSubject, roleEventsText } from '@earworm/contracts';
import {
  isShownAlike,
  VIEW_KINDS,
  viewEventOf,
  type Game,
  type GameEvent,
  type GameState,
  type ViewKind,
} from '@earworm/rules';
import type { Items } from './event-ring.js';

/** One event as JSON text for each kind of view: made once, by the owner, so that no secret travels further. */
export function itemsOf(before: GameState, event: GameEvent, after: Game, version: number): Items {
  const item = (kind: (typeof VIEW_KINDS)[number]) => JSON.stringify(viewEventOf(before, event, after, kind, version));
  const full = item('full');
  return isShownAlike(event)
    ? { player: full, stage: full, full }
    : { player: item('player'), stage: item('stage'), full };
}

/**
 * Publishes committed events of one game; `from` is the first one's version. Those that every kind of view is shown alike
 * leave as one message, the others as one for each kind.
 */
export function publishItems(
  publish: (subject: string, data: Uint8Array) => void,
  game: { readonly gameId: string; readonly logId: string },
  from: number,
  items: readonly Items[],
): void {
  const send = (to: string, kind: ViewKind) => {
    const texts = items.map((item) => item[kind]);
    publish(roleEventsSubject(game.gameId, to), Buffer.from(roleEventsText(game.logId, from, texts)));
  };
  if (items.every(({ player, stage, full }) => player === full && stage === full)) return send(EVERY_KIND, 'full');
  for (const kind of VIEW_KINDS) send(kind, kind);
}
