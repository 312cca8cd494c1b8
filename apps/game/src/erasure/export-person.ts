import type { ExportPage } from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { gamesOfPerson } from './erase-person.js';
import { SELECT_OWN_EVENTS } from './erasure.sql.js';

/** Characters of one page, unless a single game has more. */
const PAGE_CHARACTERS = 512 * 1024;

/** What the person did in games, game by game. A page ends after a page of all games, or when it is large. */
export async function exportPerson(database: DataSource, userId: UserId, after: string): Promise<ExportPage> {
  const { gameIds, next } = await gamesOfPerson(database, { userId, pseudonym: userId }, after);
  const rows: ExportPage['rows'] = [];
  let characters = 0;
  for (const [at, gameId] of gameIds.entries()) {
    const events = await database.query<{ version: number; event: string }[]>(SELECT_OWN_EVENTS, [gameId, userId]);
    for (const { version, event } of events) {
      rows.push({ what: 'events', row: { gameId, version, event: JSON.parse(event) as unknown } });
      characters += event.length;
    }
    if (characters > PAGE_CHARACTERS && at + 1 < gameIds.length) return { rows, next: gameId };
  }
  return { rows, next };
}
