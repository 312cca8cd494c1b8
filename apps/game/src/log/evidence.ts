import type { gameEvidence, ReplyOf } from '@earworm/contracts';
import { chainOf, evidenceIn, evolve, type GameId, type GameState, NO_GAME, scoresOf } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { TIMELINE } from './log.sql.js';
import { readEvent } from './read.js';

/** Events that are read at once; other games go on in between. */
const AT_ONCE = 100;
/** Of a page, whose last line may be longer. */
const CHARACTERS = 200_000;

type Page = ReplyOf<typeof gameEvidence>;

/** The lines after a version. Which seat a user had is known only from the whole log, so that is played again. */
export async function readEvidence(database: DataSource, gameId: GameId, after: number): Promise<Page> {
  const lines: string[] = [];
  let characters = 0;
  let state: GameState = NO_GAME;
  let scores: Page['scores'] = [];
  for (let version = 0; ;) {
    const stored = await database.query<{ version: number; event: string }[]>(TIMELINE, [gameId, version, AT_ONCE]);
    for (const row of stored) {
      const before: GameState = state;
      const event = readEvent(JSON.parse(row.event) as { type: string });
      state = evolve(before, event);
      version = row.version;
      if (before.status === 'none' || state.status === 'none') continue;
      const line = evidenceIn(before, event, state);
      if (line === null) continue;
      scores = scoresOf(state).map(([seat, score]) => [seat, score]);
      if (version <= after) continue;
      lines.push(line);
      characters += line.length;
      if (characters >= CHARACTERS) return { lines, next: version, end: null, scores: [] };
    }
    if (stored.length < AT_ONCE) break;
  }
  const end = state.status === 'none' ? undefined : state.evidence;
  return { lines, next: null, end: end ?? chainOf(gameId), scores };
}
