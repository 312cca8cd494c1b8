import type { ApplyRows } from '@earworm/projections';
import { GameEvent, type GameEventType } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { INSERT_GAME_CLIPS, SELECT_REFERRED } from './clips.sql.js';

const WITH_CLIPS: ReadonlySet<string> = new Set<GameEventType>(['gameCreated', 'questionAdded', 'questionUpdated']);
/** Does not contain event types of a newer release, which may name clips. */
export const WITHOUT_CLIPS: readonly string[] = GameEvent.options
  .map(({ shape }) => shape.type.value)
  .filter((type) => !WITH_CLIPS.has(type));

const UPLOADED_CLIP = /\bup-[0-9a-f]{32}\b/g;

export const recordClipsOfGames: ApplyRows = async (rows, manager) => {
  const references = rows.flatMap(({ gameId, event }) =>
    [...new Set(JSON.stringify(event).match(UPLOADED_CLIP))].map((clipId) => ({ gameId, clipId })),
  );
  if (references.length === 0) return;
  const values = [references.map(({ clipId }) => clipId), references.map(({ gameId }) => gameId)];
  await manager.query(INSERT_GAME_CLIPS, values);
};

export async function referredClips(database: DataSource, clipIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ clip_id: string }[]>(SELECT_REFERRED, [clipIds]);
  return new Set(rows.map((row) => row.clip_id));
}
