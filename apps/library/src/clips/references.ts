import { GameEvent, type GameEventType } from '@earworm/rules';
import type { ApplyRows } from '@earworm/projections';
import type { DataSource } from 'typeorm';

const WITH_CLIPS: ReadonlySet<string> = new Set<GameEventType>(['gameCreated', 'questionAdded', 'questionUpdated']);
/** What need not be read; an event of a type that is not known yet is. */
export const WITHOUT_CLIPS: readonly string[] = GameEvent.options
  .map(({ shape }) => shape.type.value)
  .filter((type) => !WITH_CLIPS.has(type));

/** Wherever in an event it stands, also in one of a newer release. */
const UPLOADED = /\bup-[0-9a-f]{32}\b/g;

/** Notes every clip that an event of the log names: a game that used one is never left without it. */
export const noteClipsOfGames: ApplyRows = async (rows, manager) => {
  const named = rows.flatMap(({ gameId, event }) =>
    [...new Set(JSON.stringify(event).match(UPLOADED))].map((clipId) => ({ gameId, clipId })),
  );
  if (named.length === 0) return;
  await manager.query(
    `insert into game_clip (clip_id, game_id) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [named.map(({ clipId }) => clipId), named.map(({ gameId }) => gameId)],
  );
};

/** Which of these clips a template or a game refers to. */
export async function referredClips(database: DataSource, clipIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ clip_id: string }[]>(
    `select clip_id from unnest($1::text[]) as asked (clip_id)
      where exists (select 1 from game_clip where game_clip.clip_id = asked.clip_id)
        or exists (select 1 from template_category
          where jsonb_path_query_array(questions, '$[*].clipId') ? asked.clip_id)`,
    [clipIds],
  );
  return new Set(rows.map((row) => row.clip_id));
}
