export const INSERT_GAME_CLIPS =
  'insert into game_clip (clip_id, game_id) select * from unnest($1::text[], $2::text[]) on conflict do nothing';

export const SELECT_REFERRED = `select clip_id from unnest($1::text[]) as asked (clip_id)
  where exists (select 1 from game_clip where game_clip.clip_id = asked.clip_id)
    or exists (select 1 from template_category
      where jsonb_path_query_array(questions, '$[*].clipId') ? asked.clip_id)`;

/** One row: until when a replica may sweep alone. Returns a row if the lock was free. */
export const LOCK_SWEEP = `update clip_sweep set until = now() + interval '1 hour' where until < now() returning until`;
export const UNLOCK_SWEEP = `update clip_sweep set until = 'epoch'`;
