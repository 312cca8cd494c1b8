import type { OutlinedEvent } from '@earworm/contracts';
import { GameEvent, type GameEventType } from '@earworm/rules';
import { inSlices, type LogRow } from '@earworm/projections';
import type { EntityManager } from 'typeorm';
import { Book } from './history-batch.js';

const KNOWN: ReadonlySet<string> = new Set(GameEvent.options.map((option) => option.shape.type.value));
const isKnown = (stored: { type: string }): stored is OutlinedEvent => KNOWN.has(stored.type);

const IN_HISTORY: ReadonlySet<string> = new Set<GameEventType>([
  ...(['gameCreated', 'gameStarted', 'gameCompleted'] as const),
  ...(['playerJoined', 'playerRejoined', 'playerRenamed', 'seatMoved', 'moderatorMoved'] as const),
  ...(['answerJudged', 'questionMarkedUnanswered'] as const),
  ...(['verdictUndone', 'verdictChanged', 'scoreChanged'] as const),
  ...(['playerNameSet', 'playerRemoved', 'playerBanned'] as const),
]);
/** Most of what happens, presses above all, leaves no trace in a game's history. */
export const NOT_IN_HISTORY: readonly string[] = [...KNOWN].filter((type) => !IN_HISTORY.has(type));

/**
 * The effect of log rows on the history of games. Rows that a game has already taken in change nothing. Throws for an
 * event type of a newer release: history waits for its own upgrade rather than miss something.
 */
export async function applyToHistory(rows: readonly LogRow[], manager: EntityManager): Promise<void> {
  const book = await Book.open([...new Set(rows.map((row) => row.gameId))], manager);
  await inSlices(rows, ({ gameId, version, event }) => {
    if (!isKnown(event)) throw new Error(`the log holds an event of unknown type "${event.type}"`);
    if (!IN_HISTORY.has(event.type) || version <= book.versionOf(gameId)) return undefined;
    // A seat changes hands in all that stands written, so that has to stand there first.
    if (event.type === 'seatMoved') return book.moveSeat(gameId, version, event);
    if (event.type === 'moderatorMoved') return book.moveModerator(gameId, version, event);
    // A verdict is corrected where it stands written.
    if (event.type === 'verdictUndone') return book.undo(gameId, version, event);
    if (event.type === 'verdictChanged') return book.change(gameId, version, event);
    return enter(book, gameId, version, event);
  });
  await book.write();
}

function enter(
  book: Book,
  gameId: string,
  version: number,
  event: Exclude<OutlinedEvent, { type: 'seatMoved' | 'moderatorMoved' | 'verdictUndone' | 'verdictChanged' }>,
): void {
  switch (event.type) {
    case 'gameCreated':
      return book.create(version, event);
    case 'gameStarted':
      return book.turn(gameId, version, 'playing', null);
    case 'gameCompleted':
      return book.turn(gameId, version, 'completed', event.at);
    case 'playerJoined':
      return book.join(gameId, version, event.playerId, event.name);
    case 'playerRejoined':
      book.remove(gameId, version, event.playerId, false);
      return book.rename(gameId, version, event.playerId, event.name);
    case 'playerRenamed':
    case 'playerNameSet':
      return book.rename(gameId, version, event.playerId, event.name);
    case 'playerRemoved':
    case 'playerBanned':
      return book.remove(gameId, version, event.playerId, true);
    case 'scoreChanged':
      return book.score(gameId, version, event);
    case 'answerJudged':
      return book.judge(gameId, version, event);
    case 'questionMarkedUnanswered':
      return book.judge(gameId, version, { ...event, playerId: null, correct: false, gain: 0 });
    default:
      return undefined;
  }
}
