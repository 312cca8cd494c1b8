import { roleEventsSubject, roleEventsText } from '@earworm/contracts';
import { VIEW_KINDS, viewEventOf, type Game, type GameEvent, type GameState } from '@earworm/rules';
import type { Items } from './ring.js';

/** One event as JSON text for each kind of view: made once, by the owner, so that no secret travels further. */
export function itemsOf(before: GameState, event: GameEvent, after: Game, version: number): Items {
  const item = (kind: (typeof VIEW_KINDS)[number]) => JSON.stringify(viewEventOf(before, event, after, kind, version));
  return { player: item('player'), stage: item('stage'), full: item('full') };
}

/** Publishes committed events of one game, one message per kind of view; `from` is the first one's version. */
export function publishItems(
  publish: (subject: string, data: Uint8Array) => void,
  game: { readonly gameId: string; readonly logId: string },
  from: number,
  items: readonly Items[],
): void {
  for (const kind of VIEW_KINDS) {
    const texts = items.map((item) => item[kind]);
    publish(roleEventsSubject(game.gameId, kind), Buffer.from(roleEventsText(game.logId, from, texts)));
  }
}
