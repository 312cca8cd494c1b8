import { eraseAgain } from '@earworm/contracts';
import { eraseFromProjections, SELECT_NOT_ERASED } from '@earworm/projections';
import type { GameId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import type { ObjectStore } from '@earworm/service-kit/objects';
import type { DataSource } from 'typeorm';
import { noteErased, readErased } from './erased-list.js';

/** In this order, each with the ids as `$1`. What was counted stays. */
const ERASE_GAMES: readonly string[] = [
  'delete from frozen_result where game_id = any($1)',
  'delete from score_change where game_id = any($1)',
  'delete from team where game_id = any($1)',
  'delete from verdict where game_id = any($1)',
  'delete from participant where game_id = any($1)',
  'delete from crew_member where game_id = any($1)',
  'delete from game where game_id = any($1)',
  'delete from template_use where game_id = any($1)',
  'delete from game_clip where game_id = any($1)',
];

/** The list first: a game that is erased is on it. */
export async function eraseGames(
  database: DataSource,
  objects: ObjectStore,
  gameIds: readonly GameId[],
): Promise<void> {
  await noteErased(objects, gameIds);
  await eraseFromProjections(database, gameIds, ERASE_GAMES);
}

/** Games of the list that this database does not know as erased: it was restored. Returns how many. */
export async function eraseRestored(database: DataSource, objects: ObjectStore, bus: Bus): Promise<number> {
  let restored = 0;
  for await (const gameIds of readErased(objects)) {
    const left = await database.query<{ gameId: GameId }[]>(SELECT_NOT_ERASED, [gameIds]);
    if (left.length === 0) continue;
    await bus.call(eraseAgain, { gameIds: left.map(({ gameId }) => gameId) });
    restored += left.length;
  }
  return restored;
}

/** Runs the work until it has succeeded once: a database is restored while its services are stopped. */
export function untilDone(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await work();
    isDone = true;
  };
}
