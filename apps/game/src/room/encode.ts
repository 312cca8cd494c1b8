import { roleEventsSubject, roleEventsText } from '@earworm/contracts';
import {
  isShownAlike,
  VIEW_KINDS,
  viewEventOf,
  type Game,
  type GameEvent,
  type GameState,
  type ViewKind,
} from '@earworm/rules';
import type { Items } from './ring.js';

/** One event as JSON text for each kind of view: made once, by the owner, so that no secret travels further. */
export function itemsOf(before: GameState, event: GameEvent, after: Game, version: number): Items {
  const item = (kind: (typeof VIEW_KINDS)[number]) => JSON.stringify(viewEventOf(before, event, after, kind, version));
  const full = item('full');
  return isShownAlike(event)
    ? { player: full, stage: full, full }
    : { player: item('player'), stage: item('stage'), full };
}

/** Publishes committed events of one game, one message per kind of view; `from` is the first one's version. */
export function publishItems(
  publish: (subject: string, data: Uint8Array) => void,
  game: { readonly gameId: string; readonly logId: string },
  from: number,
  items: readonly Items[],
): void {
  const encoded = (kind: ViewKind) =>
    Buffer.from(
      roleEventsText(
        game.logId,
        from,
        items.map((item) => item[kind]),
      ),
    );
  const alike = items.every(({ player, stage, full }) => player === full && stage === full) ? encoded('full') : null;
  for (const kind of VIEW_KINDS) publish(roleEventsSubject(game.gameId, kind), alike ?? encoded(kind));
}
