import type { ExportQueries } from '@earworm/service-kit/postgres';

export const EXPORT_OF_LIBRARY: ExportQueries = {
  // Few: each has up to 256 KB of questions.
  templates: `select template_id as key, json_build_object('templateId', template_id, 'title', title,
      'description', description, 'language', language, 'tags', tags, 'ownerName', owner_name, 'createdAt', created_at,
      'updatedAt', updated_at, 'publishedAt', published_at, 'categories', (
        select json_agg(json_build_object('name', name, 'questions', questions) order by position)
          from template_category where template_category.template_id = template.template_id)) as row
    from template where owner_id = $1 and template_id > $2 order by 1 limit 5`,
  templateReports: `select template_id as key, json_build_object('templateId', template_id, 'reason', reason,
      'text', text, 'at', at) as row
    from template_report where user_id = $1 and template_id > $2 order by 1 limit 100`,
  gamesPlayed: `select game_id as key, json_build_object('gameId', game_id, 'gameCode', game_code, 'status', status,
      'createdAt', created_at, 'completedAt', completed_at, 'name', name, 'score', score, 'removed', removed) as row
    from participant join game using (game_id) where player_id = $1 and game_id > $2 order by 1 limit 100`,
  gamesModerated: `select game_id as key, json_build_object('gameId', game_id, 'gameCode', game_code, 'status', status,
      'createdAt', created_at, 'completedAt', completed_at, 'moderatorName', moderator_name) as row
    from game where moderator_id = $1 and game_id > $2 order by 1 limit 100`,
  crews: `select game_id as key, json_build_object('gameId', game_id) as row
    from crew_member where user_id = $1 and game_id > $2 order by 1 limit 100`,
  answers: `select game_id || ':' || lpad(version::text, 10, '0') as key, json_build_object('gameId', game_id,
      'questionId', question_id, 'correct', correct, 'gain', gain) as row
    from verdict where player_id = $1 and game_id || ':' || lpad(version::text, 10, '0') > $2 order by 1 limit 200`,
  scoreChanges: `select game_id || ':' || lpad(version::text, 10, '0') as key, json_build_object('gameId', game_id,
      'gain', gain) as row
    from score_change where player_id = $1 and game_id || ':' || lpad(version::text, 10, '0') > $2 order by 1 limit 200`,
  guests: `select from_id as key, json_build_object('guestId', from_id, 'movedAt', moved_at) as row
    from moved_user where to_id = $1 and from_id > $2 order by 1 limit 100`,
};
