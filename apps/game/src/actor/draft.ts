import { evolve, type GameEvent, type GameId } from '@earworm/rules';
import type { LogRow } from '../log/append.js';
import { itemsOf } from './encode.js';
import type { Envelope } from './mailbox.js';
import type { Position } from './rehydrate.js';
import type { Items } from './event-ring.js';

/** A version that has been decided and not committed: nobody may see it. */
export interface Pending extends Position {
  readonly items: Items;
}

export interface Draft {
  readonly rows: readonly LogRow[];
  readonly entries: readonly Pending[];
  readonly position: Position;
}

/** Events numbered on from a position, as the log will hold them and as each kind of view will see them. */
export function draft(
  { gameId, epoch }: { readonly gameId: GameId; readonly epoch: number },
  from: Position,
  events: readonly GameEvent[],
  envelope?: Envelope,
): Draft {
  // What the server does by itself is not retried, so it needs no id.
  const sender = envelope && !envelope.issuer.isServer ? envelope : undefined;
  const rows: LogRow[] = [];
  const entries: Pending[] = [];
  let { version, state } = from;
  for (const happened of events) {
    const before = state;
    const after = evolve(before, happened);
    if (after.status === 'none') throw new Error(`"${happened.type}" left no game`);
    state = after;
    version += 1;
    rows.push({
      gameId,
      version,
      userId: sender?.issuer.userId ?? null,
      commandId: sender?.commandId ?? null,
      event: JSON.stringify(happened),
      at: happened.at,
      epoch,
    });
    entries.push({ version, state, items: itemsOf(before, happened, after, version) });
  }
  return { rows, entries, position: { version, state } };
}
